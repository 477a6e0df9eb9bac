// `keys create`: a new key, shown once.
import { shown } from '@petstore/custom-domains/output';
import { keyId } from '../../service/keys/index.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { day } from './day.ts';
import { type StackOptions, stackKeys } from './stack-keys.ts';

export interface CreateOptions extends StackOptions {
  readonly name: string;
  readonly expires?: string;
}

/** Standard output has the key alone, so that it can be piped. */
export async function createKey({ name, expires, ...options }: CreateOptions): Promise<void> {
  const expiresAt = expires === undefined ? undefined : expiry(expires, Date.now());
  const keys = await stackKeys(options);
  const prefix = options.stack === 'production' ? 'pets_live_' : 'pets_test_';
  const { key, record } = await keys.createKey({ name, prefix, expiresAt });
  const until = expiresAt === undefined ? 'it does not expire' : `it expires on ${day(expiresAt)}`;
  terminal(process.stderr).line(
    shown`Key ${keyId(record.hash)} "${name}" of ${options.stack}; ${until}. It is shown this once and not stored: keep it safe.`,
  );
  terminal(process.stdout).line(shown`${key}`);
}

const DURATION = /^(\d{1,5})([dh])$/;
const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600 };

/** Epoch seconds, from a duration or a date; `now` in ms. Throws UsageError for any other text, and for the past. */
function expiry(when: string, now: number): number {
  const [, amount, unit = ''] = DURATION.exec(when) ?? [];
  const at =
    amount === undefined
      ? Math.floor(Date.parse(when) / 1000)
      : Math.floor(now / 1000) + Number(amount) * (SECONDS[unit] ?? 0);
  if (!Number.isFinite(at)) {
    throw new UsageError(`--expires "${when}" is not a valid time.`, 'for example 90d, 12h or 2027-01-31');
  }
  if (at * 1000 <= now) throw new UsageError(`--expires "${when}" is in the past.`, 'give a later time');
  return at;
}
