// Functions that fail, hang or cannot be loaded, with Lambda's own errors.
import { expect, it } from 'vitest';
import { lambda } from '../support/functions.ts';

const [EXIT, REJECTED] = ['Runtime.ExitError', 'Runtime.UnhandledPromiseRejection'];
const TOO_LARGE = 'Function.ResponseSizeTooLarge';
const exited = (how: string) =>
  expect.stringMatching(new RegExp(`^RequestId: [0-9a-f-]{36} Error: Runtime exited with error: ${how}$`));

it.each([
  ['a rejection', 'async () => { throw new TypeError("boom") }', 'TypeError', 'boom'],
  ['an answer that is no JSON', 'async () => 1n', 'Error', 'Unable to stringify response body'],
  [
    'an unhandled rejection',
    '() => { Promise.reject(new Error("lost")); return new Promise(() => {}) }',
    REJECTED,
    'Error: lost',
  ],
  [
    'an exception outside of the call',
    '() => { setTimeout(() => { throw new Error("late") }); return new Promise(() => {}) }',
    'Error',
    'late',
  ],
  ['the end of its process', '() => process.exit(7)', EXIT, exited('exit status 7')],
  [
    'more memory than its heap may have',
    '() => { for (const all = [];;) all.push(new Array(1e5).fill({})) }',
    EXIT,
    exited('signal: killed'),
  ],
  [
    'too large an answer',
    'async () => "x".repeat(6_291_556)',
    TOO_LARGE,
    expect.stringContaining('(6291556 bytes)'),
  ],
])('reports %s, and runs the next invocation', async (_case, body, errorType, errorMessage) => {
  const { deploy, functions } = await lambda();
  const arn = await deploy(`const fail = ${body}; exports.handler = (event) => event.ok ? 'fine' : fail()`);
  expect(await functions.invoke(arn, {})).toEqual({ kind: 'failed', errorType, errorMessage });
  expect(await functions.invoke(arn, { ok: true })).toEqual({ kind: 'answer', value: 'fine' });
});

it.each([
  ['a missing module', 'other.handler', '', 'Runtime.ImportModuleError', "Error: Cannot find module 'other'"],
  ['a missing export', 'index.other', '', 'Runtime.HandlerNotFound', 'index.other is undefined'],
  ['a syntax error', 'index.handler', 'exports.handler = (', 'Runtime.UserCodeSyntaxError', 'SyntaxError'],
  ['an exception while loading', 'index.handler', 'throw new RangeError("at load")', 'RangeError', 'at load'],
])('reports %s on every invocation', async (_case, handler, code, errorType, message) => {
  const { deploy, functions } = await lambda();
  const arn = await deploy(code, { handler });
  for (const _call of [1, 2])
    expect(await functions.invoke(arn, {})).toEqual({
      kind: 'failed',
      errorType,
      errorMessage: expect.stringContaining(message),
    });
});

it('ends an invocation at its timeout, with its environment, even in a busy loop', async () => {
  const { deploy, functions } = await lambda();
  const arn = await deploy(
    `const born = crypto.randomUUID(); exports.handler = ({ busy }) => { while (busy); return born }`,
    {
      timeout: 1,
    },
  );
  const before = await functions.invoke(arn, {});
  expect(await functions.invoke(arn, { busy: true })).toEqual({
    kind: 'failed',
    errorType: 'Sandbox.Timedout',
    errorMessage: expect.stringMatching(
      /^RequestId: [0-9a-f-]{36} Error: Task timed out after 1\.00 seconds$/,
    ),
  });
  const after = await functions.invoke(arn, {});
  expect(after.kind).toBe('answer');
  expect(after).not.toEqual(before);
});
