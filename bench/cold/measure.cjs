// One cold start, in a fresh process: loads the bundle named by the first argument and makes the call described
// by the second file; writes both times, in milliseconds, as the last line. Plain CommonJS: nothing is loaded before.
const { readFileSync, writeSync } = require('node:fs');

const [, , bundle, callFile] = process.argv;
const { event, expected } = JSON.parse(readFileSync(callFile, 'utf8'));
const context = { getRemainingTimeInMillis: () => 10_000 };

async function measure() {
  const start = performance.now();
  const { handler } = require(bundle);
  const loaded = performance.now();
  const { statusCode, body } = await handler(event, context);
  const answered = performance.now();
  if (statusCode !== 200 || JSON.parse(body).length !== expected) throw new Error(`${statusCode} ${body}`);
  return { load: loaded - start, call: answered - loaded, all: answered - start };
}

measure().then(
  (times) => {
    writeSync(1, `\n${JSON.stringify(times)}`);
    process.exit();
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
