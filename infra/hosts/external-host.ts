// An external host, from its declaration until it is live, and its removal: where it stands, and the next step. Every command
// that shows such a host takes its words from here.
import type { HostRecord } from '@petstore/custom-domains';
import { isSameValidation } from '@petstore/custom-domains/names';
import { type Command, command } from '@petstore/custom-domains/output';
import {
  type Finding,
  type FindingCode,
  formatChange,
  isBlocked,
  isBlocking,
  isConclusive,
  isNotice,
  isRoutingMissing,
  type Reader,
  type RecordChange,
  zoneLine,
} from '@petstore/custom-domains/preflight';
import { PLACE_TYPES, recordsText } from '../config/host-entry.ts';
import { isServed } from '../plan/plan-stack.ts';
import { domainsCommand, stackOption } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';

/**
 * - `undeployed`: its certificate is not requested, so that its records are not known.
 * - `unset`: its owner has yet to set its records, or something conflicts with them.
 * - `unverified`: its records are right, and it is not in petstore:verified.
 * - `unattached`: it is in petstore:verified since the last deployment.
 * - `unrouted`: its certificate is issued, and its routing record does not lead to it.
 */
type ExternalStage = 'undeployed' | 'unset' | 'unverified' | 'unattached' | 'unrouted' | 'live';

/** What decides whether the owner of a host is to set its routing record. */
interface RoutingFacts {
  readonly plan: HostPlan;
  /** ACM's status in the stack's outputs; undefined for a host that is not deployed. */
  readonly certificate: string | undefined;
  /** As the outputs have it; undefined where they do not say. */
  readonly attached?: boolean;
  /** Another distribution has the host's name. */
  readonly aliasWaits?: boolean;
}

/** Its owner, and not the stack, replaces the record of its old place. */
export function isMovedByOwner({ moving, zone }: HostPlan): boolean {
  return moving !== undefined && zone.provider === 'external';
}

/** A host in petstore:moving keeps the record of its old place until the new one has the host's certificate and its name. */
export function isRoutingDue({ plan, certificate, attached, aliasWaits }: RoutingFacts): boolean {
  if (!isMovedByOwner(plan)) return true;
  return isServed(plan) && certificate === 'ISSUED' && attached !== false && !aliasWaits;
}

export interface ExternalFacts extends RoutingFacts {
  readonly findings: readonly Finding[];
  /** What its routing record is to point to, where that is known. */
  readonly target: string | undefined;
  /** This run requests its certificate: no finding is about its records yet. */
  readonly isNew?: boolean;
  /** This run attaches it to another kind of target: its new routing record is known after it. */
  readonly isLeaving?: boolean;
}

/**
 * Findings that do not prevent a verification, whatever their severity, beside every notice. Where a record leads beyond its own
 * value is not part of it: `check` and `report` alone look there. A quota is the stack's matter, and not its owner's.
 */
const HARMLESS: readonly FindingCode[] = [
  'wildcard-hidden',
  'nameservers-disagree',
  'apex-needs-alias',
  'remembered-for',
  'target-missing',
  'target-unreadable',
  'target-claimable',
  'quota',
];

/**
 * `open`: what prevents the verification of a deployed host. `later`: what its owner changes only after it, at the host's own name.
 * For a host of the API the new record is known once it is attached, and the old place of a host that moves in serves until the end.
 */
export function verificationFindings(findings: readonly Finding[], isRoutingLater: boolean) {
  const later = isRoutingLater
    ? findings.filter((one) => isOfRouting(one) || one.code === 'alias-taken')
    : [];
  const isHarmless = (one: Finding) => isNotice(one) || HARMLESS.includes(one.code);
  const open = findings.filter((one) => !isHarmless(one) && !later.includes(one));
  return { open, later };
}

function isOfRouting(one: Finding): boolean {
  const isOfOldPlace = one.code === 'moving-in' && !isBlocking(one);
  return (
    isOfOldPlace ||
    isRoutingMissing(one) ||
    one.code === 'conflicting-record' ||
    one.code === 'cname-elsewhere'
  );
}

/** Undefined for a host in a declared zone, whose records the stack sets. */
export function externalStage(facts: ExternalFacts): ExternalStage | undefined {
  const { plan, findings, certificate, attached, isLeaving } = facts;
  if (plan.zone.provider !== 'external') return undefined;
  if (certificate === undefined || certificate === 'FAILED') return 'undeployed';
  if (!plan.zone.verified) {
    const isLater = isRoutingLater(facts);
    const isSoon = facts.isNew || (isLeaving && !isLater);
    return isSoon || verificationFindings(findings, isLater).open.length > 0 ? 'unset' : 'unverified';
  }
  if (certificate !== 'ISSUED' || attached === false) return 'unattached';
  if (isLeaving) return 'unrouted';
  return findings.some(({ code }) => code === 'already-configured') ? 'live' : 'unrouted';
}

