// How far a host is: one list of stages for every host, from its judgement and what was read of it. Pure and without words, which
// stage-words.ts has by the reason of a stage. `status`, `verify`, `move`, `records`, the pages and the run's log render it.
import {
  exitStatus,
  type Finding,
  isAbout,
  isBlocked,
  isBlocking,
  isRouted,
  renewalRisk,
} from '@petstore/custom-domains/preflight';
import { isServed } from '../plan/plan-stack.ts';
import type { HostPlan } from '../plan/types.ts';
import { oldRecords } from './facts.ts';
import { hasRecords } from './host-output.ts';
import { isMovedByOwner, isMoving, isPlaceLost, isRoutingDue } from './moves.ts';
import type { HostReading } from './reading.ts';
import { isOfRecords, isValidationLost, verificationFindings } from './verification.ts';

/** In the order in which they are done. `target`, `name` and `released` are of hosts that move. */
const STAGES = [
  'declared',
  'records',
  'certificate',
  'target',
  'name',
  'routing',
  'live',
  'released',
] as const;
export type StageId = (typeof STAGES)[number];

export interface Stage extends Flags {
  readonly id: StageId;
  readonly by: 'stack' | 'owner' | 'account';
  /** What stage-words.ts has a sentence for. */
  readonly reason: Reason;
  /** `now`: the first that is not done. `unknown`: what decides it could not be found out. */
  readonly state: 'done' | 'now' | 'later' | 'unknown';
  /** What keeps it from being done; of the first that is not done. */
  readonly findings: readonly Finding[];
}

/** What qualifies a decision. */
interface Flags {
  /** A finding or a failure is in the way. */
  readonly isWrong?: boolean;
  /** The host is beyond it, and it is not done any more: it holds none of the others. */
  readonly isPassed?: boolean;
}

const decided =
  <State extends string>(state: State) =>
  <Name extends string>(reason: Name, flags: Flags = {}) => ({ state, reason, ...flags });
const done = decided('done');
const open = decided('open');
const unknown = decided('unknown');

const DECIDE = {
  declared: declaredStage,
  records: recordsStage,
  certificate: certificateStage,
  target: targetStage,
  name: nameStage,
  routing: routingStage,
  live: liveStage,
  released: releasedStage,
} as const satisfies Record<StageId, (reading: HostReading) => Flags & { readonly reason: string }>;

export type Reason = ReturnType<(typeof DECIDE)[StageId]>['reason'];

/** Who does it: of a record the owner of an external host, else the stack; the account's services issue and serve. */
function byOf(id: StageId, { zone }: HostPlan): Stage['by'] {
  if (id === 'records' || id === 'routing') return zone.provider === 'external' ? 'owner' : 'stack';
  return id === 'certificate' || id === 'live' ? 'account' : 'stack';
}

export function stagesOf(reading: HostReading): Stage[] {
  const { facts, findings } = reading.judgement;
  const isOnTheMove = reading.move !== undefined || isMoving(facts);
  const ofMove: readonly StageId[] = ['target', 'name', ...(facts.output?.kept ? [] : ['released' as const])];
  const all = STAGES.filter((id) => isOnTheMove || !ofMove.includes(id)).map((id) => ({
    id,
    ...DECIDE[id](reading),
  }));
  const first = all.findIndex(({ state, isPassed }) => state !== 'done' && !isPassed);
  const inTheWay = findings.filter((one) => isBlocking(one) || isPlaceLost(one));
  return all.map(({ state, ...one }, index) => ({
    ...one,
    by: byOf(one.id, facts.plan),
    state: state !== 'open' ? state : index === first || one.isPassed ? 'now' : 'later',
    findings: index === first ? inTheWay : [],
  }));
}

/** Undefined where nothing is left to do. */
export function firstOpen(stages: readonly Stage[]): Stage | undefined {
  const open = stages.filter(({ state }) => state !== 'done');
  return open.find(({ isPassed }) => !isPassed) ?? open[0];
}

export type HostState =
  | 'declared'
  | 'awaiting-dns'
  | 'verified'
  | 'issuing'
  | 'live'
  | 'blocked'
  | 'removing';

