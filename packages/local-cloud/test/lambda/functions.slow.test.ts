// Lambda with real threads: what a function gets, and how its environments start, are reused and end; functions that fail, hang or
// cannot be loaded; the deployment of functions and permissions. Errors and refusals are in Lambda's words.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { asset } from '@pulumi/pulumi';
import { expect, it, vi } from 'vitest';
import { hashOf, readArchive } from '../../src/lambda/archive.ts';
import { testContext } from '../support/cloud.ts';
import { deployed, functionOf, lambda } from '../support/functions.ts';

const ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
const answer = (value: unknown) => ({ kind: 'answer', value });

it('calls the handler with event and context, in its own environment', async () => {
  vi.stubEnv('SHOP_SECRET', 'of the parent');
  const { arn, invoke } = await deployed(
    `exports.handler = async (event, context) => ({
       event, env: process.env, cwd: process.cwd(), argv: process.execArgv, limits: require('node:worker_threads').resourceLimits, left: context.getRemainingTimeInMillis(),
       context: JSON.parse(JSON.stringify(context)) })`,
    { environment: { variables: { ORDERS_TABLE: 'orders' } }, memorySize: 256, timeout: 5 },
  );
  const { value } = (await invoke({ a: '\u2028"' })) as unknown as { value: { left: number; cwd: string } };
  expect(value).toMatchObject({
    ...{ event: { a: '\u2028"' }, argv: [], limits: { maxOldGenerationSizeMb: 230 } },
    env: {
      ...{ ORDERS_TABLE: 'orders', AWS_REGION: 'eu-west-1', AWS_LAMBDA_FUNCTION_NAME: 'orders' },
      ...{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' },
      ...{ AWS_ACCESS_KEY_ID: expect.stringMatching(/^ASIA/), AWS_SESSION_TOKEN: expect.any(String) },
      _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};/),
      LAMBDA_TASK_ROOT: value.cwd,
    },
    context: {
      ...{ functionName: 'orders', functionVersion: '$LATEST', invokedFunctionArn: arn },
      ...{ memoryLimitInMB: '256', logGroupName: '/aws/lambda/orders' },
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  });
  expect(value).not.toHaveProperty('env.SHOP_SECRET');
  expect(value.left).toBeGreaterThan(0);
  expect(value.left).toBeLessThanOrEqual(5000);
});

it('loads ES modules too', async () => {
  const code = { 'lib/main.mjs': 'const name = await Promise.resolve("esm"); export const run = () => name' };
  const { invoke } = await deployed('', { code, handler: 'lib/main.run' });
  expect(await invoke()).toEqual(answer('esm'));
});

it('treats a .js file as CommonJS, although the surrounding project has ES modules, after a restart too', async () => {
  const context = testContext();
  writeFileSync(join(context.folder, 'package.json'), '{"type":"module"}');
  const { arn, invoke, functions } = await deployed(
    'exports.handler = async () => typeof require',
    {},
    context,
  );
  expect(await invoke()).toEqual(answer('function'));
  await functions.close();
  const again = await lambda(context);
  await again.functions.start();
  expect(await again.functions.invoke(arn, {})).toEqual(answer('function'));
  const code = { 'index.js': expect.anything() };
  expect(await again.handler.read('orders')).toMatchObject({ inputs: { code } });
  await again.handler.delete('orders', functionOf(''));
  expect(await again.functions.invoke(arn, {})).toMatchObject({ errorType: 'ResourceNotFoundException' });
});

it('finishes an invocation on the old code while new ones run the new code', async () => {
  const code = (version: string) =>
    `exports.handler = ({ ms = 0 }) => new Promise((r) => setTimeout(r, ms, '${version}'))`;
  const { invoke, handler } = await deployed(code('old'));
  const old = invoke({ ms: 500 });
  const outputs = await handler.update('orders', functionOf(code('new')), functionOf(code('old')));
  expect(await invoke()).toEqual(answer('new'));
  expect(await old).toEqual(answer('old'));
  expect(outputs).toMatchObject({ codeSha256: expect.stringMatching(/^[\w+/]{43}=$/), version: '$LATEST' });
});

