// Preflight of hosts: each is observed, then judged. Shared queries are sent once for all of them.

import type { HostSpec } from '../dns-hosts/zone.ts';
import { bySeverity, type CheckableHost, type CheckedHost } from './finding.ts';
import type { AssignedServers, Expected } from './observation/observation.ts';
import { observe } from './observation/observe.ts';
import { withDeadline } from './reader/deadline.ts';
import { createLimiter } from './reader/limit.ts';
import type { Reader } from './reader/reader.ts';
import { findingsOf } from './rules/index.ts';
import { redirectsToBlocked } from './rules/redirect-target.ts';
import { type Before, rememberedFor } from './rules/remembered.ts';

export interface CheckOptions {
  /** The records of each deployed host, which is checked for drift, and whose own records are not conflicts. */
  readonly expected?: ReadonlyMap<string, Expected>;
  /** The name servers of each declared zone whose DNS host's API was asked. */
  readonly assigned?: ReadonlyMap<string, AssignedServers>;
  /** What each host was whose attachment changes. */
  readonly before?: ReadonlyMap<string, Before>;
  readonly onChecked?: (done: number) => void;
  /** Milliseconds for the queries of one host. What is not known then is reported as such. */
  readonly hostTimeoutMs?: number;
}

/** A host in progress takes memory; more at once would not be faster, as the reader has a bound of its own. */
const HOSTS_AT_ONCE = 200;

/** Observes and judges the hosts; the results are in the order of the hosts. */
export async function check<Host extends CheckableHost>(
  hosts: readonly Host[],
  reader: Reader,
  {
    expected = new Map(),
    before = new Map(),
    assigned = new Map(),
    onChecked,
    hostTimeoutMs = 15_000,
  }: CheckOptions = {},
): Promise<CheckedHost<Host>[]> {
  let done = 0;
  const limiter = createLimiter(HOSTS_AT_ONCE);
  const checkOne = async (plan: Host): Promise<CheckedHost<Host>> => {
    const bounded = withDeadline(reader, hostTimeoutMs);
    const known = { expected: expected.get(plan.host), assigned: assignedOf(plan, assigned) };
    const observation = await observe(plan, bounded.reader, known).finally(bounded.end);
    onChecked?.(++done);
    const was = before.get(plan.host);
    const moved = was === undefined ? [] : rememberedFor(plan, observation, was, hosts);
    return { plan, observation, findings: bySeverity([...findingsOf(plan, observation), ...moved]) };
  };
  const checked = await Promise.all(hosts.map((plan) => limiter(() => checkOne(plan))));
  const leading = redirectsToBlocked(checked, new Set(expected.keys()));
  return checked.map((one) => ({
    ...one,
    findings: [...(leading.get(one.plan.host) ?? []), ...one.findings],
  }));
}

function assignedOf({ zone }: HostSpec, assigned: ReadonlyMap<string, AssignedServers>) {
  return zone.provider === 'external' ? undefined : assigned.get(zone.name);
}
