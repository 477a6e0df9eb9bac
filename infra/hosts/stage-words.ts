// What is said of a host's stage, by its reason. Sentences about a finding are in voice.ts; what takes a stage further, in next-steps.ts.

import { dayOf, isAbout, isBlocked, renewalRisk, verdictOf } from '@petstore/custom-domains/preflight';
import { explainReason } from '@petstore/custom-domains/state';
import { recordsText } from '../config/host-entry.ts';
import { isServed } from '../plan/plan-stack.ts';
import { domainsCommand, localZoneFile } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';
import { oldRecords } from './facts.ts';
import type { DeployedHost } from './host-output.ts';
import type { Reason, Stage, StageId } from './lifecycle.ts';
import type { Told } from './next-steps.ts';

const DROP_LINE = 'dropping the line of petstore:moving then changes nothing';
const RELEASE =
  'delete the host at its old place when no resolver remembers the old record, its TTL after the change. ';
/** A provider deletes a record by its id or by its name and type, whoever changed it since. */
const OUT_OF_STATE =
  'Where a program of Pulumi or Terraform has created the old place, its destroy would delete the records of the new one: first take the routing record and the validation record out of its state (pulumi state delete URN, terraform state rm)';
const OTHER_PROGRAM =
  'another distribution of the local cloud has the name: remove it from the aliases there, in the program that declares them, and have npm run local deploy again, which gives it to the one here';
const UNSEEN = 'validation record not seen';
const PROVEN = 'validation record seen, and not verified yet';