/** The first stage that is not done, in one word; `live` means that DNS is complete, and that the host responds where it was asked. */
export function stateOf(
  { judgement: { facts, findings }, response }: HostReading,
  stages: readonly Stage[],
): HostState {
  if (isBlocked(findings) || response?.fault !== undefined) return 'blocked';
  if (!hasRecords(facts.output)) return 'declared';
  const isExternal = facts.plan.zone.provider === 'external';
  const first = stages.find(({ id, state }) => state !== 'done' && id in STATES)?.id as
    | keyof typeof STATES
    | undefined;
  // A lost validation record leaves a host live, until it endangers the renewal.
  if (first === undefined || (first === 'records' && response !== undefined)) return 'live';
  return first === 'routing' && isExternal ? 'verified' : STATES[first];
}

const STATES = { records: 'awaiting-dns', certificate: 'issuing', routing: 'awaiting-dns' } as const;

function isUnread({ judgement: { findings } }: HostReading): boolean {
  return exitStatus(findings) === 3;
}

/** DNS leads to the stack's target, and nowhere else. */
function leadsHere({ judgement: { facts, findings } }: HostReading): boolean {
  return isRouted(findings) && oldRecords(facts).length === 0;
}

/** Its routing record is in the state of the stack: it moves no more. An external one that is not verified is served at its old place. */
function isSettled({ judgement: { facts } }: HostReading): boolean {
  const { plan, output } = facts;
  const isOwn = output?.target !== undefined && output.waiting === undefined;
  return isOwn && (isServed(plan) || oldRecords(facts).length === 0);
}

function declaredStage(reading: HostReading) {
  const { judgement, move, outputsUnread } = reading;
  const { plan, output } = judgement.facts;
  const isListed = plan.moving !== undefined || leadsHere(reading) || isSettled(reading);
  if (move !== undefined && (move.declaring !== undefined || !isListed)) {
    if (move.declaring === undefined && outputsUnread !== undefined) return unknown('outputs-unread');
    if (isUnread(reading)) return unknown('dns-unread');
    const isFree = oldRecords(judgement.facts).length === 0 && move.otherStack === undefined;
    return open(isFree && move.declaring !== undefined ? 'nothing-moves' : 'unlisted');
  }
  if (output === undefined) return done('undeployed');
  if (output.failed) return done('failed-change', { isWrong: true });
  return output.certificate === 'FAILED'
    ? done('failed', { isWrong: isBlocked(judgement.findings) })
    : done('declared');
}

/** The validation record; of an external host the records that prove that its owner agrees, until it is in petstore:verified. */
function recordsStage(reading: HostReading) {
  const {
    judgement: { facts, findings },
    validation,
  } = reading;
  const { plan, output } = facts;
  const isExternal = plan.zone.provider === 'external';
  if (reading.outputsUnread !== undefined) return unknown('outputs-unread');
  if (!hasRecords(output)) return open('not-created');
  if (!isServed(plan)) return ownersStage(reading);
  const isPassed = output?.certificate === 'ISSUED';
  if (isExternal && findings.some(isValidationLost)) return open('validation-lost', { isPassed });
  if (validation === undefined)
    return isPassed || isExternal ? done('validated') : open('validation-unknown');
  const { kind } = validation;
  return kind === 'seen' ? done('validated') : open(`validation-${kind}`, { isPassed });
}

function ownersStage({ judgement }: HostReading) {
  const { open: inTheWay } = verificationFindings(judgement);
  if (inTheWay.length === 0) return open('unverified');
  return open(inTheWay.some(isOfRecords) ? 'owner-sets' : 'owner-fixes');
}

