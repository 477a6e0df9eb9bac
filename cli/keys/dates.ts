// The dates of keys: how `--expires` and `--overlap` are read, and how an expiry is shown.
import { count, UsageError } from '@petstore/custom-domains/output';

const DAY_SECONDS = 86_400;
const DEFAULT_DAYS = 365;
/** Ten years: whoever wants a longer time wants "never". */
const MAX_DAYS = 3_653;
/** The longest overlap: after a quarter of a year nobody remembers that two keys are valid. */
const MAX_OVERLAP_DAYS = 90;
/** `keys list` warns when a key has less time left, or less than this part of its own time. */
const WARNING_DAYS = 30;
const WARNING_PART = 1 / 3;

const FORMS = 'give a duration (90d, 12h), a date (2027-01-31), a time (2027-01-31T18:00Z), or never';
const DURATION = /^([1-9]\d{0,4})([dh])$/;
const DATE = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)Z)?$/;

/**
 * Epoch seconds; undefined where the key never expires. `text` is what was given to `--expires`, without it a year.
 * A date is the end of that day in UTC. `now` in ms. Throws UsageError for any other text, and for the past.
 */
export function readExpiry(text: string | undefined, now: number): number | undefined {
  if (text === 'never') return undefined;
  if (text === undefined) return after(DEFAULT_DAYS * DAY_SECONDS, now);
  const at = readDuration(text, now) ?? readDate(text);
  if (at === undefined) throw new UsageError(`--expires "${text}" is not a valid time.`, FORMS);
  if (at * 1_000 <= now) throw new UsageError(`--expires "${text}" is in the past.`, 'give a later time');
  const what = `--expires "${text}" is more than ten years away.`;
  if (at > after(MAX_DAYS * DAY_SECONDS, now)) throw new UsageError(what, 'give an earlier time, or never');
  return at;
}

/** Epoch seconds, `text` from now: `7d`, `12h`. `now` in ms. Throws UsageError for any other text, and for more than 90 days. */
export function readOverlap(text: string, now: number): number {
  const at = readDuration(text, now);
  const fix = `give a duration of up to ${MAX_OVERLAP_DAYS} days (7d, 12h); to end a key at once, create another and revoke it`;
  if (at === undefined) throw new UsageError(`--overlap "${text}" is not a valid duration.`, fix);
  if (at > after(MAX_OVERLAP_DAYS * DAY_SECONDS, now))
    throw new UsageError(`--overlap "${text}" is more than ${MAX_OVERLAP_DAYS} days.`, fix);
  return at;
}

function after(seconds: number, now: number): number {
  return Math.floor(now / 1_000) + seconds;
}

function readDuration(text: string, now: number): number | undefined {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return after(Number(amount) * (unit === 'd' ? DAY_SECONDS : 3_600), now);
}

/**
 * A date of the calendar, in UTC: a time without its zone would be another one on another machine, and `Date.parse` takes 45 for 2045, and 2027-02-31 for 3 March.
 */
function readDate(text: string): number | undefined {
  const [, date, time = '24:00'] = DATE.exec(text) ?? [];
  if (date === undefined) return undefined;
  const midnight = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined;
  const at = Date.parse(`${date}T${time}Z`);
  return Number.isNaN(at) ? undefined : at / 1_000;
}

/** ISO 8601, `2027-01-31T18:00:00.000Z`, as `createdAt` of a key. */
export function isoTime(epochSeconds: number): string {
  return new Date(epochSeconds * 1_000).toISOString();
}

/** `2027-01-31 18:00 UTC`. */
export function minute(epochSeconds: number): string {
  return `${isoTime(epochSeconds).slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Whether a warning is due: less than 30 days remain, and less than a third of the time that the key was given. Whoever asks for
 * a key of a week is not warned while it is new. `now` in ms.
 */
export function expiresSoon(
  { createdAt, expiresAt }: { readonly createdAt: string; readonly expiresAt: number },
  now: number,
): boolean {
  const ends = expiresAt * 1_000;
  const window = Math.min(WARNING_DAYS * DAY_SECONDS * 1_000, (ends - Date.parse(createdAt)) * WARNING_PART);
  return ends - now < window;
}

/** `in 59 minutes`, `in 9 days`; `expired` in the past. */
export function timeLeft(epochSeconds: number, now: number): string {
  const ms = epochSeconds * 1_000 - now;
  if (ms < 0) return 'expired';
  // To the nearest minute: a key of `--expires 7d` has 7 days left, seconds after it was created too.
  const minutes = Math.round(ms / 60_000);
  const [amount, unit] =
    minutes < 120 ? [minutes, 'minute'] : minutes < 2_880 ? [minutes / 60, 'hour'] : [minutes / 1_440, 'day'];
  return `in ${count(Math.floor(amount), unit)}`;
}
