// What `release status` says of rare states.
import { expect, test } from 'vitest';
import { statusLines } from '../../../cli/release/status.ts';
import type { ReleaseStatus } from '../../../infra/release/status.ts';

const lines = (status: ReleaseStatus) => statusLines('staging', status).map(String).join('\n');

test('a release of somebody else, one that has not begun, and one that failed, below an id that is longer', () => {
  const releases = [
    { id: 'd-LONGERTHANOTHERS', status: 'Created', isUnderWay: true, from: '2', to: '3' },
    { id: 'd-1', status: 'Succeeded', isUnderWay: false, startedAt: '2026-11-22T10:00:00.000Z' },
    {
      ...{ id: 'd-2', status: 'Failed', isUnderWay: false, from: '1', to: '2', goesBackFrom: 'd-3' },
      ...{ startedAt: '2026-11-22T09:00:00.000Z', error: { code: 'ALARM_ACTIVE', message: 'errors' } },
    },
  ];
  expect(
    lines({ live: '2', before: '1', canary: { version: '3', percent: 25 }, releases }),
  ).toMatchInlineSnapshot(`
    "stack              staging
    live               version 2, 75 % of the calls
    release            version 3, 25 % of the calls
    before             version 1
    d-LONGERTHANOTHERS version 2 to 3 Created, not started
    d-1                version ? to ? Succeeded, 2026-11-22T10:00:00.000Z
    d-2                version 1 to 2 Failed: ALARM_ACTIVE, 2026-11-22T09:00:00.000Z, goes back from d-3"
  `);
});
