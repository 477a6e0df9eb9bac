// One host's life as it is now: what DNS shows of each step, the certificate, the answer, and how long is still to wait.
import { readFileSync } from 'node:fs';
import type { Reader } from '@petstore/custom-domains/preflight';
import { type CheckedHost, check, isConclusive } from '@petstore/custom-domains/preflight';
import type { HostPlan } from '../../../infra/plan/types.ts';
import type { Context } from '../context.ts';
import { type Deployed, type DeployedHost, expectedHosts } from '../deployed-hosts.ts';
import { type HostState, stateOf } from '../lifecycle.ts';
import { type Probe, probeHost } from './probe.ts';

export interface HostStatus {
  readonly checked: CheckedHost<HostPlan>;
  readonly deployed: DeployedHost | undefined;
  readonly state: HostState;
  /** Absent where the host has no business to answer yet. */
  readonly probe?: Probe;
  /** Why a host that should answer does not, in one sentence. */
  readonly fault?: string;
  /** Seconds for which resolvers may go on giving the answer from before; 0: the one asked has the new one. */
  readonly wait: number;
}

/** DNS of all hosts first, with shared questions asked once; then each host that should answer is asked itself. */
export async function readLives(
  hosts: readonly HostPlan[],
  deployed: Deployed,
  context: Context,
): Promise<HostStatus[]> {
  const reader = context.newReader();
  const checked = await check(hosts, reader, { expected: expectedHosts(deployed) });
  const ca = context.local && readFileSync(context.local.caFile, 'utf8');
  return Promise.all(
    checked.map(async (one): Promise<HostStatus> => {
      const host = deployed.get(one.plan.host);
      const before = stateOf(one, host);
      const wait = await waitOf(one, reader);
      if (before !== 'live') return { checked: one, deployed: host, state: before, wait };
      const probe = await ask(one.plan, host, { reader, ca, signal: context.io.signal });
      const fault = faultOf(one.plan, probe);
      return { checked: one, deployed: host, state: fault ? 'blocked' : 'live', probe, fault, wait };
    }),
  );
}

async function ask(
  plan: HostPlan,
  deployed: DeployedHost | undefined,
  { reader, ca, signal }: { reader: Reader; ca?: string; signal: AbortSignal },
): Promise<Probe> {
  const answers = await Promise.all([reader.resolve(plan.host, 'A'), reader.resolve(plan.host, 'AAAA')]);
  const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  const reachable = addresses.map(({ value }) => value).filter((address) => reader.reaches(address));
  const url = deployed?.url === undefined ? undefined : new URL(deployed.url);
  const path = plan.role !== 'redirect' && plan.site === 'api' ? '/v1/openapi.json' : '/';
  return probeHost(
    { host: plan.host, addresses: reachable, port: Number(url?.port || 443), path, ca },
    signal,
  );
}

function faultOf(plan: HostPlan, probe: Probe): string | undefined {
  if (probe.certificate?.distrust) return `its certificate is not trusted: ${probe.certificate.distrust}`;
  if (probe.kind === 'failed') return `it does not answer: ${probe.reason}`;
  const wanted = plan.redirect?.status ?? 200;
  return probe.status === wanted ? undefined : `it answers ${probe.status}, not ${wanted}`;
}

/**
 * What one resolver still gives is what others may give too: the time left of its old record, or of its "not there"
 * (RFC 2308 5). Before the record is set, the whole of these times is still to come.
 */
async function waitOf(
  { plan, observation, findings }: CheckedHost<HostPlan>,
  reader: Reader,
): Promise<number> {
  const target = observation.expected?.expected.target;
  if (target === undefined) return 0;
  const isSet = findings.some(({ code }) => code === 'already-configured');
  const answer = await reader.resolve(plan.host, plan.apex ? 'A' : 'CNAME');
  if (!isConclusive(answer)) return 0;
  if (answer.kind !== 'found')
    return answer.negativeTtl ?? (observation.cut.kind === 'zone' ? observation.cut.negativeTtl : 0);
  const isNew = isSet && (plan.apex || answer.records.some(({ value }) => value === target));
  return isNew ? 0 : Math.max(...answer.records.map(({ ttl }) => ttl));
}
