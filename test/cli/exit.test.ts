// The exit statuses of the commands: 1 for what could not be done, 2 for what was asked for wrongly.
import { CommanderError } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { CommandError } from '../../cli/command-error.ts';
import { exitUsage, printFailure, reportError } from '../../cli/exit.ts';
import { UsageError } from '../../cli/usage-error.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test.each<[string, Error, string | undefined, number]>([
  ['a usage error', new UsageError('It is wrong.', 'write it so'), 'It is wrong.', 2],
  ['a command that failed', new CommandError('AWS refuses it.'), 'AWS refuses it.', 1],
  ['an error that nobody expects, with its stack', new TypeError('x is not a function'), undefined, 1],
])('%s', (_name, error, message, status) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportError(error, message);
  expect(process.exitCode).toBe(status);
  const text = written.mock.calls.map(([chunk]) => String(chunk)).join('');
  expect(text).toContain(message ?? 'TypeError: x is not a function\n');
  expect(text.includes('exit.test.ts')).toBe(message === undefined);
});

test.each([
  [0, 0],
  [1, 2],
])('the status %i of commander is %i here', (given, status) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  exitUsage(new CommanderError(given, 'code', 'message'));
  expect(exit.mock.calls).toEqual([[status]]);
});

test('a failure is one line more, however its text ends', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  printFailure('unknown option\n\n');
  expect(written.mock.calls).toEqual([['✗ unknown option\n']]);
});