/** A distribution is created with the certificate's request, an API Gateway domain name after the certificate is issued. */
function isRoutingLater({ plan, target, isNew, isLeaving }: ExternalFacts): boolean {
  const isCreated = (isNew || isLeaving) && plan.target === 'distribution';
  return plan.moving !== undefined || !(target !== undefined || isCreated);
}

/** For a printed line: `once they are set: npm run domains -- verify HOST`. */
export interface NextStep {
  readonly when: string;
  readonly command: Command;
}

export interface StepOptions {
  readonly stack: string;
  /** Of the local cloud: the zone file that has the records of the rest of the internet, those of the host's owner too. */
  readonly internetFile?: string;
  /** The words of the options that say where the project is and how DNS is read. */
  readonly reading?: readonly string[];
}

/** In the order in which they are done; none for a live host with all of its records. One in a declared zone has a step while it moves. */
export function nextSteps(facts: ExternalFacts, options: StepOptions): NextStep[] {
  const { plan, findings, target } = facts;
  const { stack, internetFile } = options;
  const verify = domainsCommand('verify', plan.host, options);
  const move = domainsCommand('move', plan.host, options);
  const stage = externalStage(facts);
  switch (stage) {
    case 'undeployed': {
      const fixed = `once this is fixed${internetFile === undefined ? '' : ` in ${internetFile}`} and the host`;
      const when = `${isBlocked(findings) ? fixed : 'once it'} is deployed, its records`;
      return [{ when, command: domainsCommand('records', plan.host, options) }];
    }
    case 'unset': {
      const { open } = verificationFindings(findings, isRoutingLater(facts));
      // What no record of the host fixes is fixed first, or beside its records.
      const others = open.filter((one) => !isOfRouting(one) && !OF_RECORDS.includes(one.code));
      const areOpen = facts.isNew || facts.isLeaving || others.length < open.length;
      if (!areOpen) return [{ when: 'once what is found is fixed', command: verify }];
      const also = others.length > 0 ? ', and what else is found is fixed' : '';
      const what = plan.moving === undefined ? 'its records' : validationOnly(findings);
      return [
        ...(open.some(isOtherPlace) ? [{ when: TO_MOVE_IN, command: move }] : []),
        setStep(what, { ...facts, findings: open }, options),
        { when: `once they are set${also}`, command: verify },
      ];
    }
    case 'unverified': {
      const isKnown = target !== undefined && plan.moving === undefined;
      const end = plan.moving === undefined ? 'is known once it is attached' : 'follows after that';
      const later = `its validation record is right, and its routing record ${end}`;
      return [{ when: isKnown ? 'its records are right' : later, command: verify }];
    }
    case 'unattached':
      return [{ when: 'it is verified; to attach it', command: deployCommand(stack) }];
    case 'unrouted':
    case 'live': {
      if (!isRoutingDue(facts))
        return [{ when: 'its routing record waits for its name; how it goes on', command: move }];
      const isLive = stage === 'live';
      const isLost = findings.some((one) => OF_RECORDS.includes(one.code) && !isRoutingMissing(one));
      if (isLive && !isLost && plan.moving !== undefined) return [{ when: TO_END_MOVE, command: move }];
      if (isLive && !isLost) return [];
      const one = isLive ? 'its validation record again' : 'its routing record';
      const [what, set] = isLost && !isLive ? ['its records', 'they are'] : [one, 'it is'];
      const status = domainsCommand('status', plan.host, options);
      return [setStep(what, facts, options), { when: `once ${set} set`, command: status }];
    }
    default: {
      if (plan.moving === undefined) return [];
      const isRouted = findings.some(({ code }) => code === 'already-configured');
      const isLive = isRouted && facts.certificate === 'ISSUED';
      return [{ when: isLive ? TO_END_MOVE : 'it moves in; how it goes on', command: move }];
    }
  }
}

const TO_END_MOVE = 'it is live; to end its move';

const TO_MOVE_IN =
  'where its name leads to what still serves visitors, it first moves in, else they wait for its certificate';

/** Of a host that is not attached, so that what its name leads to is all that can serve it. */
function isOtherPlace({ code, records }: Finding): boolean {
  if (code !== 'conflicting-record') return code === 'cname-elsewhere';
  return records.some(({ action, type }) => action === 'remove' && PLACE_TYPES.includes(type));
}

