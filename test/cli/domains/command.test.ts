// What `npm run domains` does with an error: those that it expects have status 2, any other one is the caller's, with its stack.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../../../cli/domains/command.ts';
import type { Io } from '../../../cli/domains/io.ts';
import { UsageError } from '../../../cli/usage-error.ts';
import { ProblemsError } from '../../../infra/config/problem.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const problem = { code: 'x', path: 'petstore:plan', what: 'is wrong', fix: 'change it' };
let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
});
afterEach(() => fixture.close());

/** `records` prints its result, and the printing fails. */
function failing(error: Error) {
  const printed = vi.fn();
  fixture.write('outputs.json', '{"hosts":{}}');
  const io = {
    ...{ folder: fixture.folder, errorColor: false, columns: 80, signal: new AbortController().signal },
    error: (text: unknown) => printed(String(text)),
    print: () => {
      throw error;
    },
  };
  const args = [
    'records',
    '--zone',
    'petstore.example',
    '--stack',
    'production',
    '--outputs',
    'outputs.json',
    '--format',
    'json',
  ];
  return { ended: main(args, io as unknown as Io), printed };
}

test('an error that nobody expects is thrown on', async () => {
  const error = new TypeError('x is not a function');
  const { ended, printed } = failing(error);
  await expect(ended).rejects.toBe(error);
  expect(printed.mock.calls.flat().join()).not.toContain('not a function');
});

test.each([
  [new UsageError('It is wrong.', 'write it so'), '✗ It is wrong.\n  write it so'],
  [
    new ProblemsError('Pulumi.x.yaml', [problem]),
    '✗ Pulumi.x.yaml has 1 problem.\n\n  petstore:plan  is wrong',
  ],
])('one that is expected is reported: status 2', async (error, text) => {
  const { ended, printed } = failing(error);
  expect(await ended).toBe(2);
  expect(printed).toHaveBeenLastCalledWith(expect.stringContaining(text));
});

test.each(['0.04', '60.5', 'soon', '-1', '1e1'])('a timeout of %s seconds is refused', async (seconds) => {
  const { status, err } = await fixture.run('check', '--timeout', seconds);
  expect(status).toBe(2);
  expect(err).toContain('from 0.05 to 60');
});

test.each(['0.05', '60'])('a timeout of %s seconds is accepted', async (seconds) => {
  const { err } = await fixture.run('check', '--host', 'none.petstore.example', '--timeout', seconds);
  expect(err).toContain('none.petstore.example is not declared in Pulumi.production.yaml');
});
