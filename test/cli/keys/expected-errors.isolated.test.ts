// How a command about keys ends: a sentence for what it expects, a stack for a fault of its own.
import { afterEach, expect, test, vi } from 'vitest';
import { CommandError } from '../../../cli/command-error.ts';
import { fail } from '../../../cli/keys/exit.ts';
import { UsageError } from '../../../cli/usage-error.ts';
import { DynamoError, StoreUnavailableError } from '../../../service/dynamo/errors.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});

test.each<[Error, string, number]>([
  [new UsageError('It is wrong.', 'write it so'), '✗ It is wrong.\n  write it so\n', 2],
  [new CommandError('there are none'), '✗ there are none\n', 1],
  [new DynamoError('AccessDeniedException', 'no', 400), '✗ AccessDeniedException: no\n', 1],
  [
    new StoreUnavailableError('Scan', 3, new Error('connect ECONNREFUSED'), false),
    '✗ Scan failed after 3 attempts: connect ECONNREFUSED\n',
    1,
  ],
])('%s', (error, text, status) => {
  vi.stubEnv('NO_COLOR', '1');
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  fail(error);
  expect(process.exitCode).toBe(status);
  expect(written.mock.calls.map(([chunk]) => String(chunk)).join('')).toBe(text);
});

test('a fault of the command', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  fail(new TypeError('broken'));
  expect(process.exitCode).toBe(1);
  expect(written.mock.calls.join('')).toMatch(/TypeError: broken\n +at .*expected-errors\.isolated\.test/);
});
