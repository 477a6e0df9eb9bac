// Preflight of hosts: each is observed, then judged. Shared queries are sent once for all of them.
import type { HostSpec } from '../dns-hosts/zone.ts';
import { bySeverity, type CheckableHost, type CheckedHost, type Finding, isBlocking } from './finding.ts';
import { wantedZone } from './observation/locate-zone.ts';
import type { AssignedServers, Expected, Observation } from './observation/observation.ts';
import { observe } from './observation/observe.ts';
import { forEachHost } from './reader/deadline.ts';
import type { Reader } from './reader/reader.ts';
import { formatFindings } from './reports/text.ts';
import { type Before, rememberedFor } from './rules/changes.ts';
import { findingsOf } from './rules/index.ts';

export interface CheckOptions {
  /** The records of each deployed host, which is checked for drift, and whose own records are not conflicts. */
  readonly expected?: ReadonlyMap<string, Expected>;
  /** The name servers of each declared zone whose DNS host's API was asked. */
  readonly assigned?: ReadonlyMap<string, AssignedServers>;
  /** What each host was whose attachment changes. */
  readonly before?: ReadonlyMap<string, Before>;
  /** What is known of hosts without DNS: `quotaFindings`. */
  readonly planned?: ReadonlyMap<string, readonly Finding[]>;
  /** What a plan makes of what was observed. */
  readonly amend?: (observation: Observation) => Observation;
  readonly onChecked?: (done: number) => void;
  /** Milliseconds for the queries of one host. What is not known then is reported as such. */
  readonly hostTimeoutMs?: number;
  /** Milliseconds, for what changes on a day. */
  readonly now?: () => number;
}

/** A host in progress takes memory; more at once are hardly faster, as the reader has a bound of its own. */
export const HOST_LIMITS = { atOnce: 150, timeoutMs: 15_000 };

export async function check<Host extends CheckableHost>(
  hosts: readonly Host[],
  reader: Reader,
  {
    expected = new Map(),
    before = new Map(),
    assigned = new Map(),
    planned = new Map(),
    amend = (observation) => observation,
    onChecked,
    hostTimeoutMs: timeoutMs = HOST_LIMITS.timeoutMs,
    now = Date.now,
  }: CheckOptions = {},
): Promise<CheckedHost<Host>[]> {
  let done = 0;
  const checkOne = async (plan: Host, bounded: Reader): Promise<CheckedHost<Host>> => {
    const zone = plan.zone.provider === 'external' ? undefined : plan.zone.name;
    const known = {
      at: now(),
      expected: expected.get(plan.host),
      assigned: zone === undefined ? undefined : assigned.get(zone),
    };
    const observation = amend(await observe(plan, bounded, known));
    onChecked?.(++done);
    const was = before.get(plan.host);
    const moved = was === undefined ? [] : rememberedFor(plan, observation, was, hosts);
    return {
      plan,
      observation,
      findings: bySeverity([...(planned.get(plan.host) ?? []), ...findingsOf(plan, observation), ...moved]),
    };
  };
  const checked = await forEachHost(inTurn(hosts), reader, { ...HOST_LIMITS, timeoutMs }, checkOne);
  const results = new Map(checked.map((one) => [one.plan, one]));
  return hosts.map((host) => results.get(host) as CheckedHost<Host>);
}

/** The state of so many zones fits the bounds of what a reader keeps. */
const ZONES_IN_TURN = 50;

/** One host of each of these zones, then the next of each: hosts of one zone wait together for what they share. */
function inTurn<Host extends CheckableHost>(hosts: readonly Host[]): Host[] {
  const next = new Map<string | undefined, number>();
  const places = new Map<Host, number>();
  for (const host of hosts) {
    const zone = wantedZone(host);
    const place = next.get(zone) ?? Math.floor(next.size / ZONES_IN_TURN) * hosts.length;
    places.set(host, place);
    next.set(zone, place + 1);
  }
  return [...hosts].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

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

/** Throws BlockedError for a host that must not be created yet; `warn` receives the findings that do not stop it. `own`: the host's own
 * records, where the stack has it already: they are not conflicts, and everything else is judged. */
export async function assertNotBlocked(
  host: HostSpec,
  reader: Reader,
  warn: Warn,
  own: Expected | undefined,
): Promise<void> {
  const expected = own && new Map([[host.host, own]]);
  const [checked] = await check([host], reader, { expected });
  const { findings = [] } = checked ?? {};
  const blocked = findings.filter(isBlocking);
  if (blocked.length > 0) throw new BlockedError(host.host, blocked);
  const warning = findings.filter(({ severity }) => severity === 'warning');
  if (warning.length > 0) await warn(host.host, String(formatFindings(warning, { indent: 2 })));
}
