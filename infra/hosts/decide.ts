// Decides what a run does with each host, from what was read. Pure.
import {
  type AttachmentSlots,
  attachmentSlots,
  type ExistingHost,
  importsOf,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import { hostNames, OWNER_SECONDS } from '@petstore/custom-domains/names';
import { command } from '@petstore/custom-domains/output';
import {
  type Adoptable,
  type Finding,
  isBlocked,
  mayBeAdoptable,
  withAdoption,
} from '@petstore/custom-domains/preflight';
import type { Settings } from '../config/settings.ts';
import { planHost, targetOf } from '../plan/plan-stack.ts';
import type { HostPlan } from '../plan/types.ts';
import type { Declared, HostDecision, HostFacts, Judged, StackFacts } from './decision.ts';
import { previousHosts } from './host-output.ts';
import { findingsFor } from './log.ts';
import { isMoving, moveOf } from './moving.ts';

/** In the plan's order. A host in the state is never left out; one whose certificate failed before it was attached counts as new. */
export function decideHosts(facts: StackFacts): HostDecision[] {
  const all = facts.hosts.map((one) => judge(one, facts));
  const isLeftOut = ({ facts: { own }, findings }: Judged) => own === undefined && isBlocked(findings);
  const leftOut = new Set(all.filter(isLeftOut).map((one) => one.facts.plan.host));
  return all
    .map((one) => withTarget(one, leftOut))
    .map((one) => (isLeftOut(one) ? { kind: 'left-out', ...one } : declared(one, facts)));
}

/** The preflight judges a redirect's target by DNS alone: one that is adopted or moves in is not left out. */
function withTarget(judged: Judged, leftOut: ReadonlySet<string>): Judged {
  const { redirect } = judged.facts.plan;
  if (redirect === undefined || leftOut.has(new URL(redirect.to).hostname)) return judged;
  return { ...judged, findings: judged.findings.filter(({ code }) => code !== 'target-blocked') };
}

/** With what the account has of the host, and what its move does instead of the conflicts. */
function judge(facts: HostFacts, { plan: { stack, settings }, state, internetFile }: StackFacts): Judged {
  const move = moveOf(facts, state, stack);
  if (settings.preflight === 'off') return { facts, findings: [], move };
  return {
    facts,
    findings: findingsFor(facts.plan, withAccount(facts), { stack, internetFile }, move),
    move,
  };
}

function declared(judged: Judged, { plan, state, now }: StackFacts): Declared {
  const { facts, move } = judged;
  const held = heldPlan(judged, plan.settings);
  const { certificate, kept } = slotsOf(held, state, { region: plan.region, now });
  // A host that is held may have another certificate than its plan leads to, which nothing was looked up of.
  const isSame = certificate.name === facts.certificate.name;
  return {
    ...judged,
    kind: 'declared',
    plan: held,
    certificate: isSame ? { name: certificate.name, retryOf: facts.certificate.retryOf } : certificate,
    kept,
    routingAwaitedUntil: routingAwaitedUntil(judged, now),
    imports: new Map([...adoptionImports(facts, state), ...(move?.imports ?? [])]),
  };
}

/** A deployed host that will redirect to a blocked one keeps serving its site, if it served one, until the target exists. */
function heldPlan({ facts: { plan, before }, findings }: Judged, settings: Settings): HostPlan {
  const isHeld = findings.some(({ code }) => code === 'target-blocked');
  if (!isHeld || before === undefined || before.role === 'redirect') return plan;
  return planHost({ host: plan.host, site: before.site, role: 'domain' }, settings);
}

/** By the state, and by the TTL of the routing record after the last deployment that reached its end. */
export function slotsOf(
  plan: HostPlan,
  state: StackState,
  { region, now }: { readonly region: string; readonly now: number },
): AttachmentSlots {
  const records = previousHosts(state)[plan.host]?.records ?? [];
  const routing = records.find(({ purpose, type }) => purpose === 'routing' && type !== 'HTTPS');
  return attachmentSlots(plan, state, { region, now, ttl: routing?.ttl });
}

/**
 * So long the owner of an external host is waited for, for the outputs of this run: a week from the run that attaches the host,
 * or moves it to another kind of attachment. Its routing record is known only then, so that it cannot be set before;
 * afterwards its absence is drift. Undefined where nobody is waited for: the record was seen, or had to be right before.
 */
function routingAwaitedUntil({ facts: { plan, before }, findings }: Judged, now: number): string | undefined {
  if (plan.zone.provider !== 'external' || !plan.zone.verified) return undefined;
  const isAttached = before?.target !== undefined && targetOf(before) === plan.target;
  if (!isAttached) return new Date(now + OWNER_SECONDS * 1000).toISOString();
  return findings.some(({ code }) => code === 'already-configured') ? undefined : before.routingAwaitedUntil;
}

/**
 * Whether a decision depends on what the account and the zone have: to adopt the host, to move it in, or to find out
 * whether what conflicts with a new one is the account's own.
 */
export function isAccountRead({ plan, own, findings }: HostFacts, state: StackState): boolean {
  if (isMoving(plan, state) || isToAdopt(plan, state)) return true;
  return plan.moving === undefined && own === undefined && mayBeAdoptable(findings);
}

/** Whether the stack lacks a resource of a host that it is to adopt: the routing record is the last of them. */
function isToAdopt({ host, zone, adopt }: HostPlan, { names }: StackState): boolean {
  if (adopt === undefined) return false;
  const own = hostNames(host);
  const has = (name: string) => names.has(name);
  const isRouted = has(own.routingRecord) || has(own.routingRecordA) || zone.provider === 'external';
  const isCertified = has(own.certificate) || has(own.secondCertificate);
  return !(isCertified && has(own.attachment) && isRouted);
}

/** What the state has already is not imported again: Pulumi would replace it. */
function adoptionImports({ plan, account }: HostFacts, state: StackState): Declared['imports'] {
  if (!isToAdopt(plan, state) || account === undefined || 'error' in account) return new Map();
  return new Map([...importsOf(plan.host, account.existing)].filter(([name]) => !state.names.has(name)));
}

/** The findings with what the account has in the place of conflicts that are exactly the stack's records. */
function withAccount({ plan, findings, account }: HostFacts): readonly Finding[] {
  if (account === undefined || plan.moving !== undefined) return findings;
  const known =
    'error' in account
      ? { failure: account.error.message }
      : { existing: describeExisting(plan, account.existing) };
  return withAdoption(plan, findings, { declared: plan.adopt !== undefined, ...known });
}

/** For the findings: what exists, in words. */
function describeExisting({ host, target, adopt }: HostPlan, existing: ExistingHost): Adoptable {
  const { certificateArn, attachment, validation, routing, differing } = existing;
  // No look-up finds a distribution without its id. Where the account has the certificate, it is the one that the record leads to.
  const isUnnamed = target === 'distribution' && adopt?.distribution === undefined && certificateArn;
  const own = differing.filter(
    ({ type, value }) => isUnnamed && (type === 'HTTPS' || value.split('.').includes('cloudfront')),
  );
  const records = [...routing, ...own];
  const serving = target === 'gateway' ? 'the domain name' : 'the distribution';
  const texts = [
    certificateArn && `the certificate ${certificateArn}`,
    attachment && `${serving} ${attachment.target}`,
    validation && `the record ${validation.type} ${validation.name}`,
    ...records.map(({ type, value, ttl }) => `the record ${type} ${value}${ttl ? ` (TTL ${ttl})` : ''}`),
  ];
  const mapping = `{ host: ${host}, mapping: ID }, with the ApiMappingId of ${command`aws apigatewayv2 get-api-mappings --domain-name ${host}`}, or mapping: none once one that leads to another API is deleted`;
  const distribution = `{ host: ${host}, distribution: ID }, with the Id that ${command`aws cloudfront list-distributions`} has for its DomainName`;
  const isMappingOpen = target === 'gateway' && adopt?.mapping === undefined;
  return {
    resources: texts.filter((text): text is string => Boolean(text)),
    isServed: attachment !== undefined || own.length > 0,
    hasHttps: records.some(({ type }) => type === 'HTTPS'),
    differing: differing
      .filter((one) => !own.includes(one))
      .map(({ type, value, special }) => [type, value, special].join(' ')),
    missingId: own.length > 0 ? distribution : isMappingOpen ? mapping : undefined,
  };
}