function validationOnly(findings: readonly Finding[]): string {
  return `its validation record, and ${findings.some(isPlaceLost) ? 'sets that of its old place again' : 'leaves that of its old place'}`;
}

/** Of a host that moves: there is no record to set instead yet. */
export function isPlaceLost({ code, records }: Finding): boolean {
  return code === 'record-missing' && records.length === 0;
}

const OF_RECORDS: readonly FindingCode[] = ['record-missing', 'doubled-name'];

/**
 * In the zone file of the local cloud a new record stands beside an old one, which would be refused: the step names each old line, and
 * each whose name has the zone's twice.
 */
function setStep(what: string, facts: ExternalFacts, options: StepOptions): NextStep {
  const { plan, isLeaving, findings } = facts;
  const { internetFile } = options;
  const records = recordsCommand(plan.host, options);
  const changes = findings.flatMap((one) => one.records);
  const names = [plan.host, ...changes.filter(({ action }) => action === 'add').map(({ name }) => name)];
  const doubled = findings.filter(({ code }) => code === 'doubled-name').flatMap((one) => one.records);
  const isOld = (one: RecordChange) => names.includes(one.name) || doubled.includes(one);
  const old = changes.filter((one) => one.action === 'remove' && isOld(one));
  if (internetFile !== undefined) {
    const lines = [...new Set(old.map(zoneLine))].join(' and the line ');
    // In this order there is no moment without a record: a file with both is not read.
    const last = lines && `, of which you then delete the line ${lines}`;
    const when = `its owner sets ${what}; on the local cloud, this command does, in its zone file${last}`;
    return { when, command: command`${{ line: records }} >> ${internetFile}` };
  }
  const later = `once this is deployed, its owner replaces ${what} with the new one`;
  const moved = plan.moving === undefined || !isRoutingDue(facts) ? [] : old;
  const now =
    moved.length > 0 ? `its owner replaces ${recordsText(moved)} with ${what}` : `its owner sets ${what}`;
  return { when: isLeaving ? later : now, command: records };
}

/** `npm run local` deploys every change of its stack by itself. */
export function deployCommand(stack: string): Command {
  return stack === 'local' ? command`npm run local` : command`pulumi up ${stackOption(stack)}`;
}

/** On the local cloud in the form of its zone file, without npm's own lines, so that the output can be added to that file. */
export function recordsCommand(host: string, options: StepOptions): Command {
  const { stack, internetFile, reading = [] } = options;
  if (internetFile === undefined) return domainsCommand('records', host, options);
  return command`npm run --silent domains -- records ${host} ${stackOption(stack)} --format zone ${reading}`;
}

/** What the owner of a removed host does: the stack deletes what is its own, and the owner the records. */
export interface OwnersRemoval {
  readonly what: string;
  /** The commands that `what` has in it, as they stand there. */
  readonly commands?: readonly Command[];
  /** Each as a finding's record is printed: `remove`, and the line of a zone file. */
  readonly records: readonly string[];
}

/** `records`: of the stack's outputs, those that are left; undefined where these are not known. Undefined: nothing is left. */
export function ownersRemoval(
  records: readonly HostRecord[] | undefined,
  { stack, internetFile }: StepOptions,
): OwnersRemoval | undefined {
  const where = internetFile === undefined ? '' : ` (on the local cloud, in ${internetFile})`;
  const what = `its owner deletes its records too${where}: after the removal they lead to nothing`;
  if (records?.length === 0) return undefined;
  if (records !== undefined)
    return { what, records: records.map((record) => formatChange({ ...record, action: 'remove' })) };
  if (stack === 'local') return { what, records: [] };
  const list = command`pulumi stack output hosts ${stackOption(stack)}`;
  return { what: `${what}. Until then they are in: ${list}`, records: [], commands: [list] };
}

/** Those that live DNS still has, or whose names could not be read. */
export async function remainingRecords(records: readonly HostRecord[], reader: Reader) {
  const isThere = await Promise.all(records.map((record) => isSet(record, reader)));
  return records.filter((_, index) => isThere[index]);
}

/** An ALIAS is seen by its addresses only. The value of a CNAME is compared: the owner may have led the name elsewhere. */
async function isSet({ name, type, value }: HostRecord, reader: Reader): Promise<boolean> {
  const answer = await reader.resolve(name, type === 'ALIAS' ? 'A' : type);
  if (!isConclusive(answer)) return true;
  if (type !== 'CNAME') return answer.kind === 'found';
  const found = answer.kind === 'found' ? answer.records : [];
  return [...answer.chain, ...found].some((one) => one.name === name && isSameValidation(one.value, value));
}
