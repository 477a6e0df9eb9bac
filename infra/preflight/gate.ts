// The preflight as a gate: asked before the first resource of a host is created, it lets the host through or not.
import { hostNames } from '../plan/names.ts';
import type { HostFacts } from '../plan/types.ts';
import type { Finding } from './finding.ts';
import { formatFindings } from './format.ts';
import { preflightHost } from './hook.ts';
import type { Reader } from './reader/reader.ts';

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

/** Asked with a resource's logical name; throws BlockedError for a certificate whose host is blocked. */
export type Gate = (resource: { readonly name: string }) => Promise<void>;

/** Told of findings that do not stop a host. */
export type Warn = (host: string, text: string) => void;

export function preflightGate(hosts: readonly HostFacts[], reader: Reader, warn: Warn): Gate {
  const byCertificate = new Map(hosts.map((host) => [hostNames(host.host).certificate, host]));
  return async ({ name }) => {
    const host = byCertificate.get(name);
    if (host !== undefined) await letThrough(host, reader, warn);
  };
}

/** Throws BlockedError for a host that must not be made yet. */
export async function letThrough(host: HostFacts, reader: Reader, warn: Warn): Promise<void> {
  const findings = await preflightHost(host, reader);
  const blocked = findings.filter(({ severity }) => severity === 'blocked');
  if (blocked.length > 0) throw new BlockedError(host.host, blocked);
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  if (warnings.length > 0) warn(host.host, formatFindings(warnings, { indent: 2 }));
}