function certificateStage(reading: HostReading) {
  const {
    judgement: { facts, findings },
    validation,
    outputsUnread,
    response,
  } = reading;
  const { plan, output, own } = facts;
  const { certificate, attached, earlierRequest } = output ?? {};
  const isExternal = plan.zone.provider === 'external';
  const isWaiting = isExternal && isServed(plan) && attached === false;
  const isWrong =
    response?.certificate?.distrust !== undefined || (response && renewalRisk(findings) === 'blocked');
  if (certificate === 'ISSUED' && !isWaiting) return done('issued', { isWrong });
  if (outputsUnread !== undefined) return unknown('outputs-unread');
  if (own === undefined && isUnread(reading)) return unknown('dns-unread');
  if (certificate === 'FAILED') return open('certificate-failed', { isWrong: true });
  if (certificate === undefined) return open('requested');
  if (isExternal && isServed(plan)) return open('unattached');
  if (!isExternal && validation?.kind === 'seen') return open('validating');
  return open(earlierRequest === undefined ? 'requested' : 'requested-again');
}

function targetStage({ judgement: { facts } }: HostReading) {
  return facts.output?.target === undefined ? open('no-target') : done('target');
}

/** In front of the stage that sends clients there: whether the new place answers for the name. */
function nameStage({ judgement: { facts }, move }: HostReading) {
  const { plan, output } = facts;
  if (output?.target === undefined || !isServed(plan)) return open('no-name');
  const aliases = move?.aliases ?? { kind: output.waiting?.aliasWaits ? 'taken' : 'none' };
  if (aliases.kind === 'taken') return open('name-taken');
  if (aliases.kind === 'unknown') return unknown('name-unknown');
  if (!isRoutingDue(plan, output)) return open('no-name');
  return move?.fault === undefined || move.isUnasked ? done('named') : open('name-fault');
}

function routingStage(reading: HostReading) {
  const {
    judgement: { facts, findings },
  } = reading;
  const { plan, output, own } = facts;
  const isExternal = plan.zone.provider === 'external';
  if (leadsHere(reading)) {
    // Set by hand, and not in the state of the stack: without its line in petstore:moving, no deployment would take it over.
    const isUntaken = !isExternal && output?.waiting !== undefined;
    return isUntaken ? open('untaken') : done('routed');
  }
  if (isUnread(reading)) return unknown('dns-unread');
  if (isBlocked(findings) && reading.move === undefined) return open('blocked', { isWrong: true });
  if (isMoving(facts) || reading.move !== undefined) return movedRouting(reading);
  if (!hasRecords(output)) return open('nothing-conflicts');
  if (findings.some((one) => isAbout(one, 'old-place'))) return open('other-records');
  return open(own?.target === undefined ? 'target-unknown' : 'unset');
}

/**
 * How the routing record takes the place of the old one. On the local cloud its user is the owner of every old place: the records of its
 * zone file are served in the zones of the stack, and no API has them; another Pulumi program may have created others.
 */
function movedRouting({ judgement: { facts, findings }, move }: HostReading) {
  const { plan, output } = facts;
  const waiting = output?.waiting;
  if (isMovedByOwner({ ...plan, moving: plan.moving ?? {} })) {
    const isDue = isRoutingDue(plan, output);
    if (findings.some(isPlaceLost)) return open('place-lost', { isWrong: true });
    return open(isDue || move !== undefined ? 'owner-replaces' : 'waits-for-name');
  }
  if (output?.target !== undefined && waiting === undefined) return open('drifted');
  if (waiting?.isByHand) return open('by-hand');
  if (waiting?.why !== undefined && waiting.old.length === 0) return open('unlisted-record');
  const named = plan.moving?.replaces ?? [];
  const isNamed = (waiting?.old ?? []).every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
  return open(waiting === undefined || isNamed ? 'replaced' : 'unnamed');
}

function liveStage(reading: HostReading) {
  const { response, move } = reading;
  if (response?.fault !== undefined) return open('fault', { isWrong: true });
  const isKnown =
    response !== undefined || (move !== undefined && leadsHere(reading) && move.fault === undefined);
  return isKnown ? done('responds') : open('unasked');
}

function releasedStage(reading: HostReading) {
  const { plan, output } = reading.judgement.facts;
  if (plan.moving !== undefined) return open('listed');
  if (output?.kept !== undefined) return done('kept');
  return leadsHere(reading) || isSettled(reading) ? done('unlisted-move') : open('listed');
}
