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

export interface Told extends JudgedHost {
  readonly audience: Audience;
  readonly isLocal: boolean;
  /** Of the command `move`, which says what is to be done; `status` says what is seen. */
  readonly isMove: boolean;
  readonly deploy: Command;
}

export function toldTo(host: JudgedHost, audience: Audience): Told {
  const { stack } = audience;
  const isMove = host.newPlace !== undefined;
  return { ...host, audience, isLocal: stack === 'local', isMove, deploy: deployCommand(stack) };
}

/** `npm run local` deploys every change of its stack by itself. */
export function deployCommand(stack: string): Command {
  return stack === 'local' ? command`npm run local` : command`pulumi up ${stackOption(stack)}`;
}

/** On the local cloud in the form of its zone file, without npm's own lines, so that the output can be added to that file. */
export function recordsCommand(host: string, audience: Audience): Command {
  const { stack, internetFile, words } = audience;
  if (internetFile === undefined) return domainsCommand('records', host, audience);
  return command`npm run --silent domains -- records ${host} ${stackOption(stack)} --format zone ${words}`;
}

type Steps = (host: Told) => readonly NextStep[];

const run = (command: Command, when = ''): NextStep[] => [{ when, command }];
const ask =
  (name: string, when: string): Steps =>
  ({ plan, audience }) =>
    run(domainsCommand(name, plan.host, audience), when);
const records: Steps = ({ plan, audience }) => run(recordsCommand(plan.host, audience));
const onAws =
  (steps: Steps): Steps =>
  (host) =>
    host.isLocal ? [] : steps(host);
const up = onAws(({ deploy }) => run(deploy));
/** `npm run local` deploys when the file is saved, and sees no change of another program. */
const again: Steps = ({ isLocal, deploy }) => run(isLocal ? command`touch Pulumi.local.yaml` : deploy);
/** `move` makes the change of the stage. With what declares the host, where the stack does not yet. */
const change =
  (verb: 'add' | 'move'): Steps =>
  ({ plan, newPlace, audience }) => {
    const { declaring } = newPlace ?? {};
    const site = declaring === undefined ? [] : ['--site', declaring.site];
    const to = declaring?.redirectTo === undefined ? [] : ['--redirect-to', declaring.redirectTo];
    const write = verb === 'move' ? ['--write'] : [];
    return run(domainsCommand(verb, plan.host, audience, [...site, ...to, ...write]));
  };
const waitsForName = ask('move', 'its routing record waits for its name; how it goes on');
const toMoveIn = ask(
  'move',
  'where its name leads to what still serves visitors, it first moves in, else they wait for its certificate',
);

/** In the order in which they are done. A stage that is not here has none. */
const STEPS: Partial<Record<Reason, readonly Steps[]>> = {
  'nothing-moves': [change('add')],
  unlisted: [change('move')],
  'not-created': [
    (host) => {
      const { plan, audience } = host;
      if (host.isMove) return (host.output === undefined ? up : again)(host);
      const file = audience.internetFile === undefined ? '' : ` in ${audience.internetFile}`;
      const fixed = isBlocked(host.findings) ? `once this is fixed${file} and the host` : 'once it';
      const later = { ...audience, words: audience.reading ?? [] };
      return run(recordsCommand(plan.host, later), `${fixed} is deployed, its records`);
    },
  ],
  'owner-sets': [
    (host) => {
      const { open } = verificationFindings(host);
      const others = open.every(isOfRecords) ? '' : ', and what else is found is fixed';
      const keeping = `${open.some(isPlaceLost) ? 'sets' : 'leaves'} that of its old place`;
      const again = open.some(isPlaceLost) ? ' again' : '';
      const what = host.plan.moving ? `its validation record, and ${keeping}${again}` : 'its records';
      return [
        ...(open.some(isOtherPlace) ? toMoveIn(host) : []),
        setStep(host, what, open),
        ...ask('verify', `once they are set${others}`)(host),
      ];
    },
  ],
  'owner-fixes': [ask('verify', 'once what is found is fixed')],
  unverified: [
    (host) => {
      const { moving } = host.plan;
      const end = moving === undefined ? 'is known once it is attached' : 'follows after that';
      const isKnown = host.own?.target !== undefined && moving === undefined;
      const later = `its validation record is right, and its routing record ${end}`;
      return ask('verify', isKnown ? 'its records are right' : later)(host);
    },
  ],
  'validation-lost': [(host) => ownersSteps(host, 'its validation record again')],
  'certificate-failed': [again],
  validating: [up],
  unattached: [({ deploy }) => run(deploy, 'it is verified; to attach it')],
  'no-target': [up],
  'no-name': [up],
  'name-taken': [onAws(movedAlias), again],
  'name-fault': [up],
  untaken: [again],
  blocked: [ownersRouting],
  'other-records': [ownersRouting],
  'target-unknown': [ownersRouting],
  unset: [ownersRouting],
  'waits-for-name': [waitsForName],
  'owner-replaces': [(host) => (host.isMove ? records : ownersRouting)(host)],
  drifted: [
    onAws(({ audience: { stack } }) => run(command`pulumi refresh --stack ${stack}`)),
    (host) => (host.isLocal && oldRecords(host).length > 0 ? [] : again(host)),
  ],
  'by-hand': [onAws(byHand), again],
  'unlisted-record': [
    onAws(({ plan, audience }) => run(domainsCommand('check', [], audience, ['--host', plan.host]))),
  ],
  replaced: [up],
  unnamed: [change('move'), up],
  listed: [change('move')],
};

