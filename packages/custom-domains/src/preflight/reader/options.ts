// The options of the reader, as a program gives them: often from the config of a stack, which no compiler has checked.
import type { Ds } from '../../dnssec/records.ts';
import type { AddressPolicy } from './server.ts';

export interface ReaderOptions {
  /** `ADDR`, `ADDR:PORT` or `[V6]:PORT`; the system's resolvers where absent. */
  readonly resolver?: string;
  /** The port of the zones' own servers: that of a `resolver` on the loopback, else 53. */
  readonly authorityPort?: number;
  /** The zones' own servers are never queried, as on a closed network. */
  readonly resolverOnly?: boolean;
  /** Which addresses the zones' own servers may have: `global`, unless `resolver` is given and is on the loopback. */
  readonly addresses?: AddressPolicy;
  /** How long one packet is waited for. */
  readonly timeoutMs?: number;
  /** Packets sent to one server for one question. */
  readonly tries?: number;
  readonly signal?: AbortSignal;
  /** The keys of the root zone, as DS records. Where absent, IANA's; and none, so that nothing is validated, with an `authorityPort` other
   * than 53: that is another internet, with a root of its own. */
  readonly trustAnchors?: readonly Ds[];
}

/** An option that the reader does not have, or a value that it cannot use: ignored, it would have no effect. */
export class ReaderOptionError extends Error {
  override readonly name = 'ReaderOptionError';
  readonly code = 'bad-option';
}

const isPort = (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 65_535;
const isPositive = (value: unknown) => typeof value === 'number' && value > 0;

const KINDS: Readonly<
  Record<keyof ReaderOptions, readonly [words: string, is: (value: unknown) => boolean]>
> = {
  resolver: ['a text', (value) => typeof value === 'string'],
  authorityPort: ['a whole number from 1 to 65535', isPort],
  resolverOnly: ['true or false', (value) => typeof value === 'boolean'],
  addresses: ['"global" or "any"', (value) => value === 'global' || value === 'any'],
  timeoutMs: ['a number above 0', isPositive],
  tries: ['a number above 0', isPositive],
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  trustAnchors: ['a list', Array.isArray],
};

/** Throws ReaderOptionError. An option whose value is undefined is absent. */
export function checkOptions(options: ReaderOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new ReaderOptionError(
      `the options must be an object such as { resolver: "192.0.2.53" }, not ${shownValue(options)}`,
    );
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof ReaderOptions] : undefined;
    if (kind === undefined) {
      const known = Object.keys(KINDS).join(', ');
      throw new ReaderOptionError(`${JSON.stringify(name)} is not an option: write one of ${known}`);
    }
    const [words, is] = kind;
    if (is(value)) continue;
    throw new ReaderOptionError(`the option ${name} must be ${words}, not ${shownValue(value)}`);
  }
}

const MAX_SHOWN = 60;

export function shownValue(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, MAX_SHOWN);
}