const SENTENCES: Readonly<Record<Reason, string | ((host: Told) => string)>> = {
  declared: '',
  undeployed: ({ findings, deploy, isMove }) => {
    const cause = verdictOf(findings) === 'unknown' ? 'its DNS can be read' : 'it is not blocked';
    const until = isBlocked(findings) ? ` once ${cause}` : '';
    return isMove ? '' : `not deployed yet: ${deploy} creates it${until}`;
  },
  failed: 'its last deployment failed',
  'failed-change': ({ deploy }) => `its last deployment failed, and it stays as it was: ${deploy} shows why`,
  'nothing-moves': ({ plan }) =>
    `DNS has no record that leads ${plan.host} elsewhere: nothing moves, and adding it is enough`,
  unlisted: ({ plan, newPlace }) =>
    `${newPlace?.declaring ? `declare ${plan.host}, and ` : ''}list it in petstore:moving, so that the records of its old place are no conflict and stay`,
  'outputs-unread': ({ outputsUnread }) => outputsUnread ?? '',
  'dns-unread': 'it could not be read: see below',

  'not-created': (host) => {
    if (!host.isMove) return '';
    return host.output === undefined
      ? `a certificate is requested and validated by a record of its own, while the old place serves${byItself(host)}`
      : `the last deployment of the host failed: ${host.deploy} shows why; once that is fixed, deploy it again`;
  },
  validated: ({ validation }) => (validation === undefined ? '' : 'validation record seen'),
  'validation-unknown': '',
  'validation-unseen': UNSEEN,
  'validation-partly': ({ validation }) => `validation record on ${validation?.server} only`,
  'validation-other': 'its validation record has another value: see below',
  'validation-lost': UNSEEN,
  'owner-sets': seen,
  'owner-fixes': seen,
  unverified: PROVEN,

  issued: ({ findings, response }) => {
    const { certificate, renewal } = response ?? {};
    if (certificate === undefined || renewal === undefined) return 'issued';
    const text = `${certificate.issuer}, for ${certificate.names.join(', ')}, ${renewal.daysLeft} days left`;
    const risk = renewalRisk(findings);
    const late = renewal.progress === 'in-time' ? 'may fail' : 'is late';
    const fate = risk === 'blocked' ? `will fail, and the site with it on ${dayOf(renewal.notAfter)}` : late;
    return risk === undefined ? text : `${text}; its renewal ${fate}: see below`;
  },
  // The reason is known where the failed run reached its end; the preflight's findings follow in any case.
  'certificate-failed': ({ output, deploy }) =>
    output?.reason
      ? `${output.reason}: ${explainReason(output.reason)} (${deploy})`
      : `not issued; ${deploy} shows why`,
  'not-permitted': 'CAA is in the way',
  requested: ({ plan, output }) => (output && plan.zone.provider === 'external' ? 'requested' : ''),
  'requested-again': ({ output }) =>
    `requested again: the earlier request ended as ${output?.earlierRequest}`,
  validating: usual,
  unattached: (host) => (host.output?.certificate === 'ISSUED' ? 'issued' : usual(host)),

  target: ({ plan, output }) => `${kindOf(plan)} exists: ${output?.target}`,
  'no-target': (host) => `${kindOf(host.plan)} is created for the host${byItself(host)}`,
  named: ({ output, newPlace }) =>
    `${output?.target} ${newPlace?.isUnasked === false ? 'answers for the host' : 'has the name'}`,
  'no-name': (host) =>
    `${host.output?.target ?? 'what serves the host here'} gets the name ${isServed(host.plan) ? 'with the next deployment' : 'when the host is verified'}${byItself(host)}`,
  'name-taken': (host) => (host.isLocal ? OTHER_PROGRAM : taken(host)),
  'name-unknown': ({ output, newPlace: { fault, aliases } = {} }) =>
    `${output?.target}: ${fault}; whether another CloudFront distribution has the name could not be found out: ${aliases?.kind === 'unknown' && aliases.why}`,
  'name-fault': ({ output, newPlace }) => `${output?.target}: ${newPlace?.fault}`,

  routed: ({ plan, output, findings, wait = 0, isMove }) => {
    const { found } = findings.find((one) => isAbout(one, 'routed')) ?? {};
    const lag = wait === 0 ? '' : `; a resolver may serve the old value for ${minutes(wait)} more`;
    return isMove ? `${plan.host} leads to ${output?.target}` : `${found}${lag}`;
  },
  untaken: ({ plan, output }) =>
    `${plan.host} leads to ${output?.target}; the next deployment takes the record into the state of the stack`,
  blocked: 'see below',
  'nothing-conflicts': 'nothing conflicts',
  'other-records': 'its name has other records: see below',
  'target-unknown': 'its routing record is known once the host is attached',
  unset: ({ wait = 0 }) =>
    `its routing record does not exist yet; once it is set, resolvers may take up to ${minutes(wait)} to see it`,
  'place-lost': 'it leads nowhere now',
  'waits-for-name': 'it leads to its old place',
  'owner-replaces': (host) => {
    const old = oldOf(host);
    const names = old === '' ? '' : ` (${old})`;
    const how = `its owner replaces the old record${names} with the routing record that the command prints`;
    return host.isMove ? `${how}${remembered(host)}` : 'it leads to its old place';
  },
  drifted: (host) =>
    oldLine(host) ?? 'the stack has the routing record in its state, and DNS leads elsewhere',
  'by-hand': (host) => {
    const none = `no single change by Pulumi replaces ${waitsFor(host)}`;
    return host.isLocal
      ? `${none}: remove it in the program that declares it, and have npm run local deploy again`
      : `${none}: replace them in one change by hand, and the next deployment takes the new record over${remembered(host)}`;
  },
  'unlisted-record': (host) =>
    (host.isLocal ? (oldLine(host) ?? replaced(host)) : host.output?.waiting?.why) ?? '',
  replaced,
  unnamed: (host) =>
    `name what the routing record replaces (${waitsFor(host)}), and deploy: one change of the record${byItself(host)}${remembered(host)}`,

  fault: ({ response }) => response?.fault ?? '',
  unasked: '',
  responds: ({ response }) =>
    response === undefined
      ? ''
      : `responds with ${response.status}${response.location ? ` to ${response.location}` : ''}`,

  kept: ({ output, now }) => keptSentence(output, now) ?? '',
  'unlisted-move': 'petstore:moving does not list the host',
  listed: ({ isMove, isLocal }) => (isMove ? `${isLocal ? '' : RELEASE}${OUT_OF_STATE}; ${DROP_LINE}` : ''),
};