export function stepsOf({ reason }: Stage, host: Told): readonly NextStep[] {
  return (STEPS[reason] ?? []).flatMap((steps) => steps(host));
}

/** What takes the host further, where that is not the stack's next deployment: what its owner does, and the command of a move. */
export function nextSteps(stages: readonly Stage[], host: Told): readonly NextStep[] {
  const first = firstOpen(stages.filter(({ id }) => id !== 'live'));
  if (first?.id === 'released') return ask('move', 'it is live; to end its move')(host);
  if (first?.id === 'target' || first?.id === 'name') return waitsForName(host);
  if (host.plan.zone.provider === 'external') return first ? stepsOf(first, host) : [];
  return host.plan.moving === undefined ? [] : ask('move', 'it moves in; how it goes on')(host);
}

export function editOf({ reason }: Stage, { plan: { host }, output, newPlace }: JudgedHost) {
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
  const declared = added === undefined ? file : addHost(file, added);
  return 'problems' in declared ? declared : listHost({ ...file, ...declared }, 'petstore:moving', host);
}

function ownersRouting(host: Told): readonly NextStep[] {
  if (host.plan.zone.provider !== 'external') return [];
  const isLost = host.findings.some(isValidationLost);
  return ownersSteps(host, isLost ? 'its records' : 'its routing record');
}

function ownersSteps(host: Told, what: string): readonly NextStep[] {
  const are = what === 'its records' ? 'they are' : 'it is';
  return [setStep(host, what, host.findings), ...ask('status', `once ${are} set`)(host)];
}

/** In the zone file of the local cloud a new record beside an old one is refused: the step names each line to delete. */
function setStep({ plan, audience }: Told, what: string, findings: readonly Finding[]): NextStep {
  const { internetFile } = audience;
  const command = recordsCommand(plan.host, audience);
  const changes = findings.flatMap((one) => one.records);
  const names = [plan.host, ...changes.filter(({ action }) => action === 'add').map(({ name }) => name)];
  const misplaced = findings.filter(isValidationLost).flatMap((one) => one.records);
  const old = changes.filter(
    (one) => one.action === 'remove' && (names.includes(one.name) || misplaced.includes(one)),
  );
  if (internetFile !== undefined) return intoZoneFile(command, internetFile, what, old.map(zoneLine));
  const isReplaced = plan.moving !== undefined && what === 'its routing record' && old.length > 0;
  return { when: `its owner ${isReplaced ? `replaces ${recordsText(old)} with` : 'sets'} ${what}`, command };
}

/** In this order there is no moment without a record: a file with both is not read. */
function intoZoneFile(records: Command, file: string, what: string, old: readonly string[]): NextStep {
  const lines = [...new Set(old)].join(' and the line ');
  const last = lines && `, of which you then delete the line ${lines}`;
  const when = `its owner sets ${what}; on the local cloud, this command does, in its zone file${last}`;
  return { when, command: command`${{ line: records }} >> ${file}` };
}

/** The TTL is that of the record as its zone has it. */
function byHand(one: Told): readonly NextStep[] {
  const { waiting, target = '' } = one.output ?? {};
  const seen = oldRecords(one);
  const ttlOf = (type: string) => seen.find((record) => record.type === type)?.ttl;
  const old = (waiting?.old ?? []).map((record) => ({ ...record, ttl: ttlOf(record.type) }));
  const { host, zone, apex, ttl } = one.plan;
  return replaceCommands(zone, { host, apex, ttl, old, target }).flatMap((one) => run(one));
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/alternate-domain-names-move-options.html: within one account. */
function movedAlias({ plan, newPlace }: Told): readonly NextStep[] {
  const { aliases } = newPlace ?? {};
  const { distribution = 'ID' } = aliases?.kind === 'taken' ? aliases : {};
  const ifMatch = command`aws cloudfront get-distribution --id ${distribution} --query ETag --output text`;
  return run(
    command`aws cloudfront update-domain-association --domain ${plan.host} --target-resource ${`DistributionId=${distribution}`} --if-match "$(${{ line: ifMatch }})"`,
  );
}
