// Targets that no longer exist: records that lead to something that is deleted, and that others may be able to claim.
import { factsOf, isAbout } from '../preflight/codes.ts';
import { bySeverity, type Finding, isBlocking, isUnread } from '../preflight/finding.ts';
import { forEachHost } from '../preflight/reader/deadline.ts';
import type { Reader } from '../preflight/reader/reader.ts';
import { observeTarget, type WebOptions } from './observe-target.ts';
import { targetFindings } from './rule.ts';

export type { WebOptions } from './observe-target.ts';

export interface TargetOptions extends WebOptions {
  /** The name that a removal deletes, by host, where the host's record stays because its owner set it. */
  readonly deleted?: ReadonlyMap<string, string>;
}

const LIMITS = { atOnce: 20, timeoutMs: 10_000 };

/** The findings on a host with those on where it leads: what follows from one cause is left out, and what the other contradicts. */
export function withTarget(findings: readonly Finding[], leads: readonly Finding[]): Finding[] {
  const isExplained = findings.some((one) => isBlocking(one) && factsOf(one).hidesTarget);
  const left = leads.filter((one) => !isExplained || !isUnread(one));
  const isLost = left.some(isBlocking);
  const right = findings.filter((one) => !isLost || !isAbout(one, 'routed'));
  return bySeverity([...right, ...left]);
}

/** Returns the findings by host; a host without findings is absent. */
export async function checkTargets(
  hosts: readonly string[],
  reader: Reader,
  { deleted, ...web }: TargetOptions = {},
): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const all = await forEachHost([...new Set(hosts)], reader, LIMITS, async (host, bounded) => {
    const state = await observeTarget(host, bounded, web);
    return [host, targetFindings(host, state, deleted?.get(host))] as const;
  });
  return new Map(all.filter(([, findings]) => findings.length > 0));
}
