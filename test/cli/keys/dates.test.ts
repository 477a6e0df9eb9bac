// What `--expires` and `--overlap` mean, how an expiry is shown, and when a warning is due.
import { describe, expect, test } from 'vitest';
import { expiresSoon, readExpiry, readOverlap, timeLeft } from '../../../cli/keys/dates.ts';

const NOW = Date.UTC(2026, 10, 22, 2, 30, 15);
const seconds = (iso: string) => Date.parse(iso) / 1_000;

describe('--expires', () => {
  test.each([
    ['90d', '2027-02-20T02:30:15Z'],
    ['12h', '2026-11-22T14:30:15Z'],
    ['2027-01-31', '2027-02-01T00:00:00Z'],
    ['2026-11-22', '2026-11-23T00:00:00Z'],
    ['2028-02-29', '2028-03-01T00:00:00Z'],
    ['2027-01-31T18:00Z', '2027-01-31T18:00:00Z'],
    ['2027-01-31T18:00:30Z', '2027-01-31T18:00:30Z'],
    // The earliest and the latest.
    ['2026-11-22T02:30:16Z', '2026-11-22T02:30:16Z'],
    ['3653d', '2036-11-22T02:30:15Z'],
    [undefined, '2027-11-22T02:30:15Z'],
    ['never', undefined],
  ])('%s is until %s', (text, until) => {
    expect(readExpiry(text, NOW)).toBe(until && seconds(until));
  });

  const FORMS = ['45', '', ' ', 'soon', '0d', '-1d', '1.5d', '90D', '9m', '2027', '2027-1-31', '31.1.2027'];
  const DAYS = ['2027-02-29', '2027-02-31', '2027-04-31', '2027-13-01', '2027-00-10', '2027-01-00'];
  const TIMES = ['2027-01-31T25:00Z', '2027-01-31T10:60Z', '2027-01-31T10:00', '2027-01-31 10:00Z'];
  test.each([...FORMS, ...DAYS, ...TIMES])('%j is not a time', (text) => {
    expect(() => readExpiry(text, NOW)).toThrow(/is not a valid time.*90d/s);
  });
});

test.each([
  ['12h', '2026-11-22T14:30:15Z'],
  ['90d', '2027-02-20T02:30:15Z'],
  ['2160h', '2027-02-20T02:30:15Z'],
])('--overlap %s is until %s', (text, until) => {
  expect(readOverlap(text, NOW)).toBe(seconds(until));
});

test.each([
  ['--expires', '2026-11-21', 'is in the past.'],
  ['--expires', '2026-11-22T02:30:15Z', 'is in the past.'],
  ['--expires', '3654d', 'is more than ten years away.'],
  ['--overlap', '2161h', 'is more than 90 days.'],
  ['--overlap', '91d', 'is more than 90 days.'],
  ['--overlap', '2027-01-31', 'is not a valid duration.'],
  ['--overlap', 'never', 'is not a valid duration.'],
])('%s %s %s', (option, text, what) => {
  const read = option === '--expires' ? readExpiry : readOverlap;
  expect(() => read(text, NOW)).toThrow(`${option} "${text}" ${what}`);
});

test.each([
  ['2026-11-22T02:30:14Z', 'expired'],
  ['2026-11-22T02:30:15Z', 'in 0 minutes'],
  ['2026-11-22T02:31:15Z', 'in 1 minute'],
  ['2026-11-22T04:29:15Z', 'in 119 minutes'],
  ['2026-11-22T04:30:15Z', 'in 2 hours'],
  ['2026-11-24T02:29:15Z', 'in 47 hours'],
  ['2026-11-24T02:30:15Z', 'in 2 days'],
  // Seconds after a key of seven days was created.
  ['2026-11-29T02:30:10Z', 'in 7 days'],
])('%s is %s', (at, shown) => {
  expect(timeLeft(seconds(at), NOW)).toBe(shown);
});

test.each([
  ['30 days before its end', '2026-01-01T00:00:00Z', '2026-12-22T02:30:14Z', true],
  ['a second earlier', '2026-01-01T00:00:00Z', '2026-12-22T02:30:15Z', false],
  ['new', '2026-11-22T02:30:15Z', '2026-11-29T02:30:15Z', false],
  ['before the last third of its time', '2026-11-20T02:30:15Z', '2026-11-23T02:30:15Z', false],
  ['in the last third', '2026-11-20T02:30:14Z', '2026-11-23T02:30:14Z', true],
])('a warning is due of a key that is %s: %s to %s', (_name, createdAt, expiresAt, isDue) => {
  expect(expiresSoon({ createdAt, expiresAt: seconds(expiresAt) }, NOW)).toBe(isDue);
});
