// What changes between hosts: how long clients may still have what led to a host's old attachment, and redirects whose target is blocked.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { keptSeconds, OWNER_SECONDS } from '../../names/record-ttl.ts';
import { isPermanent, PERMANENT_SECONDS } from '../../names/redirect-status.ts';
import { type CheckableHost, type CheckedHost, type Finding, isBlocked, verdictOf } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import { describeRecord, finding, isAddress, recordsAtHost } from './rule.ts';

export interface Before {
  readonly target: HostSpec['target'];
  readonly redirect?: { readonly to: string; readonly status: number };
}

export function rememberedFor(
  plan: CheckableHost,
  observation: Observation,
  before: Before,
  all: readonly CheckableHost[],
): Finding[] {
  return [...rememberedRecord(plan, observation, before), ...rememberedRedirect(plan, before, all)];
}

/** A site and a redirect at distributions share one, which changes in place: no record changes then. */
function rememberedRecord(plan: CheckableHost, observation: Observation, { target }: Before): Finding[] {
  // The routing record as clients get it: a CNAME, or the addresses of one that is flattened, or of an alias.
  const routing = recordsAtHost(plan, observation).filter(({ type }) => type === 'CNAME' || isAddress(type));
  const [record] = routing.toSorted((a, b) => b.ttl - a.ttl);
  if (target === plan.target || record === undefined) return [];
  const atLeast = observation.resolverOnly ? 'at least ' : '';
  const found = `the host moves from a ${target} to a ${plan.target}, and resolvers remember its old record for ${atLeast}${record.ttl} s: ${describeRecord(record)}`;
  // The program keeps the old attachment: `attachmentSlots`.
  if (plan.zone.provider !== 'external') {
    const why = `the old ${target} serves their clients meanwhile: it is kept for ${keptSeconds(record.ttl)} s after the new record is set`;
    const fix = 'nothing: the first deployment after that deletes it';
    return [finding(plan, 'remembered-for', 'info', { found, why, fix })];
  }
  const days = OWNER_SECONDS / 86_400;
  const why = `the old ${target} serves the host until its owner sets the new record: it is kept for ${days} days after this is deployed`;
  const fix = `have its owner set the new record within that time: the first deployment after it deletes the old ${target}`;
  return [finding(plan, 'remembered-for', 'warning', { found, why, fix })];
}

function rememberedRedirect(
  plan: CheckableHost,
  { redirect }: Before,
  all: readonly CheckableHost[],
): Finding[] {
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

/** By redirecting host. A target that is deployed responds, whatever its findings are. A new redirect waits for its target; a deployed one
 * stays as it is, so that it is warned of. Nothing is known to be wrong with a target that could not be read, nor with a redirect to it. */
export function redirectsToBlocked(
  checked: readonly Pick<CheckedHost, 'plan' | 'findings'>[],
  deployed: ReadonlySet<string>,
): Map<string, Finding[]> {
  const blocked = checked.filter(({ plan, findings }) => !deployed.has(plan.host) && isBlocked(findings));
  const verdicts = new Map(blocked.map(({ plan, findings }) => [plan.host, verdictOf(findings)]));
  const found = new Map<string, Finding[]>();
  for (const { plan } of checked) {
    const target = hostOf(plan.redirect);
    const verdict = target === undefined ? undefined : verdicts.get(target);
    if (verdict === undefined) continue;
    const isUnknown = verdict === 'unknown';
    const isDeployed = deployed.has(plan.host);
    const code = isUnknown && !isDeployed ? 'dns-unreadable' : 'target-blocked';
    const one = finding(plan, code, isDeployed ? 'warning' : 'blocked', {
      found: `it redirects to ${target}, ${isUnknown ? 'whose DNS could not be read' : 'which is blocked'}`,
      why: 'visitors would be sent to a host that does not respond',
      fix: isUnknown
        ? `run it again when the DNS of ${target} can be read; then both are deployed together`
        : `fix what blocks ${target}; then both are deployed together`,
    });
    found.set(plan.host, [one]);
  }
  return found;
}
