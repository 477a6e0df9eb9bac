// Targets that no longer exist: records that lead to something that is deleted, and that others may be able to claim.
import { bySeverity, type Finding, isBlocking } from '../preflight/finding.ts';
import { createLimiter } from '../preflight/reader/bounds.ts';
import { withDeadline } from '../preflight/reader/deadline.ts';
import type { Reader } from '../preflight/reader/reader.ts';
import { observeTarget, type WebOptions } from './observe-target.ts';
import { targetFindings } from './rule.ts';

export type { WebOptions } from './observe-target.ts';

export interface TargetOptions extends WebOptions {
  /** The name that a removal deletes, by host, where the host's record stays because its owner set it. */
  readonly deleted?: ReadonlyMap<string, string>;
}

const HOSTS_AT_ONCE = 20;
/** How long the DNS queries of one host may take. */
const HOST_TIMEOUT_MS = 10_000;

/** What makes a host unreadable, so that where it leads is too. */
const CAUSES = ['no-such-zone', 'zone-not-delegated', 'lame-delegation', 'dns-unreadable', 'caa-unreadable'];

/** The findings on a host with those on where it leads: what follows from one cause is left out, and what the other contradicts. */
export function withTarget(findings: readonly Finding[], leads: readonly Finding[]): Finding[] {
  const isExplained = findings.some((one) => isBlocking(one) && CAUSES.includes(one.code));
  const left = leads.filter(({ code }) => code !== 'target-unreadable' || !isExplained);
  const isLost = left.some((one) => isBlocking(one) && one.code === 'target-missing');
  const right = findings.filter(({ code }) => code !== 'already-configured' || !isLost);
  return bySeverity([...right, ...left]);
}

/** Returns the findings by host; a host without findings is absent. */
export async function checkTargets(
  hosts: readonly string[],
  reader: Reader,
  { deleted, ...web }: TargetOptions = {},
): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const limiter = createLimiter(HOSTS_AT_ONCE);
  const checkOne = async (host: string) => {
    const bounded = withDeadline(reader, HOST_TIMEOUT_MS);
    const state = await observeTarget(host, bounded.reader, web).finally(bounded.end);
    return [host, targetFindings(host, state, deleted?.get(host))] as const;
  };
  const all = await Promise.all([...new Set(hosts)].map((host) => limiter(() => checkOne(host))));
  return new Map(all.filter(([, findings]) => findings.length > 0));
}