export function stageText({ reason }: Stage, host: Told): string {
  const said = SENTENCES[reason];
  return typeof said === 'string' ? said : said(host);
}

export function whereOf({ id }: Stage, { plan, output, audience, isLocal }: Told): string {
  const { host, zone, certificateRegion } = plan;
  // The local cloud may have another port.
  const { origin } = new URL(output?.url ?? `https://${host}`);
  const file = `Pulumi.${audience.stack}.yaml`;
  const cloud = isLocal ? 'the local cloud' : 'AWS';
  const owners = isLocal ? localZoneFile(audience) : "the DNS host of the host's owner";
  const inZone = zone.provider === 'external' ? owners : `the zone ${zone.name}`;
  const places: Readonly<Record<StageId, string>> = {
    ...{ declared: file, records: inZone, certificate: `${cloud}, ${certificateRegion}`, target: cloud },
    ...{ name: `${cloud}, and what serves the host`, routing: inZone, live: origin },
    released: isLocal ? file : `the old place, then ${file}`,
  };
  return places[id];
}

/** What of a host is kept though the host left it, in a sentence; undefined: nothing. */
export function keptSentence(output: DeployedHost | undefined, now: Date): string | undefined {
  if (output?.kept === undefined) return undefined;
  const { target, until } = output.kept;
  return now.getTime() < Date.parse(until)
    ? `its former ${target} is kept until ${until}: the first deployment after that deletes it`
    : `its former ${target} was kept until ${until}: the next deployment deletes it`;
}

const byItself = ({ isLocal }: Told) => (isLocal ? '; npm run local does it by itself' : '');

const kindOf = ({ target }: HostPlan) =>
  target === 'gateway' ? 'a domain name of API Gateway' : 'a CloudFront distribution';

const oldOf = (host: Told) => recordsText(oldRecords(host));

const waitsFor = ({ output }: Told) => recordsText(output?.waiting?.old ?? []);

function seen({ validation }: Told): string {
  return validation === undefined ? '' : validation.kind === 'seen' ? PROVEN : UNSEEN;
}

/** The domain verifies, and CAA allows Amazon: both were just read. ACM usually takes a few minutes. */
function usual({ plan, audience, deploy }: Told): string {
  const verify =
    plan.zone.provider === 'external' ? `${domainsCommand('verify', plan.host, audience)} and ` : '';
  return `requested; usually issued within a few minutes. If it takes more than 30 minutes, request it again: ${verify}${deploy}`;
}

function taken({ newPlace }: Told): string {
  const by = newPlace?.aliases?.kind === 'taken' ? newPlace.aliases.by : [];
  const holders = by.map((one) => `${one.ResourceId} in account ${one.AccountId} (${one.Domain})`);
  const who = holders.join(' and ') || 'another CloudFront distribution';
  return `${who} has the name. Within one account, the command moves it in one step. Where the other one is in another account, its owner first puts a wildcard in the place of the name there, or disables it; AWS Support moves an apex`;
}

/** On the local cloud the record of the old place is a line of its zone file. */
function oldLine(host: Told): string | undefined {
  const old = oldOf(host);
  if (!host.isLocal || old === '') return undefined;
  return `delete the line of the old record (${old}) in ${localZoneFile(host.audience)}, which no Pulumi program can replace; npm run local then sets the routing record by itself`;
}

/** Of the local cloud only a deployment knows whether the old record is a line of its zone file. */
function replaced(host: Told): string {
  if (host.isLocal && host.output?.waiting === undefined)
    return 'the routing record takes the place of the old one; how is known once the host is deployed';
  return `the routing record takes the place of the old one in one change${byItself(host)}${remembered(host)}`;
}

/** Nothing caches the DNS of the local cloud. */
function remembered(host: Told): string {
  const ttl = Math.max(0, ...oldRecords(host).map((one) => one.ttl));
  if (ttl === 0 || host.isLocal) return '';
  return `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
}

/** `41 min`, `2 h`; never less than a minute. */
function minutes(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole < 120 ? `${whole} min` : `${Math.ceil(whole / 60)} h`;
}
