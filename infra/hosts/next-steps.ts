// What takes a host's stage further: the commands of whoever does it, and the change of the stack's file.
import { replaceCommands } from '@petstore/custom-domains/dns-hosts';
import { type Command, command } from '@petstore/custom-domains/output';
import { type Finding, isBlocked, zoneLine } from '@petstore/custom-domains/preflight';
import { addHost, type EditResult, listHost, type NewHost, unlistHost } from '../config/edit/edit.ts';
import { recordsText } from '../config/host-entry.ts';
import type { StackText } from '../config/stack-file.ts';
import { type Audience, domainsCommand, stackOption } from '../plan/stack-option.ts';
import { oldRecords } from './facts.ts';
import {
  isOfRecords,
  isOtherPlace,
  isValidationLost,
  type JudgedHost,
  verificationFindings,
} from './judge.ts';
import { firstOpen, type Reason, type Stage } from './lifecycle.ts';
import { isPlaceLost } from './moves.ts';

/** For a printed line: `once they are set: npm run domains -- verify HOST`; what is run after another command needs no `when`. */
export interface NextStep {
  readonly when: string;
  readonly command: Command;
}

type StepsOf = (host: JudgedHost, audience: Audience) => readonly NextStep[];

/** `npm run local` deploys every change of its stack by itself. */
export function deployCommand(stack: string): Command {
  return stack === 'local' ? command`npm run local` : command`pulumi up ${stackOption(stack)}`;
}

/** On the local cloud in the form of its zone file, without npm's own lines, so that the output can be added to that file. */
export function recordsCommand(host: string, audience: Audience): Command {
  const { stack, internetFile, reading = [] } = audience;
  if (internetFile === undefined) return domainsCommand('records', host, audience);
  return command`npm run --silent domains -- records ${host} ${stackOption(stack)} --format zone ${reading}`;
}

const step = (when: string, run: Command): NextStep => ({ when, command: run });
const run = (...commands: readonly Command[]) => commands.map((one) => step('', one));
const ask = (name: string, { plan }: JudgedHost, audience: Audience) =>
  domainsCommand(name, plan.host, audience);

const up: StepsOf = (_, { stack }) => (stack === 'local' ? [] : run(deployCommand(stack)));
/** `npm run local` deploys when the file is saved, and sees no change of another program. */
const again: StepsOf = (host, audience) =>
  audience.stack === 'local' ? run(command`touch ${`Pulumi.${audience.stack}.yaml`}`) : up(host, audience);
/** `move` makes the change of the stage. With what declares the host, where the stack does not yet. */
const move =
  (verb: 'add' | 'move'): StepsOf =>
  ({ plan, newPlace }, { stack, reading }) => {
    const { declaring, given } = newPlace ?? {};
    const site = declaring === undefined ? [] : ['--site', declaring.site];
    const to = declaring?.redirectTo === undefined ? [] : ['--redirect-to', declaring.redirectTo];
    const write = verb === 'move' ? ['--write'] : [];
    const options = { stack, reading: given ?? reading };
    return run(domainsCommand(verb, plan.host, options, [...site, ...to, ...write]));
  };
const verifyWhen =
  (when: string): StepsOf =>
  (host, audience) => [step(when, ask('verify', host, audience))];