it('finishes invocations under way before it closes, and leaves nothing that runs', async () => {
  const { context, invoke, functions } = await deployed(`exports.handler = () => {
    setInterval(() => console.log('runs'), 1);
    return new Promise((resolve) => setTimeout(resolve, 300, 'finished')) }`);
  const call = invoke();
  await functions.close();
  expect(await call).toEqual(answer('finished'));
  const lines = context.lines.length;
  await setTimeout(50);
  expect(context.lines).toHaveLength(lines);
});

it("passes the function's log on, in the JSON format and in text", async () => {
  const code = `exports.handler = async () => {
    console.log('hello', { a: 1 }); console.debug('not shown'); console.warn({ b: 2 }); console.error(new Error('x'));
    process.stdout.write('{"raw":true}\\n') }`;
  const { context, invoke } = await deployed(code, { loggingConfig: { logFormat: 'JSON' } });
  await invoke();
  await expect.poll(() => context.lines.length).toBe(4);
  const logged = context.lines.map((line) => JSON.parse(line.slice('orders: '.length)));
  expect(logged).toMatchObject([
    { level: 'INFO', message: 'hello { a: 1 }', requestId: expect.any(String) },
    { level: 'WARN', message: { b: 2 } },
    { level: 'ERROR', message: { errorType: 'Error', errorMessage: 'x' } },
    { raw: true },
  ]);
  expect(logged.at(-1)).toEqual({ raw: true });
  const text = await deployed(code);
  await text.invoke();
  await expect
    .poll(() => text.context.lines)
    .toContainEqual(expect.stringMatching(/^orders: \S+Z\t\S+\tINFO\thello \{ a: 1 \}$/));
});

const [EXIT, REJECTED] = ['Runtime.ExitError', 'Runtime.UnhandledPromiseRejection'];
const TOO_LARGE = 'Function.ResponseSizeTooLarge';
const BYTES = '(6291556 bytes)';
const FILL = 'for (const all = [];;) all.push(new Array(1e5).fill({}))';
const NEVER = 'return new Promise(() => {})';
const exited = (how: string) =>
  expect.stringMatching(new RegExp(`^RequestId: [0-9a-f-]{36} Error: Runtime exited with error: ${how}$`));

it.each([
  ['a rejection', 'async () => { throw new TypeError("boom") }', 'TypeError', 'boom'],
  ['an answer that is no JSON', 'async () => 1n', 'Error', 'Unable to stringify response body'],
  ['a lost rejection', `() => { Promise.reject(new Error("lost")); ${NEVER} }`, REJECTED, 'Error: lost'],
  ['a late exception', `() => { setTimeout(() => { throw new Error("late") }); ${NEVER} }`, 'Error', 'late'],
  ['the end of its process', '() => process.exit(7)', EXIT, exited('exit status 7')],
  ['more memory than its heap may have', `() => { ${FILL} }`, EXIT, exited('signal: killed')],
  ['too large an answer', 'async () => "x".repeat(6_291_556)', TOO_LARGE, expect.stringContaining(BYTES)],
])('reports %s, and runs the next invocation', async (_case, body, errorType, errorMessage) => {
  const code = `const fail = ${body}; exports.handler = (event) => event.ok ? 'fine' : fail()`;
  const { invoke } = await deployed(code);
  expect(await invoke()).toEqual({ kind: 'failed', errorType, errorMessage });
  expect(await invoke({ ok: true })).toEqual(answer('fine'));
});

it.each([
  ['a missing module', 'other.handler', '', 'Runtime.ImportModuleError', "Error: Cannot find module 'other'"],
  ['a missing export', 'index.other', '', 'Runtime.HandlerNotFound', 'index.other is undefined'],
  ['a syntax error', 'index.handler', 'exports.handler = (', 'Runtime.UserCodeSyntaxError', 'SyntaxError'],
  ['an exception while loading', 'index.handler', 'throw new RangeError("at load")', 'RangeError', 'at load'],
])('reports %s on every invocation', async (_case, handler, code, errorType, message) => {
  const { invoke } = await deployed(code, { handler });
  const failed = { kind: 'failed', errorType, errorMessage: expect.stringContaining(message) };
  for (const _call of [1, 2]) expect(await invoke()).toEqual(failed);
});

