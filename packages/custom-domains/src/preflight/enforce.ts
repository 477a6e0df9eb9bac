// What is done about a blocked host where one host is the program: it stops before its first resource.
import type { HostSpec } from '../dns-hosts/zone.ts';
import { check } from './check.ts';
import type { Finding } from './finding.ts';
import type { Expected } from './observation/observation.ts';
import type { Reader } from './reader/reader.ts';
import { formatFindings } from './reports/text.ts';

/** A host that must not be created yet; the message is what a person reads beside it. */
export class BlockedError extends Error {
  readonly host: string;
  readonly findings: readonly Finding[];

  constructor(host: string, findings: readonly Finding[]) {
    super(`${host} is blocked; nothing of it was created\n${formatFindings(findings, { indent: 2 })}`);
    this.name = 'BlockedError';
    this.host = host;
    this.findings = findings;
  }
}

/** Receives the findings that do not stop a host, as text. */
export type Warn = (host: string, text: string) => void;

export interface EnforceOptions {
  readonly reader: Reader;
  readonly warn: Warn;
  /** The host's own records, where the stack has it already: those are no conflict, everything else is judged. */
  readonly own?: Expected;
}

/** Throws BlockedError for a host that must not be created yet. */
export async function assertNotBlocked(host: HostSpec, { reader, warn, own }: EnforceOptions): Promise<void> {
  const expected = own && new Map([[host.host, own]]);
  const [checked] = await check([host], reader, { expected });
  const { blocked = [], warning = [] } = Object.groupBy(checked?.findings ?? [], ({ severity }) => severity);
  if (blocked.length > 0) throw new BlockedError(host.host, blocked);
  if (warning.length > 0) warn(host.host, formatFindings(warning, { indent: 2 }));
}
