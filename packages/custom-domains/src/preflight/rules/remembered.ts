// A host that moves: how long clients may still have what led to its old attachment.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isPermanent, PERMANENT_SECONDS } from '../../names/redirect-status.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import { describeRecord, finding, recordsAtHost, type SeenRecord } from './rule.ts';

/** What a deployed host was before the change. */
export interface Before {
  readonly target: HostSpec['target'];
  readonly redirect?: { readonly to: string; readonly status: number };
}

/** A host in the plan, and where it redirects to. */
type Moving = HostSpec & { readonly redirect?: { readonly to: string } };

/** A move within so many seconds is over before a person notices; it is the least that every DNS host accepts. */
const SHORT = 60;

/** A site and a redirect at distributions share one, which changes in place: no record changes then. */
export function rememberedFor(
  plan: Moving,
  observation: Observation,
  before: Before,
  all: readonly Moving[],
): Finding[] {
  return [...rememberedRecord(plan, observation, before), ...rememberedRedirect(plan, before, all)];
}

function rememberedRecord(plan: Moving, observation: Observation, { target }: Before): Finding[] {
  const record = longestKept(recordsAtHost(plan, observation));
  if (target === plan.target || record === undefined) return [];
  const { ttl } = record;
  const isExternal = plan.zone.provider === 'external';
  const atLeast = observation.resolverOnly ? 'at least ' : '';
  const text = {
    found: `the host moves from a ${target} to a ${plan.target}, and resolvers remember its old record for ${atLeast}${ttl} s: ${describeRecord(record)}`,
    why: `the old ${target} is deleted as soon as the new record is set: until they forget, clients of these resolvers cannot connect`,
    fix: fixOf(plan, ttl),
  };
  return [finding(plan, 'remembered-for', ttl > SHORT || isExternal ? 'warning' : 'info', text)];
}

function fixOf({ zone, host }: Moving, ttl: number): string {
  const lower = `in a change before this one, lower the TTL of ${host} to ${SHORT}, and deploy this one ${ttl} s after that`;
  if (zone.provider === 'external') {
    return `have its owner lower the TTL first, and set the new record as soon as this is deployed`;
  }
  return ttl > SHORT ? lower : 'nothing: the time is short';
}

/** The routing record as clients get it: a CNAME, or the addresses of one that is flattened, or of an alias. */
function longestKept(records: readonly SeenRecord[]): SeenRecord | undefined {
  const routing = records.filter(({ type }) => type === 'CNAME' || type === 'A' || type === 'AAAA');
  return routing.toSorted((a, b) => b.ttl - a.ttl)[0];
}

function rememberedRedirect(plan: Moving, { redirect }: Before, all: readonly Moving[]): Finding[] {
  if (redirect === undefined || !isPermanent(redirect.status)) return [];
  if (plan.redirect?.to === redirect.to) return [];
  const isLoop = all.some((one) => one.host === hostOf(redirect) && hostOf(one.redirect) === plan.host);
  const text = {
    found: `it redirected to ${redirect.to} permanently (${redirect.status}), and browsers remember that for ${PERMANENT_SECONDS} s`,
    why: isLoop
      ? `${hostOf(redirect)} now redirects to this host: for visitors of the last hour the two are a loop`
      : 'visitors of the last hour are sent there, without a request to this host',
    fix: `in a change before this one, make the redirect temporary (302, 307), and deploy this one ${PERMANENT_SECONDS} s after that`,
  };
  return [finding(plan, 'remembered-for', isLoop ? 'warning' : 'info', text)];
}

function hostOf(redirect: { readonly to: string } | undefined): string | undefined {
  return redirect && new URL(redirect.to).hostname;
}
