// The preflight as a gate: asked before the first resource of a host is created, it lets the host through or not.
import { hostNames } from '../plan/names.ts';
import type { HostFacts } from '../plan/types.ts';
import type { Finding } from './finding.ts';
import { formatFindings } from './format.ts';
import { observe } from './observe/observe.ts';
import type { Reader } from './reader/reader.ts';
import { findingsOf } from './rules/index.ts';

/** A host that must not be made yet; the message is what a person reads beside it. */
export class BlockedError extends Error {
  readonly host: string;
  readonly findings: readonly Finding[];

  constructor(host: string, findings: readonly Finding[]) {
    super(`${host} is blocked; nothing of it was made\n${formatFindings(findings, { indent: 2 })}`);
    this.name = 'BlockedError';
    this.host = host;
    this.findings = findings;
  }
}

/** Told of findings that do not stop a host. */
export type Warn = (host: string, text: string) => void;

export interface GateOptions {
  readonly reader: Reader;
  readonly warn: Warn;
  /** Whether the stack has that resource already, by its logical name; asked where a host is found blocked. */
  readonly has: (name: string) => boolean | Promise<boolean>;
}

/**
 * Throws BlockedError for a host that must not be made yet. One that is attached has records of its own in DNS, and
 * gets another certificate because it moves: to another site, or to be a redirect. Those records are no conflict.
 */
export async function letThrough(host: HostFacts, { reader, warn, has }: GateOptions): Promise<void> {
  const findings = findingsOf(host, await observe(host, reader));
  const blocked = findings.filter(({ severity }) => severity === 'blocked');
  if (blocked.length > 0) {
    if (await has(hostNames(host.host).attachment)) return;
    throw new BlockedError(host.host, blocked);
  }
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  if (warnings.length > 0) warn(host.host, formatFindings(warnings, { indent: 2 }));
}
