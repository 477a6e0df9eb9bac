import { expect, test } from 'vitest';
import { plannedAt } from '../../../infra/run/planned-at.ts';

test('the time of a saved plan, as the workflow writes it; none where the variable is absent or empty', () => {
  const time = '2026-11-22T06:00:00.000Z';
  expect(plannedAt({ PETSTORE_PLANNED_AT: time })).toBe(Date.parse(time));
  expect(plannedAt({ PETSTORE_PLANNED_AT: new Date(0).toISOString() })).toBe(0);
  expect(plannedAt({})).toBeUndefined();
  expect(plannedAt({ PETSTORE_PLANNED_AT: '' })).toBeUndefined();
});

test('anything else stops the run, and the message shows the form', () => {
  expect(() => plannedAt({ PETSTORE_PLANNED_AT: 'yesterday' })).toThrow(
    'PETSTORE_PLANNED_AT is not a time: write it as 1970-01-01T00:00:00.000Z, or leave it out',
  );
});
