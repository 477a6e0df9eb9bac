// Judges the hosts of a stack, all at once, for the run, every command and the page: nobody else decides. Pure.

import type { ExistingHost } from '@petstore/custom-domains/many-hosts';
import { command } from '@petstore/custom-domains/output';
import {
  type Adoptable,
  delaysVerification,
  type Finding,
  flattenedZone,
  guardedDeletions,
  isAbout,
  isBlocked,
  isBlocking,
  isRoutingMissing,
  placeLost,
  protectedRecords,
  redirectsToBlocked,
  removalsOf,
  routingTypes,
  withAdoption,
  withMove,
} from '@petstore/custom-domains/preflight';
import { PLACE_TYPES } from '../config/host-entry.ts';
import { attachmentKind } from '../plan/plan-stack.ts';
import { type Audience, domainsCommand } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';
import type { HostFacts } from './facts.ts';
import { type HostMove, isMoving, isPlaceGone, moveOf } from './moves.ts';
import { voiced } from './voice.ts';

interface Judgement {
  /** As the user of the stack reads them; none where DNS was not read. */
  readonly findings: readonly Finding[];
  /** A deployment leaves it out. One that the stack has already is never left out. */
  readonly isLeftOut: boolean;
  readonly move?: HostMove;
}

export type JudgedHost<Facts extends HostFacts = HostFacts> = Facts & Judgement;

/** In the order of the hosts. A redirect is judged right only beside its target. */
export function judgeHosts<Facts extends HostFacts>(
  hosts: readonly Facts[],
  audience: Audience,
): JudgedHost<Facts>[] {
  const judged = hosts.map((facts) => ({ ...facts, ...judgeHost(facts, audience) }));
  const deployed = new Set(hosts.filter(({ own }) => own !== undefined).map(({ plan }) => plan.host));
  const leading = redirectsToBlocked(judged, deployed);
  return judged.map((one) => {
    const findings = [...(leading.get(one.plan.host) ?? []), ...one.findings];
    return { ...one, findings, isLeftOut: one.own === undefined && isBlocked(findings) };
  });
}

function judgeHost(facts: HostFacts, audience: Audience): Pick<Judgement, 'findings' | 'move'> {
  const { plan, dns } = facts;
  const move = moveOf(facts, audience);
  if (dns === undefined) return { findings: [], move };
  const command = (name: string) => domainsCommand(name, plan.host, audience);
  const moving = move && { ...move, region: plan.certificateRegion, command };
  const found = moving === undefined ? withAccount(facts) : withMove(plan, withAccount(facts), moving);
  const lost = isPlaceGone(facts) ? [placeLost(plan)] : [];
  return {
    findings: voiced(plan, [...found, ...lost, ...guards(facts), ...flattened(facts)], audience),
    move,
  };
}

/** No query shows it before the first record is set: the zone's API does. */
function flattened({ plan, dns, own, flattens }: HostFacts): Finding[] {
  return flattens ? flattenedZone(plan, dns?.findings ?? [], own ? 'warning' : 'blocked') : [];
}

/** What exists stays as it is until it changes: only a new host needs records that nobody can create. */
function guards(facts: HostFacts): Finding[] {
  const { plan, own, output, protections = [] } = facts;
  const severity = own === undefined && plan.adopt === undefined ? 'blocked' : 'warning';
  const kept = routingTypes(plan);
  const served = output && own ? routingTypes({ ...plan, target: attachmentKind(output) }) : [];
  const replaced = isMoving(facts) ? (plan.moving?.replaces ?? []).map(({ type }) => type) : served;
  const deleted = [...new Set(replaced)].filter((type) => !kept.includes(type));
  return [
    ...protectedRecords(plan, protections).map((one) => ({ ...one, severity }) as const),
    ...guardedDeletions(plan, protections, deleted),
  ];
}

/** The findings with what the account has in the place of conflicts that are exactly the stack's records. */
function withAccount({ plan, dns, own, account, reported }: HostFacts): readonly Finding[] {
  const { findings } = dns ?? { findings: [] };
  if (plan.moving !== undefined) return findings;
  const declared = plan.adopt !== undefined;
  // Nobody read the account: a deployment compares what exists with what the stack would create.
  if (account === undefined)
    return own === undefined ? withAdoption(plan, findings, { declared, reported }) : findings;
  const known =
    'error' in account
      ? { failure: account.error.message }
      : { existing: adoptableOf(plan, account.existing) };
  return withAdoption(plan, findings, { declared, ...known });
}

function adoptableOf({ host, target, adopt }: HostPlan, existing: ExistingHost): Adoptable {
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

/** For the owner of an external host. `open` prevents the verification of a deployed one; `later` is changed only after it, at the host's own
 * name: the new record of a host of the API is known once it is attached, and the old place of one that moves in serves until the end. */
export function verificationFindings({ plan, own, findings }: JudgedHost) {
  const isRoutingLater = plan.moving !== undefined || own?.target === undefined || own.routingAwaited;
  const isLater = (one: Finding) => isOfRouting(one) || isAbout(one, 'alias');
  const later = isRoutingLater ? findings.filter(isLater) : [];
  const inTheWay = findings.filter((one) => delaysVerification(one) && !later.includes(one));
  return { open: inTheWay, later };
}

function isOfRouting(one: Finding): boolean {
  const isOfOldPlace = isAbout(one, 'move') && !isBlocking(one);
  return isOfOldPlace || isRoutingMissing(one) || isAbout(one, 'old-place');
}

/** Of a host that is not attached, so that what its name leads to is all that can serve it. */
export function isOtherPlace(one: Finding): boolean {
  const removed = removalsOf([one]);
  const isLeading = removed.length === 0 || removed.some(({ type }) => PLACE_TYPES.includes(type));
  return isAbout(one, 'old-place') && isLeading;
}

/** Of a deployed host whose validation record is gone, or stands at another name. */
export function isValidationLost(one: Finding): boolean {
  return isAbout(one, 'own-records') && !isRoutingMissing(one);
}

/** About what its owner sets: its validation record, or what is at its own name. */
export function isOfRecords(one: Finding): boolean {
  return isOfRouting(one) || isAbout(one, 'own-records');
}
