// Lambda with real threads: what a function gets, and how its environments start, are reused and end.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testContext } from '../support/cloud.ts';
import { functionOf, lambda } from '../support/functions.ts';

it('calls the handler with event and context, in its own environment', async () => {
  const { deploy, functions } = await lambda();
  process.env.SHOP_SECRET = 'of the parent';
  const arn = await deploy(
    `exports.handler = async (event, context) => ({
       event, env: process.env, cwd: process.cwd(), argv: process.execArgv, limits: require('node:worker_threads').resourceLimits, left: context.getRemainingTimeInMillis(),
       context: JSON.parse(JSON.stringify(context)) })`,
    { environment: { variables: { ORDERS_TABLE: 'orders' } }, memorySize: 256, timeout: 5 },
  );
  const answer = await functions.invoke(arn, { a: '\u2028"' });
  delete process.env.SHOP_SECRET;
  const env = {
    ...{ ORDERS_TABLE: 'orders', AWS_REGION: 'eu-west-1', AWS_LAMBDA_FUNCTION_NAME: 'orders' },
    ...{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' },
    ...{ AWS_ACCESS_KEY_ID: expect.stringMatching(/^ASIA/), AWS_SESSION_TOKEN: expect.any(String) },
    _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};/),
  };
  const context = {
    ...{
      functionName: 'orders',
      functionVersion: '$LATEST',
      invokedFunctionArn: arn,
      memoryLimitInMB: '256',
    },
    ...{ logGroupName: '/aws/lambda/orders', awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  };
  const limits = { maxOldGenerationSizeMb: 230 };
  expect(answer).toMatchObject({
    kind: 'answer',
    value: { event: { a: '\u2028"' }, argv: [], limits, env, context },
  });
  const { value } = answer as unknown as { value: { env: object; left: number; cwd: string } };
  expect(value.env).not.toHaveProperty('SHOP_SECRET');
  expect(value.env).toHaveProperty('LAMBDA_TASK_ROOT', value.cwd);
  expect(value.left).toBeGreaterThan(0);
  expect(value.left).toBeLessThanOrEqual(5000);
});

it('loads ES modules too', async () => {
  const { deploy, functions } = await lambda();
  const code = { 'lib/main.mjs': 'const name = await Promise.resolve("esm"); export const run = () => name' };
  const arn = await deploy('', { code, handler: 'lib/main.run' });
  expect(await functions.invoke(arn, {})).toEqual({ kind: 'answer', value: 'esm' });
});

it('treats a .js file as CommonJS, although the surrounding project has ES modules, after a restart too', async () => {
  const context = testContext();
  writeFileSync(join(context.folder, 'package.json'), '{"type":"module"}');
  const { deploy, functions } = await lambda(context);
  const arn = await deploy('exports.handler = async () => typeof require');
  expect(await functions.invoke(arn, {})).toEqual({ kind: 'answer', value: 'function' });
  await functions.close();
  const again = await lambda(context);
  await again.functions.start();
  expect(await again.functions.invoke(arn, {})).toEqual({ kind: 'answer', value: 'function' });
  const code = { 'index.js': expect.anything() };
  expect(await again.handler.read('orders')).toMatchObject({ inputs: { code } });
  await again.handler.delete('orders', functionOf(''));
  expect(await again.functions.invoke(arn, {})).toMatchObject({ errorType: 'ResourceNotFoundException' });
});

it('finishes an invocation on the old code while new ones run the new code', async () => {
  const { deploy, functions, handler } = await lambda();
  const code = (version: string) =>
    `exports.handler = ({ ms = 0 }) => new Promise((r) => setTimeout(r, ms, '${version}'))`;
  const arn = await deploy(code('old'));
  const old = functions.invoke(arn, { ms: 500 });
  const outputs = await handler.update('orders', functionOf(code('new')), functionOf(code('old')));
  expect(await functions.invoke(arn, {})).toEqual({ kind: 'answer', value: 'new' });
  expect(await old).toEqual({ kind: 'answer', value: 'old' });
  expect(outputs).toMatchObject({ codeSha256: expect.stringMatching(/^[\w+/]{43}=$/), version: '$LATEST' });
});

it('finishes invocations under way before it closes, and leaves nothing that runs', async () => {
  const { context, deploy, functions } = await lambda();
  const arn = await deploy(`exports.handler = () => {
    setInterval(() => console.log('runs'), 1);
    return new Promise((resolve) => setTimeout(resolve, 300, 'finished')) }`);
  const call = functions.invoke(arn, {});
  await functions.close();
  expect(await call).toEqual({ kind: 'answer', value: 'finished' });
  const lines = context.lines.length;
  await setTimeout(50);
  expect(context.lines).toHaveLength(lines);
});

it("passes the function's log on, in the JSON format and in text", async () => {
  const { context, deploy, functions } = await lambda();
  const code = `exports.handler = async () => {
    console.log('hello', { a: 1 }); console.debug('not shown'); console.warn({ b: 2 }); console.error(new Error('x'));
    process.stdout.write('{"raw":true}\\n') }`;
  await functions.invoke(await deploy(code, { loggingConfig: { logFormat: 'JSON' } }), {});
  await expect.poll(() => context.lines.length).toBe(4);
  const [hello, warning, error, raw] = context.lines.map((line) => JSON.parse(line.slice('orders: '.length)));
  expect(hello).toMatchObject({ level: 'INFO', message: 'hello { a: 1 }', requestId: expect.any(String) });
  expect(warning).toMatchObject({ level: 'WARN', message: { b: 2 } });
  expect(error).toMatchObject({ level: 'ERROR', message: { errorType: 'Error', errorMessage: 'x' } });
  expect(raw).toEqual({ raw: true });
  await functions.invoke(await deploy(code, { name: 'text' }), {});
  await expect
    .poll(() => context.lines)
    .toContainEqual(expect.stringMatching(/^text: \S+Z\t\S+\tINFO\thello \{ a: 1 \}$/));
});
