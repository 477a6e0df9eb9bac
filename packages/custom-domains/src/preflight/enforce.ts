// Stops a blocked host before its first resource, in a program that is about one host.
import type { HostSpec } from '../dns-hosts/zone.ts';
import { check } from './check.ts';
import type { Finding } from './finding.ts';
import type { Expected } from './observation/observation.ts';
import type { Reader } from './reader/reader.ts';
import { formatFindings } from './reports/text.ts';

/** A host that must not be created yet; the message has the findings with their fixes. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
  readonly code = 'host-blocked';
  readonly host: string;
  readonly findings: readonly Finding[];

  constructor(host: string, findings: readonly Finding[]) {
    super(`${host} is blocked; nothing of it was created\n${formatFindings(findings, { indent: 2 })}`);
    this.host = host;
    this.findings = findings;
  }
}

/** Receives text about one host. Pulumi's log is a promise, for whoever has to know that the text has reached the engine. */
export type Warn = (host: string, text: string) => Promise<void> | void;

export interface EnforceOptions {
  readonly reader: Reader;
  /** Receives the findings that do not stop the host, as text. */
  readonly warn: Warn;
  /** The host's own records, where the stack has it already: they are not conflicts, and everything else is judged. */
  readonly own?: Expected;
}

/** Throws BlockedError for a host that must not be created yet. */
export async function assertNotBlocked(host: HostSpec, { reader, warn, own }: EnforceOptions): Promise<void> {
  const expected = own && new Map([[host.host, own]]);
  const [checked] = await check([host], reader, { expected });
  const { blocked = [], warning = [] } = Object.groupBy(checked?.findings ?? [], ({ severity }) => severity);
  if (blocked.length > 0) throw new BlockedError(host.host, blocked);
  if (warning.length > 0) await warn(host.host, String(formatFindings(warning, { indent: 2 })));
}