/** In the order in which they are done. A stage that is not here has none. */
const STEPS: Partial<Record<Reason, StepsOf>> = {
  'nothing-moves': move('add'),
  unlisted: move('move'),
  'not-created': (host, audience) => {
    const { plan, output, findings } = host;
    if (host.newPlace !== undefined) return (output === undefined ? up : again)(host, audience);
    const file = audience.internetFile === undefined ? '' : ` in ${audience.internetFile}`;
    const fixed = isBlocked(findings) ? `once this is fixed${file} and the host` : 'once it';
    return [step(`${fixed} is deployed, its records`, recordsCommand(plan.host, audience))];
  },
  'owner-sets': (host, audience) => {
    const { open } = verificationFindings(host);
    const isOthers = !open.every(isOfRecords);
    const keeping = open.some(isPlaceLost)
      ? 'sets that of its old place again'
      : 'leaves that of its old place';
    const what = host.plan.moving ? `its validation record, and ${keeping}` : 'its records';
    return [
      ...(open.some(isOtherPlace) ? [step(TO_MOVE_IN, ask('move', host, audience))] : []),
      setStep(host, audience, what, open),
      step(
        `once they are set${isOthers ? ', and what else is found is fixed' : ''}`,
        ask('verify', host, audience),
      ),
    ];
  },
  'owner-fixes': verifyWhen('once what is found is fixed'),
  unverified: (host, audience) => {
    const { plan, own } = host;
    const end = plan.moving === undefined ? 'is known once it is attached' : 'follows after that';
    const isKnown = own?.target !== undefined && plan.moving === undefined;
    const later = `its validation record is right, and its routing record ${end}`;
    return verifyWhen(isKnown ? 'its records are right' : later)(host, audience);
  },
  'validation-lost': (host, audience) => ownersSteps(host, audience, 'its validation record again'),
  'certificate-failed': again,
  validating: up,
  unattached: (_, { stack }) => [step('it is verified; to attach it', deployCommand(stack))],
  'no-target': up,
  'no-name': up,
  'name-taken': (host, audience) =>
    audience.stack === 'local' ? again(host, audience) : [...movedAlias(host), ...up(host, audience)],
  'name-fault': up,
  untaken: again,
  blocked: ownersRouting,
  'other-records': ownersRouting,
  'target-unknown': ownersRouting,
  unset: ownersRouting,
  'waits-for-name': waitsForName,
  'owner-replaces': (host, audience) =>
    host.newPlace === undefined
      ? ownersRouting(host, audience)
      : run(recordsCommand(host.plan.host, audience)),
  drifted: (host, audience) => {
    if (audience.stack !== 'local')
      return [...run(command`pulumi refresh --stack ${audience.stack}`), ...up(host, audience)];
    return oldRecords(host).length > 0 ? [] : again(host, audience);
  },
  'by-hand': (host, audience) => [
    ...(audience.stack === 'local' ? [] : run(...byHand(host))),
    ...again(host, audience),
  ],
  'unlisted-record': ({ plan }, { stack }) =>
    stack === 'local' ? [] : run(command`npm run domains -- check --host ${plan.host} ${stackOption(stack)}`),
  replaced: up,
  unnamed: (host, audience) => [...move('move')(host, audience), ...up(host, audience)],
  listed: move('move'),
};

export function stepsOf(
  { reason }: Pick<Stage, 'reason'>,
  ...given: Parameters<StepsOf>
): readonly NextStep[] {
  return STEPS[reason]?.(...given) ?? [];
}

/**
 * What takes the host further, where that is not the stack's next deployment: the steps of an external host's owner, and the command of
 * a move.
 */
export function nextSteps(
  stages: readonly Stage[],
  host: JudgedHost,
  audience: Audience,
): readonly NextStep[] {
  const { plan } = host;
  const first = firstOpen(stages.filter(({ id }) => id !== 'live'));
  const moving = ask('move', host, audience);
  if (first?.id === 'released') return [step('it is live; to end its move', moving)];
  if (first?.id === 'target' || first?.id === 'name') return waitsForName(host, audience);
  if (plan.zone.provider === 'external') return first === undefined ? [] : stepsOf(first, host, audience);
  return plan.moving === undefined ? [] : [step('it moves in; how it goes on', moving)];
}

/** The change of the stack's file that takes the stage further, where there is one. */
export function editOf({ reason }: Pick<Stage, 'reason'>, { plan: { host }, output, newPlace }: JudgedHost) {
  const replaces = recordsText(output?.waiting?.old ?? []);
  const edits: Partial<Record<Reason, (file: StackText) => EditResult>> = {
    unlisted: (file) => declareMoving(file, host, newPlace?.declaring),
    unverified: (file) => listHost(file, 'petstore:verified', host),
    unnamed: (file) => listHost(file, 'petstore:moving', host, { replaces }),
    listed: (file) => unlistHost(file, 'petstore:moving', host),
  };
  return edits[reason];
}

