// How far a host is: one list of stages for every host, pure, and without words, which stage-words.ts has by the reason of a stage.
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
import { isOfRecords, isValidationLost, type JudgedHost, verificationFindings } from './judge.ts';
import { isMovedByOwner, isMoving, isPlaceLost, isRoutingDue } from './moves.ts';

export type StageId = keyof typeof DECIDE;

export interface Stage extends Flags {
  readonly id: StageId;
  readonly by: 'stack' | 'owner' | 'account';
  readonly reason: Reason;
  /** `now`: the first that is not done. `unknown`: what decides it could not be found out. */
  readonly state: 'done' | 'now' | 'later' | 'unknown';
  /** What keeps it from being done; of the first that is not done. */
  readonly findings: readonly Finding[];
}

interface Flags {
  /** A finding or a failure is in the way. */
  readonly isWrong?: boolean;
  /** The host is beyond it, and it is not done, or not any more: it holds none of the others. */
  readonly isPassed?: boolean;
}

const decided =
  <State extends string>(state: State) =>
  <Name extends string>(reason: Name, flags: Flags = {}) => ({ state, reason, ...flags });
const done = decided('done');
const open = decided('open');
const unknown = decided('unknown');

/** In the order in which they are done. `target`, `name` and `released` are of hosts that move. */
const DECIDE = {
  declared: declaredStage,
  records: recordsStage,
  certificate: certificateStage,
  target: targetStage,
  name: nameStage,
  routing: routingStage,
  live: liveStage,
  released: releasedStage,
} as const satisfies Record<string, (host: JudgedHost) => Flags & { readonly reason: string }>;

export type Reason = ReturnType<(typeof DECIDE)[StageId]>['reason'];

/** Who does it: of a record the owner of an external host, else the stack; the account's services issue and serve. */
function byOf(id: StageId, { zone }: HostPlan): Stage['by'] {
  if (id === 'records' || id === 'routing') return zone.provider === 'external' ? 'owner' : 'stack';
  return id === 'certificate' || id === 'live' ? 'account' : 'stack';
}

export function stagesOf(host: JudgedHost): Stage[] {
  const isOnTheMove = host.newPlace !== undefined || isMoving(host);
  const ofMove: readonly StageId[] = ['target', 'name', ...(host.output?.kept ? [] : ['released' as const])];
  const ids = (Object.keys(DECIDE) as StageId[]).filter((id) => isOnTheMove || !ofMove.includes(id));
  const all = ids.map((id) => ({ id, ...DECIDE[id](host) }));
  const first = all.findIndex(({ state, isPassed }) => state !== 'done' && !isPassed);
  const inTheWay = host.findings.filter((one) => isBlocking(one) || isPlaceLost(one));
  return all.map(({ state, ...one }, index) => ({
    ...one,
    by: byOf(one.id, host.plan),
    state: state !== 'open' ? state : index === first || one.isPassed ? 'now' : 'later',
    findings: index === first ? inTheWay : [],
  }));
}

/** Undefined where nothing is left to do: what is kept is deleted by a later deployment. */
export function firstOpen<One extends Stage>(stages: readonly One[]): One | undefined {
  const open = stages.filter(({ state, reason }) => state !== 'done' && reason !== 'kept');
  return open.find(({ isPassed }) => !isPassed) ?? open[0];
}

export type HostState = 'declared' | 'awaiting-dns' | 'verified' | 'issuing' | 'live' | 'blocked';

/** The first stage that is not done, in one word; `live` means that DNS is complete, and that the host responds where it was asked. */
export function stateOf(
  { plan, output, findings, response }: JudgedHost,
  stages: readonly Stage[],
): HostState {
  if (isBlocked(findings) || response?.fault !== undefined) return 'blocked';
  if (!hasRecords(output)) return 'declared';
  const first = stages.find(({ id, state }) => state !== 'done' && id in STATES)?.id;
  // A lost validation record leaves a host live, until it endangers the renewal.
  if (first === undefined || (first === 'records' && response !== undefined)) return 'live';
  return first === 'routing' && isExternal(plan) ? 'verified' : STATES[first as keyof typeof STATES];
}

const STATES = { records: 'awaiting-dns', certificate: 'issuing', routing: 'awaiting-dns' } as const;

const isExternal = ({ zone }: HostPlan): boolean => zone.provider === 'external';

const isUnread = ({ findings }: JudgedHost): boolean => exitStatus(findings) === 3;

/** The authority may not issue: of the host's records, nothing is in the way. */
const isOfIssue = (one: Finding): boolean => isAbout(one, 'caa') && isBlocking(one);

/** DNS leads to the stack's target, and nowhere else. */
const leadsHere = (host: JudgedHost): boolean => isRouted(host.findings) && oldRecords(host).length === 0;

/** Its routing record is in the state of the stack: it moves no more. An external one that is not verified is served at its old place. */
function isSettled(host: JudgedHost): boolean {
  const { plan, output } = host;
  const isOwn = output?.target !== undefined && output.waiting === undefined;
  return isOwn && (isServed(plan) || oldRecords(host).length === 0);
}

