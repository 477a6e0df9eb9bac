// The entry of the checks' function. Its hosts are in a file beside it: an environment has 4 KB, a file as many as needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, createChecks, lookupAt } from './check.ts';

const { AWS_LAMBDA_FUNCTION_NAME: functionName = '', PETSTORE_CHECKS_DNS: server } = process.env;

export const handler = createChecks({
  checks: JSON.parse(readFileSync(join(__dirname, 'checks.json'), 'utf8')) as Check[],
  functionName,
  // Unchanged: console.log would wrap the line in another object.
  log: (line) => void process.stdout.write(`${line}\n`),
  now: Date.now,
  lookup: server === undefined ? undefined : lookupAt(server),
});