/** The host, where `added` has it, and its entry in petstore:moving. */
export function declareMoving(file: StackText, host: string, added: NewHost | undefined): EditResult {
  const declared = added === undefined ? { text: file.text } : addHost(file, added);
  return 'problems' in declared
    ? declared
    : listHost({ ...file, text: declared.text }, 'petstore:moving', host);
}

const TO_MOVE_IN =
  'where its name leads to what still serves visitors, it first moves in, else they wait for its certificate';

function waitsForName(host: JudgedHost, audience: Audience): readonly NextStep[] {
  return [step('its routing record waits for its name; how it goes on', ask('move', host, audience))];
}

/** In a declared zone the stack sets the routing record. */
function ownersRouting(host: JudgedHost, audience: Audience): readonly NextStep[] {
  if (host.plan.zone.provider !== 'external') return [];
  const isLost = host.findings.some(isValidationLost);
  return ownersSteps(host, audience, isLost ? 'its records' : 'its routing record');
}

function ownersSteps(host: JudgedHost, audience: Audience, what: string): readonly NextStep[] {
  const are = what === 'its records' ? 'they are' : 'it is';
  return [
    setStep(host, audience, what, host.findings),
    step(`once ${are} set`, ask('status', host, audience)),
  ];
}

/**
 * In the zone file of the local cloud a new record stands beside an old one, which would be refused: the step names each old line, and
 * each whose name has the zone's twice.
 */
function setStep(
  { plan }: JudgedHost,
  audience: Audience,
  what: string,
  findings: readonly Finding[],
): NextStep {
  const { internetFile } = audience;
  const records = recordsCommand(plan.host, audience);
  const changes = findings.flatMap((one) => one.records);
  const names = [plan.host, ...changes.filter(({ action }) => action === 'add').map(({ name }) => name)];
  const misplaced = findings.filter(isValidationLost);
  const isOld = (one: (typeof changes)[number]) =>
    names.includes(one.name) || misplaced.some((found) => found.records.includes(one));
  const old = changes.filter((one) => one.action === 'remove' && isOld(one));
  if (internetFile !== undefined) {
    const lines = [...new Set(old.map(zoneLine))].join(' and the line ');
    // In this order there is no moment without a record: a file with both is not read.
    const last = lines && `, of which you then delete the line ${lines}`;
    const when = `its owner sets ${what}; on the local cloud, this command does, in its zone file${last}`;
    return step(when, command`${{ line: records }} >> ${internetFile}`);
  }
  const isReplaced = plan.moving !== undefined && what === 'its routing record' && old.length > 0;
  return step(
    isReplaced ? `its owner replaces ${recordsText(old)} with ${what}` : `its owner sets ${what}`,
    records,
  );
}

/** The TTL is that of the record as its zone has it. */
function byHand(one: JudgedHost): readonly Command[] {
  const { waiting, target = '' } = one.output ?? {};
  const seen = oldRecords(one);
  const ttlOf = (type: string) => seen.find((record) => record.type === type)?.ttl;
  const old = (waiting?.old ?? []).map((record) => ({ ...record, ttl: ttlOf(record.type) }));
  const { host, zone, apex, ttl } = one.plan;
  return replaceCommands(zone, { host, apex, ttl, old, target });
}

/**
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/alternate-domain-names-move-options.html:
 * in one account the command moves the name in one step; in another, the old distribution must be disabled before, or
 * have a wildcard over the name in its place.
 */
function movedAlias({ plan, newPlace }: JudgedHost): readonly NextStep[] {
  const { aliases } = newPlace ?? {};
  const { distribution = 'ID' } = aliases?.kind === 'taken' ? aliases : {};
  const ifMatch = command`aws cloudfront get-distribution --id ${distribution} --query ETag --output text`;
  return run(
    command`aws cloudfront update-domain-association --domain ${plan.host} --target-resource ${`DistributionId=${distribution}`} --if-match "$(${{ line: ifMatch }})"`,
  );
}
