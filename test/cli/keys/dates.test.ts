// What `--expires` means, and how an expiry is shown.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiresSoon, minute, readExpiry, readOverlap, timeLeft } from '../../../cli/keys/dates.ts';
import { UsageError } from '../../../cli/usage-error.ts';

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
  ])('%s is until %s', (text, until) => {
    expect(readExpiry(text, NOW)).toBe(seconds(until));
  });

  test('without one, a year; never is never', () => {
    expect(readExpiry(undefined, NOW)).toBe(seconds('2027-11-22T02:30:15Z'));
    expect(readExpiry('never', NOW)).toBeUndefined();
  });

  test.each([
    '45',
    '90',
    '',
    ' ',
    'soon',
    '0d',
    '-1d',
    '1.5d',
    '90D',
    '9m',
    '2027',
    '2027-1-31',
    '31.1.2027',
    'March',
  ])('%j is not a time', (text) => {
    expect(() => readExpiry(text, NOW)).toThrow(/is not a valid time.*90d/s);
  });

  test.each([
    '2027-02-29',
    '2027-02-30',
    '2027-02-31',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-01-00',
    '2027-01-32',
  ])('the calendar has no %s', (text) => {
    expect(() => readExpiry(text, NOW)).toThrow(/is not a valid time/);
  });

  test.each(['2027-01-31T25:00Z', '2027-01-31T10:60Z', '2027-01-31T25:00', '2027-01-31 10:00Z'])(
    'nor is %s one',
    (text) => {
      expect(() => readExpiry(text, NOW)).toThrow(/is not a valid time/);
    },
  );

  test.each([
    ['2026-11-21', 'is in the past.', 'give a later time'],
    ['2026-11-22T02:30Z', 'is in the past.', 'give a later time'],
    ['2026-11-22T02:30:15Z', 'is in the past.', 'give a later time'],
    ['3654d', 'is more than ten years away.', 'give an earlier time, or never'],
    ['9999-12-31', 'is more than ten years away.', 'give an earlier time, or never'],
    [
      'soon',
      'is not a valid time.',
      'give a duration (90d, 12h), a date (2027-01-31), a time (2027-01-31T18:00Z), or never',
    ],
  ])('%s is refused', (text, what, fix) => {
    expect(() => readExpiry(text, NOW)).toThrow(new UsageError(`--expires "${text}" ${what}`, fix));
  });

  test('the earliest and the latest that are taken', () => {
    expect(readExpiry('2026-11-22T02:30:16Z', NOW)).toBe(seconds('2026-11-22T02:30:16Z'));
    expect(readExpiry('3653d', NOW)).toBe(seconds('2036-11-22T02:30:15Z'));
  });

  test.each(['2027-01-01T00:00:00', '2027-01-01T18:30'])('%s: the Z is missing, and named', (text) => {
    expect(() => readExpiry(text, NOW)).toThrow(/has no time zone: the Z of UTC is missing/);
    expect(() => readExpiry(text, NOW)).toThrow(new RegExp(`give ${text}Z`));
    expect(readExpiry(`${text}Z`, NOW)).toBe(Date.parse(`${text}Z`) / 1_000);
  });

  test('any text is a time between now and ten years from now, or a wrong use', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,4}(-\d{1,2}){0,2}[dhTZ:]{0,2}$/));
    fc.assert(
      fc.property(text, (given) => {
        try {
          const at = readExpiry(given, NOW) ?? Number.POSITIVE_INFINITY;
          expect(at * 1_000).toBeGreaterThan(NOW);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('--overlap', () => {
  test.each([
    ['12h', '2026-11-22T14:30:15Z'],
    ['90d', '2027-02-20T02:30:15Z'],
    ['2160h', '2027-02-20T02:30:15Z'],
  ])('%s is until %s', (text, until) => {
    expect(readOverlap(text, NOW)).toBe(seconds(until));
  });

  const FIX =
    'give a duration of up to 90 days (7d, 12h); to end a key at once, create another and revoke it';
  test.each([
    ['2161h', 'is more than 90 days.'],
    ['91d', 'is more than 90 days.'],
    ['2027-01-31', 'is not a valid duration.'],
    ['never', 'is not a valid duration.'],
  ])('%s is refused', (text, what) => {
    expect(() => readOverlap(text, NOW)).toThrow(new UsageError(`--overlap "${text}" ${what}`, FIX));
  });
});

test.each([
  ['2026-11-22T02:30:14Z', 'expired'],
  ['2026-11-22T02:30:15Z', 'in 0 minutes'],
  ['2026-11-22T04:29:15Z', 'in 119 minutes'],
  ['2026-11-22T04:30:15Z', 'in 2 hours'],
  ['2026-11-24T02:29:15Z', 'in 47 hours'],
  ['2026-11-24T02:30:15Z', 'in 2 days'],
  ['2026-11-22T02:31:15Z', 'in 1 minute'],
  ['2026-11-22T03:29:15Z', 'in 59 minutes'],
  ['2026-11-22T14:30:15Z', 'in 12 hours'],
  ['2026-11-29T02:30:10Z', 'in 7 days'],
  ['2026-12-01T02:30:15Z', 'in 9 days'],
  ['2036-11-22T02:30:15Z', 'in 3653 days'],
])('%s is %s', (at, shown) => {
  expect(timeLeft(seconds(at), NOW)).toBe(shown);
});

test('a time is shown to the minute, in UTC', () => {
  expect(minute(seconds('2027-01-31T18:00:30Z'))).toBe('2027-01-31 18:00 UTC');
});

describe('a key is about to expire', () => {
  const soon = (createdAt: string, expiresAt: string) =>
    expiresSoon({ createdAt, expiresAt: seconds(expiresAt) }, NOW);

  test('30 days before its end', () => {
    expect(soon('2026-01-01T00:00:00Z', '2026-12-22T02:30:14Z')).toBe(true);
    expect(soon('2026-01-01T00:00:00Z', '2026-12-22T02:30:15Z')).toBe(false);
  });

  test('in the last third of a shorter time, and not while it is new', () => {
    expect(soon('2026-11-22T02:30:15Z', '2026-11-29T02:30:15Z')).toBe(false);
    expect(soon('2026-11-20T02:30:15Z', '2026-11-23T02:30:15Z')).toBe(false);
    expect(soon('2026-11-20T02:30:14Z', '2026-11-23T02:30:14Z')).toBe(true);
    expect(soon('2026-11-22T01:30:15Z', '2026-11-22T02:59:15Z')).toBe(true);
  });
});
