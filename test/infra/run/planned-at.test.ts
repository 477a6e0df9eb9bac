import { expect, test } from 'vitest';
import { plannedAt } from '../../../infra/run/local-environment.ts';

test.each([
  ['2026-11-22T06:00:00.000Z', Date.parse('2026-11-22T06:00:00.000Z')],
  ['1970-01-01T00:00:00.000Z', 0],
  [undefined, undefined],
  ['', undefined],
])('the time of a saved plan: %j is %j', (given, time) => {
  expect(plannedAt({ PETSTORE_PLANNED_AT: given })).toBe(time);
});

test('anything else stops the run', () => {
  expect(() => plannedAt({ PETSTORE_PLANNED_AT: 'yesterday' })).toThrow('PETSTORE_PLANNED_AT is not a time');
});
