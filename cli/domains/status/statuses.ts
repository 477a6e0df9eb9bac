// The status of hosts now: DNS, the certificate, the response of each, and the time until resolvers have the new record.
import {
  guardRenewal,
  isConclusive,
  isRouted,
  type Reader,
  renewalOf,
} from '@petstore/custom-domains/preflight';
import type { Deployed } from '../../../infra/hosts/host-output.ts';
import type { HostReading } from '../../../infra/hosts/reading.ts';
import { isServed } from '../../../infra/plan/plan-stack.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import { type Context, localAuthority, stepOptions } from '../context.ts';
import { type HostReport, type ReadHost, readHosts, reportOf } from '../hosts.ts';
import { faultOf, probeOf } from './probe.ts';

/** Reads the DNS of the hosts, then connects to each host that should respond. */
export async function readStatuses(
  hosts: readonly HostPlan[],
  stack: StackPlan,
  deployed: Deployed,
  context: Context,
): Promise<HostReport[]> {
  const ca = localAuthority(context);
  const reader = context.newReader();
  const read = await readHosts(hosts, stack, deployed, context, { reader });
  const options = stepOptions(context);
  const { signal } = context.io;
  return Promise.all(
    read.map(async ({ reading, observation }) => {
      const wait = await waitOf({ reading, observation }, reader);
      const response = isServing(reading) ? await responseOf(reading, { reader, ca, signal }) : undefined;
      const judgement = guarded(reading, response);
      return reportOf({ reading: { ...reading, judgement, wait, response }, observation }, options);
    }),
  );
}

/** Clients are sent to it, and it has a certificate: whatever else is found, the site may be up. */
function isServing({ judgement: { facts, findings } }: HostReading): boolean {
  return facts.output?.certificate === 'ISSUED' && isServed(facts.plan) && isRouted(findings);
}

async function responseOf(
  { judgement: { facts }, now }: HostReading,
  options: Parameters<typeof probeOf>[2],
): Promise<HostReading['response']> {
  const { plan, output } = facts;
  const probe = await probeOf(plan, output, options);
  const { certificate } = probe;
  const renewal = certificate && renewalOf(certificate, now);
  const answer = probe.kind === 'responded' ? { status: probe.status, location: probe.location } : {};
  return { ...answer, fault: faultOf(plan, probe), certificate, renewal };
}

/** A lost validation record leaves a host live, with a finding, until it endangers the renewal. */
function guarded(
  { judgement, now }: HostReading,
  response: HostReading['response'],
): HostReading['judgement'] {
  if (response?.renewal === undefined) return judgement;
  const findings = guardRenewal(judgement.facts.plan, judgement.findings, response.renewal, now);
  return { ...judgement, findings };
}

/**
 * Other resolvers may return what this one returns: the old record for its remaining TTL, or NXDOMAIN for the negative
 * TTL (RFC 2308 5). Before the record is set, the whole of these times is still ahead.
 */
async function waitOf({ reading, observation }: ReadHost, reader: Reader): Promise<number> {
  const { facts, findings } = reading.judgement;
  const { plan } = facts;
  const target = observation.expected?.expected.target;
  if (target === undefined) return 0;
  const answer = await reader.resolve(plan.host, plan.apex ? 'A' : 'CNAME');
  if (!isConclusive(answer)) return 0;
  if (answer.kind !== 'found')
    return answer.negativeTtl ?? (observation.cut.kind === 'zone' ? observation.cut.negativeTtl : 0);
  const isNew = isRouted(findings) && (plan.apex || answer.records.some(({ value }) => value === target));
  return isNew ? 0 : Math.max(...answer.records.map(({ ttl }) => ttl));
}