it('ends an invocation at its timeout, with its environment, even in a busy loop', async () => {
  const code =
    'const born = crypto.randomUUID(); exports.handler = ({ busy }) => { while (busy); return born }';
  const { invoke } = await deployed(code, { timeout: 1 });
  const before = await invoke();
  const timedOut = /^RequestId: [0-9a-f-]{36} Error: Task timed out after 1\.00 seconds$/;
  expect(await invoke({ busy: true })).toEqual({
    ...{ kind: 'failed', errorType: 'Sandbox.Timedout', errorMessage: expect.stringMatching(timedOut) },
  });
  const after = await invoke();
  expect(after.kind).toBe('answer');
  expect(after).not.toEqual(before);
});

const CODE = 'exports.handler = async () => null';
const EXECUTION = 'arn:aws:execute-api:eu-west-1:123456789012:abcdef1234';

it.each([
  ['a role that does not exist', { role: 'arn:aws:iam::123456789012:role/none' }, 'cannot be assumed'],
  ['code outside of its archive', { code: { '../index.js': CODE } }, 'which is outside of it'],
  ['no code', { code: {} }, 'Uploaded file must be a non-empty zip'],
])('a function is refused with %s', async (_case, settings, message) => {
  const code = 'InvalidParameterValueException';
  const refusal = { code, message: expect.stringContaining(message) };
  await expect(deployed(CODE, settings)).rejects.toMatchObject(refusal);
});

it('a function is refused under a name that exists', async () => {
  const { arn, handler } = await deployed(CODE);
  expect(arn).toBe(ARN);
  const again = handler.create(functionOf(CODE));
  await expect(again).rejects.toThrow('ResourceConflictException: Function already exist: orders');
});

it('a function has the same code from every kind of archive', async () => {
  const { folder } = testContext();
  writeFileSync(join(folder, 'index.js'), CODE);
  const expected = { 'index.js': Buffer.from(CODE), 'lib/a.js': Buffer.from('a') };
  const file = new asset.FileAsset(join(folder, 'index.js'));
  const archives = [
    new asset.AssetArchive({ 'index.js': file, 'lib/a.js': new asset.StringAsset('a') }),
    { 'index.js': CODE, 'lib/a.js': Buffer.from('a') },
  ];
  for (const archive of archives) expect(await readArchive(archive)).toEqual(expected);
  expect(hashOf(expected)).toBe(hashOf({ 'lib/a.js': Buffer.from('a'), 'index.js': Buffer.from(CODE) }));
  expect(hashOf(expected)).not.toBe(hashOf({ ...expected, 'lib/a.js': Buffer.from('b') }));
});

const principal = 'apigateway.amazonaws.com';
const gateway = {
  ...{ statementId: 'gateway', action: 'lambda:InvokeFunction', function: 'orders', principal },
  sourceArn: `${EXECUTION}/*/*`,
};

it('a permission allows its principal to invoke the function, for its source only', async () => {
  const { functions, permission } = await deployed(CODE);
  const permits = (principal: string, source: string) => functions.permits(ARN, principal, source);
  expect(permits(principal, `${EXECUTION}/$default/$default`)).toBe(false);
  const { id, inputs } = await permission.create(gateway);
  expect(permits(principal, `${EXECUTION}/$default/$default`)).toBe(true);
  expect(permits(principal, `${EXECUTION}5/$default/$default`)).toBe(false);
  expect(permits('s3.amazonaws.com', `${EXECUTION}/$default/$default`)).toBe(false);
  expect(await permission.read(id, inputs)).toMatchObject({ inputs });
  await permission.delete(id, inputs);
  expect(permits(principal, `${EXECUTION}/$default/$default`)).toBe(false);
});

it('a permission is deleted with its function, and refused without one or when it exists', async () => {
  const absent = (await lambda()).permission.create(gateway);
  await expect(absent).rejects.toThrow(`ResourceNotFoundException: Function not found: ${ARN}`);
  const { handler, permission } = await deployed(CODE);
  const { id, inputs } = await permission.create(gateway);
  const refusal = 'ResourceConflictException: The statement id (gateway) provided already exists.';
  await expect(permission.create(gateway)).rejects.toThrow(refusal);
  await handler.delete('orders', functionOf(CODE));
  expect(await permission.read(id, inputs)).toBeUndefined();
});