function declaredStage(host: JudgedHost) {
  const { plan, output, newPlace } = host;
  const isListed = plan.moving !== undefined || leadsHere(host) || isSettled(host);
  if (newPlace !== undefined && (newPlace.declaring !== undefined || !isListed)) {
    if (isUnread(host)) return unknown('dns-unread');
    const isFree = oldRecords(host).length === 0 && newPlace.otherStack === undefined;
    return open(isFree && newPlace.declaring !== undefined ? 'nothing-moves' : 'unlisted');
  }
  if (output === undefined) return done(host.outputsUnread === undefined ? 'undeployed' : 'declared');
  if (output.failed) return done('failed-change', { isWrong: true });
  if (output.certificate !== 'FAILED') return done('declared');
  return done('failed', { isWrong: isBlocked(host.findings) });
}

/** The validation record; of an external host the records that prove that its owner agrees, until it is in petstore:verified. */
function recordsStage(host: JudgedHost) {
  const { plan, output, findings, validation } = host;
  if (host.outputsUnread !== undefined) return unknown('outputs-unread');
  if (!hasRecords(output)) return open('not-created');
  if (!isServed(plan)) return ownersStage(host);
  const isPassed = output.certificate === 'ISSUED';
  if (isExternal(plan) && findings.some(isValidationLost)) return open('validation-lost', { isPassed });
  if (validation === undefined)
    return isPassed || isExternal(plan) ? done('validated') : open('validation-unknown');
  const { kind } = validation;
  return kind === 'seen' ? done('validated') : open(`validation-${kind}`, { isPassed });
}

function ownersStage(host: JudgedHost) {
  const { open: inTheWay } = verificationFindings(host);
  if (inTheWay.length === 0) return open('unverified');
  return open(inTheWay.some(isOfRecords) ? 'owner-sets' : 'owner-fixes');
}

function certificateStage(host: JudgedHost) {
  const { plan, output, own, findings, validation, response } = host;
  const { certificate, attached, earlierRequest } = output ?? {};
  const isVerified = isExternal(plan) && isServed(plan);
  const isWrong =
    response?.certificate?.distrust !== undefined || (response && renewalRisk(findings) === 'blocked');
  if (certificate === 'ISSUED' && !(isVerified && attached === false)) return done('issued', { isWrong });
  if (host.outputsUnread !== undefined) return unknown('outputs-unread');
  if (own === undefined && isUnread(host)) return unknown('dns-unread');
  if (certificate === 'FAILED') return open('certificate-failed', { isWrong: true });
  if (findings.some(isOfIssue)) return open('not-permitted', { isWrong: true });
  if (certificate === undefined) return open('requested');
  if (isVerified) return open('unattached');
  if (!isExternal(plan) && validation?.kind === 'seen') return open('validating');
  return open(earlierRequest === undefined ? 'requested' : 'requested-again');
}

function targetStage({ output }: JudgedHost) {
  return output?.target === undefined ? open('no-target') : done('target');
}

/** In front of the stage that sends clients there: whether the new place answers for the name. */
function nameStage({ plan, output, newPlace }: JudgedHost) {
  if (output?.target === undefined || !isServed(plan)) return open('no-name');
  // Where the new place was not asked, the outputs have the answer.
  const isTaken = newPlace?.isUnasked !== false && output.waiting?.aliasWaits;
  const { kind } = newPlace?.aliases ?? { kind: isTaken ? 'taken' : 'none' };
  if (kind === 'taken') return open('name-taken');
  if (kind === 'unknown') return unknown('name-unknown');
  if (!isRoutingDue(plan, output)) return open('no-name');
  return newPlace?.fault === undefined || newPlace.isUnasked ? done('named') : open('name-fault');
}

function routingStage(host: JudgedHost) {
  const { plan, output, own, findings, newPlace } = host;
  if (leadsHere(host)) {
    // Set by hand, and not in the state of the stack: without its line in petstore:moving, no deployment would take it over.
    const isUntaken = !isExternal(plan) && output?.waiting !== undefined;
    return isUntaken ? open('untaken') : done('routed');
  }
  if (isUnread(host)) return unknown('dns-unread');
  const isOfRouting = findings.some((one) => isBlocking(one) && !isOfIssue(one));
  if (isOfRouting && newPlace === undefined) return open('blocked', { isWrong: true });
  if (isMoving(host) || newPlace !== undefined) return movedRouting(host);
  if (host.outputsUnread !== undefined) return unknown('nothing-conflicts');
  if (!hasRecords(output)) return open('nothing-conflicts');
  if (findings.some((one) => isAbout(one, 'old-place'))) return open('other-records');
  return open(own?.target === undefined ? 'target-unknown' : 'unset');
}

function movedRouting({ plan, output, findings, newPlace }: JudgedHost) {
  const waiting = output?.waiting;
  if (isMovedByOwner({ ...plan, moving: plan.moving ?? {} })) {
    if (findings.some(isPlaceLost)) return open('place-lost', { isWrong: true });
    const isDue = newPlace !== undefined || isRoutingDue(plan, output);
    return open(isDue ? 'owner-replaces' : 'waits-for-name');
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

function liveStage(host: JudgedHost) {
  const { response, newPlace } = host;
  if (response?.fault !== undefined) return open('fault', { isWrong: true });
  const isKnown = response !== undefined || (newPlace && leadsHere(host) && newPlace.fault === undefined);
  if (isKnown) return done('responds');
  return host.outputsUnread === undefined ? open('unasked') : unknown('unasked');
}

function releasedStage(host: JudgedHost) {
  const { plan, output } = host;
  if (plan.moving !== undefined) return open('listed');
  if (output?.kept !== undefined) return open('kept', { isPassed: true });
  return leadsHere(host) || isSettled(host) ? done('unlisted-move') : open('listed');
}
