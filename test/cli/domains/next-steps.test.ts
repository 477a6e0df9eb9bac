// The lines of next steps, and the owner's task without what the findings of the removal list already.
import { join, printable } from '@petstore/custom-domains/output';
import { type Finding, zoneLine } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import { nextLines, ownersTask } from '../../../cli/domains/next-steps.ts';

test('steps are in one column, the first with its label', () => {
  const steps = [
    { when: 'once they are set', command: 'npm run domains -- verify a.test' },
    { when: 'then', command: 'npm run local' },
  ];
  expect(printable(join(nextLines(steps, 2)))).toBe(
    ['  next    once they are set: npm run domains -- verify a.test', '          then: npm run local'].join(
      '\n',
    ),
  );
});

test('a record that a finding lists is not printed twice', () => {
  const record = (name: string) => ({ name, type: 'CNAME', value: 'b.test', ttl: 300 });
  const line = (name: string) => zoneLine(record(name));
  const listed = { records: [{ ...record('a.test'), action: 'remove' }] } as unknown as Finding;
  const task = {
    what: 'its owner deletes its records too',
    records: [`remove  ${line('a.test')}`, `remove  ${line('_1.a.test')}`],
  };
  const printed = (findings: readonly Finding[]) => printable(ownersTask(task, findings, 2)).split('\n');
  const other = `    remove  ${line('_1.a.test')}`;
  expect(printed([listed])).toEqual(['  its owner deletes its records too', other]);
  expect(printed([])).toEqual([
    ...['  its owner deletes its records too', `    remove  ${line('a.test')}`, other],
  ]);
});
