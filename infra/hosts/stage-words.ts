// What is said of a host's stage, by its reason: a sentence, and the commands that take it further. The only place with words about how
// far a host is; those about a finding are in voice.ts.
import { replaceCommands } from '@petstore/custom-domains/dns-hosts';
import { explainReason } from '@petstore/custom-domains/many-hosts';
import { type Command, command } from '@petstore/custom-domains/output';
import {
  dayOf,
  type Finding,
  isAbout,
  isBlocked,
  isRoutingMissing,
  renewalRisk,
  verdictOf,
  zoneLine,
} from '@petstore/custom-domains/preflight';
import { recordsText } from '../config/host-entry.ts';
import { type Audience, domainsCommand, stackOption } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';
import { oldRecords } from './facts.ts';
import type { DeployedHost } from './host-output.ts';
import {
  firstOpen,
  isOfRouting,
  isOtherPlace,
  isValidationLost,
  type Stage,
  verificationFindings,
} from './lifecycle.ts';
import { isPlaceLost } from './moves.ts';
import type { HostReading } from './reading.ts';

/** For a printed line: `once they are set: npm run domains -- verify HOST`; what is run after another command needs no `when`. */
export interface NextStep {
  readonly when: string;
  readonly command: Command;
}

/** What a sentence is made of. */
interface Told {
  readonly plan: HostPlan;
  readonly output: DeployedHost | undefined;
  readonly findings: readonly Finding[];
  readonly reading: HostReading;
  readonly audience: Audience;
  readonly stack: string;
  readonly isLocal: boolean;
  /** Of a command of `npm run domains` about the host. */
  readonly ask: (name: string) => Command;
  readonly deploy: Command;
}

interface Words {
  readonly what: string;
  readonly steps: readonly NextStep[];
}

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

const words = (what: string, ...commands: readonly Command[]): Words => ({
  what,
  steps: commands.map((one) => ({ when: '', command: one })),
});

/** `npm run local` deploys a change of the file by itself. */
const up = ({ isLocal, deploy }: Told) => (isLocal ? [] : [deploy]);
/** It deploys when the file is saved, and sees no change of another program. */
const again = (told: Told) => (told.isLocal ? [command`touch ${`Pulumi.${told.stack}.yaml`}`] : up(told));
/** Of what a deployment does: there is no command for it on the local cloud. */
const byItself = ({ isLocal }: Told) => (isLocal ? '; npm run local does it by itself' : '');

const kindOf = ({ target }: HostPlan) =>
  target === 'gateway' ? 'a domain name of API Gateway' : 'a CloudFront distribution';

/** `move` makes the change of the stage. With what declares the host, where the stack does not yet. */
function moveCommand({ plan, reading, audience }: Told, verb: 'add' | 'move' = 'move'): Command {
  const { declaring, given } = reading.move ?? {};
  const site = declaring === undefined ? [] : ['--site', declaring.site];
  const to = declaring?.redirectTo === undefined ? [] : ['--redirect-to', declaring.redirectTo];
  const write = verb === 'move' ? ['--write'] : [];
  const options = { stack: audience.stack, reading: given ?? audience.reading };
  return domainsCommand(verb, plan.host, options, [...site, ...to, ...write]);
}

const SENTENCES = {
  declared: () => '',
  undeployed: ({ findings, deploy, reading }) => {
    if (reading.move !== undefined) return '';
    const cause = verdictOf(findings) === 'unknown' ? 'its DNS can be read' : 'it is not blocked';
    return `not deployed yet: ${deploy} creates it${isBlocked(findings) ? ` once ${cause}` : ''}`;
  },
  failed: () => 'its last deployment failed',
  'failed-change': ({ deploy }) => `its last deployment failed, and it stays as it was: ${deploy} shows why`,
  'nothing-moves': (told) =>
    words(
      `DNS has no record that leads ${told.plan.host} elsewhere: nothing moves, and adding it is enough`,
      moveCommand(told, 'add'),
    ),
  unlisted: (told) => {
    const declare = told.reading.move?.declaring === undefined ? '' : `declare ${told.plan.host}, and `;
    return words(
      `${declare}list it in petstore:moving, so that the records of its old place are no conflict and stay`,
      moveCommand(told),
    );
  },
  'outputs-unread': ({ reading }) => reading.outputsUnread ?? '',
  'dns-unread': () => 'it could not be read: see below',

  unrequested: () => '',
  'not-created': (told) => {
    const { plan, findings, reading, audience } = told;
    if (plan.zone.provider === 'external' && reading.move === undefined) {
      const file = audience.internetFile === undefined ? '' : ` in ${audience.internetFile}`;
      const fixed = isBlocked(findings) ? `once this is fixed${file} and the host` : 'once it';
      return {
        what: '',
        steps: [{ when: `${fixed} is deployed, its records`, command: recordsCommand(plan.host, audience) }],
      };
    }
    if (reading.move === undefined) return '';
    if (told.output !== undefined) {
      const failed = `the last deployment of the host failed: ${told.deploy} shows why`;
      return words(`${failed}; once that is fixed, deploy it again`, ...again(told));
    }
    const what = `a certificate is requested and validated by a record of its own, while the old place serves${byItself(told)}`;
    return words(what, ...up(told));
  },
  validated: ({ reading }) => (reading.validation === undefined ? '' : 'validation record seen'),
  'validation-unknown': () => '',
  'validation-unseen': () => 'validation record not seen',
  'validation-partly': ({ reading }) => `validation record on ${reading.validation?.server} only`,
  'validation-other': () => 'its validation record has another value: see below',
  'validation-lost': (told) => {
    const then = [{ when: 'once it is set', command: told.ask('status') }];
    const again = 'its validation record again';
    return ownersWords(told, 'validation record not seen', again, told.findings, then);
  },
  'owner-sets': (told) => {
    const { plan, reading, ask } = told;
    const { open } = verificationFindings(reading.judgement, undefined, reading.after);
    const others = open.filter((one) => !isOfRouting(one) && !isAbout(one, 'own-records'));
    const keeping = open.some(isPlaceLost)
      ? 'sets that of its old place again'
      : 'leaves that of its old place';
    const what = plan.moving === undefined ? 'its records' : `its validation record, and ${keeping}`;
    const also = others.length > 0 ? ', and what else is found is fixed' : '';
    const first = open.some(isOtherPlace) ? [{ when: TO_MOVE_IN, command: ask('move') }] : [];
    const then = [{ when: `once they are set${also}`, command: ask('verify') }];
    const set = ownersWords(told, seenOf(reading), what, open, then);
    return { ...set, steps: [...first, ...set.steps] };
  },
  'owner-fixes': ({ reading, ask }) => ({
    what: seenOf(reading),
    steps: [{ when: 'once what is found is fixed', command: ask('verify') }],
  }),
  unverified: ({ plan, reading, ask }) => {
    const isKnown = reading.judgement.facts.own?.target !== undefined && plan.moving === undefined;
    const end = plan.moving === undefined ? 'is known once it is attached' : 'follows after that';
    const later = `its validation record is right, and its routing record ${end}`;
    return {
      what: 'validation record seen, and not verified yet',
      steps: [{ when: isKnown ? 'its records are right' : later, command: ask('verify') }],
    };
  },

  issued: ({ findings, reading: { response } }) => {
    const { certificate, renewal } = response ?? {};
    if (certificate === undefined) return 'issued';
    const text = `${certificate.issuer}, for ${certificate.names.join(', ')}, ${renewal?.daysLeft} days left`;
    const risk = renewal && renewalRisk(findings);
    if (risk === undefined) return text;
    if (risk === 'blocked')
      return `${text}; its renewal will fail, and the site with it on ${dayOf(renewal?.notAfter ?? new Date())}: see below`;
    return `${text}; its renewal ${renewal?.progress === 'in-time' ? 'may fail' : 'is late'}: see below`;
  },
  'certificate-failed': (told) => {
    // The reason is known where the failed run reached its end; the preflight's findings follow in any case.
    const { reason } = told.output ?? {};
    const what = reason
      ? `${reason}: ${explainReason(reason)} (${told.deploy})`
      : `not issued; ${told.deploy} shows why`;
    return words(what, ...again(told));
  },
  requested: ({ plan }) => (plan.zone.provider === 'external' ? 'requested' : ''),
  'requested-again': ({ output }) =>
    `requested again: the earlier request ended as ${output?.earlierRequest}`,
  validating: (told) => words(usual(told), ...up(told)),
  unattached: (told) => {
    const status = told.output?.certificate === 'ISSUED' ? 'issued' : usual(told);
    return { what: status, steps: [{ when: 'it is verified; to attach it', command: told.deploy }] };
  },

  target: ({ plan, output }) => `${kindOf(plan)} exists: ${output?.target}`,
  'no-target': (told) => words(`${kindOf(told.plan)} is created for the host${byItself(told)}`, ...up(told)),

  named: ({ plan, output, reading }) =>
    reading.move?.isUnasked === false
      ? `${output?.target} answers for ${plan.host}`
      : `${output?.target} has the name`,
  'name-with-target': (told) =>
    words(
      `what serves the host here has its name, before the record leads to it${byItself(told)}`,
      ...up(told),
    ),
  'name-when-verified': (told) =>
    words(`${told.output?.target} gets the name when the host is verified${byItself(told)}`, ...up(told)),
  'name-with-deployment': (told) =>
    words(`${told.output?.target} gets the name with the next deployment${byItself(told)}`, ...up(told)),
  'name-taken': (told) => (told.isLocal ? words(OTHER_PROGRAM, ...again(told)) : movedAlias(told)),
  'name-unknown': ({ output, reading: { move } }) =>
    `${output?.target}: ${move?.fault}; whether another CloudFront distribution has the name could not be found out: ${move?.aliases.kind === 'unknown' && move.aliases.why}`,
  'name-fault': (told) => words(`${told.output?.target}: ${told.reading.move?.fault}`, ...up(told)),

  routed: ({ plan, output, findings, reading: { wait = 0, move } }) => {
    if (move !== undefined) return `${plan.host} leads to ${output?.target}`;
    const { found } = findings.find((one) => isAbout(one, 'routed')) ?? {};
    return `${found}${wait === 0 ? '' : `; a resolver may serve the old value for ${minutes(wait)} more`}`;
  },
  untaken: (told) =>
    words(
      `${told.plan.host} leads to ${told.output?.target}; the next deployment takes the record into the state of the stack`,
      ...again(told),
    ),
  blocked: (told) => ownersRouting(told, 'see below'),
  'nothing-conflicts': () => 'nothing conflicts',
  'other-records': (told) => ownersRouting(told, 'its name has other records: see below'),
  'target-unknown': (told) => ownersRouting(told, 'its routing record is known once the host is attached'),
  unset: (told) => {
    const wait = minutes(told.reading.wait ?? 0);
    return ownersRouting(
      told,
      `its routing record does not exist yet; once it is set, resolvers may take up to ${wait} to see it`,
    );
  },
  'place-lost': () => 'it leads nowhere now: see below',
  'waits-for-name': ({ ask }) => ({
    what: 'it leads to its old place',
    steps: [{ when: 'its routing record waits for its name; how it goes on', command: ask('move') }],
  }),
  'owner-replaces': (told) => {
    if (told.reading.move === undefined) return ownersRouting(told, 'it leads to its old place');
    const old = oldRecords(told.reading.judgement.facts);
    const names = old.length === 0 ? '' : ` (${recordsText(old)})`;
    const what = `its owner replaces the old record${names} with the routing record that the command prints${remembered(told)}`;
    return words(what, recordsCommand(told.plan.host, told.audience));
  },
  drifted: (told) =>
    oldLine(told) ??
    words(
      'the stack has the routing record in its state, and DNS leads elsewhere',
      ...(told.isLocal ? [] : [command`pulumi refresh --stack ${told.stack}`]),
      ...again(told),
    ),
  'by-hand': (told) => {
    const old = told.output?.waiting?.old ?? [];
    const none = `no single change by Pulumi replaces ${recordsText(old)}:`;
    return told.isLocal
      ? words(
          `${none} remove it in the program that declares it, and have npm run local deploy again`,
          ...again(told),
        )
      : words(
          `${none} replace them in one change by hand, and the next deployment takes the new record over${remembered(told)}`,
          ...byHand(told),
          ...again(told),
        );
  },
  'unlisted-record': (told) => {
    if (told.isLocal) return oldLine(told) ?? replaced(told);
    const check = command`npm run domains -- check --host ${told.plan.host} ${stackOption(told.stack)}`;
    return words(told.output?.waiting?.why ?? '', check);
  },
  replaced,
  unnamed: (told) =>
    words(
      `name what the routing record replaces (${recordsText(told.output?.waiting?.old ?? [])}), and deploy: one change of the record${byItself(told)}${remembered(told)}`,
      moveCommand(told),
      ...up(told),
    ),

  fault: ({ reading }) => reading.response?.fault ?? '',
  unasked: () => '',
  responds: ({ reading: { response } }) => {
    if (response === undefined) return '';
    return `responds with ${response.status}${response.location ? ` to ${response.location}` : ''}`;
  },

  kept: ({ output, reading }) => keptSentence(output, reading.now) ?? '',
  'unlisted-move': () => 'petstore:moving does not list the host',
  listed: (told) => {
    if (told.reading.move === undefined) return '';
    const wait =
      'delete the host at its old place when no resolver remembers the old record, its TTL after the change. ';
    const what = `${told.isLocal ? '' : wait}${OUT_OF_STATE}; dropping the line of petstore:moving then changes nothing`;
    return words(what, moveCommand(told));
  },
} as const satisfies Record<string, (told: Told) => Words | string>;
export type Reason = keyof typeof SENTENCES;

export function stageWords(stage: Pick<Stage, 'reason'>, reading: HostReading, audience: Audience): Words {
  const { facts, findings } = reading.judgement;
  const { stack } = audience;
  const { plan, output } = facts;
  const said = SENTENCES[stage.reason]({
    ...{ plan, output, findings, reading, audience, stack },
    isLocal: stack === 'local',
    ask: (name) => domainsCommand(name, plan.host, audience),
    deploy: deployCommand(stack),
  });
  return typeof said === 'string' ? { what: said, steps: [] } : said;
}

/** Who does it, and where. */
export function whereOf(
  { id, reason }: Pick<Stage, 'id' | 'reason'>,
  { judgement: { facts } }: HostReading,
  audience: Audience,
): string {
  const { stack, internetFile } = audience;
  const { zone, certificateRegion, moving } = facts.plan;
  const isLocal = stack === 'local';
  const file = `Pulumi.${stack}.yaml`;
  const cloud = (what: string) => (isLocal ? 'the local cloud' : `AWS, ${what}`);
  const internet = internetFile ?? 'cli/local/internet.zone, or the file that --internet names';
  const owners = isLocal ? internet : "the DNS host of the host's owner";
  const isOldLine = isLocal && moving !== undefined && OF_OLD_LINES.includes(reason);
  const inZone = zone.provider === 'external' || isOldLine ? owners : `the zone ${zone.name}`;
  const places = {
    declared: file,
    records: inZone,
    certificate: isLocal ? `the local cloud, ${certificateRegion}` : `AWS, ${certificateRegion}`,
    target: cloud('the account of the stack'),
    name: cloud('and what serves the host'),
    routing: inZone,
    live: `https://${facts.plan.host}`,
    released: isLocal ? file : `the old place, then ${file}`,
  };
  return places[id];
}

/** Of those, on the local cloud, the record is a line of the internet's zone file. */
const OF_OLD_LINES: readonly Reason[] = ['drifted', 'unlisted-record'];

const TO_MOVE_IN =
  'where its name leads to what still serves visitors, it first moves in, else they wait for its certificate';

const OTHER_PROGRAM =
  'another distribution of the local cloud has the name: remove it from the aliases there, in the program that declares them, and have npm run local deploy again, which gives it to the one here';

/** A provider deletes a record by its id or by its name and type, whoever changed it since. */
const OUT_OF_STATE =
  'Where a program of Pulumi or Terraform has created the old place, its destroy would delete the records of the new one: first take the routing record and the validation record out of its state (pulumi state delete URN, terraform state rm)';

/** The domain verifies, and CAA allows Amazon: both were just read. ACM usually takes a few minutes. */
function usual({ plan, ask, deploy }: Told): string {
  const verify = plan.zone.provider === 'external' ? `${ask('verify')} and ` : '';
  return `requested; usually issued within a few minutes. If it takes more than 30 minutes, request it again: ${verify}${deploy}`;
}

function seenOf({ validation }: HostReading): string {
  if (validation === undefined) return '';
  return validation.kind === 'seen'
    ? 'validation record seen, and not verified yet'
    : 'validation record not seen';
}

/** The owner sets records, then what is to follow. */
function ownersWords(
  told: Told,
  what: string,
  records: string,
  findings: readonly Finding[],
  then: readonly NextStep[],
): Words {
  return { what, steps: [setStep(told, records, findings), ...then] };
}

/** In a declared zone the stack sets the routing record. */
function ownersRouting(told: Told, what: string): Words {
  if (told.plan.zone.provider !== 'external') return words(what);
  const [records, set] = told.findings.some(isValidationLost)
    ? ['its records', 'they are']
    : ['its routing record', 'it is'];
  const then = [{ when: `once ${set} set`, command: told.ask('status') }];
  return ownersWords(told, what, records, told.findings, then);
}

/**
 * In the zone file of the local cloud a new record stands beside an old one, which would be refused: the step names each old line, and
 * each whose name has the zone's twice.
 */
function setStep({ plan, reading, audience }: Told, what: string, findings: readonly Finding[]): NextStep {
  const { internetFile } = audience;
  const records = recordsCommand(plan.host, audience);
  const changes = findings.flatMap((one) => one.records);
  const names = [plan.host, ...changes.filter(({ action }) => action === 'add').map(({ name }) => name)];
  const misplaced = findings.filter((one) => isAbout(one, 'own-records') && !isRoutingMissing(one));
  const isOld = (one: (typeof changes)[number]) =>
    names.includes(one.name) || misplaced.some((found) => found.records.includes(one));
  const old = changes.filter((one) => one.action === 'remove' && isOld(one));
  if (internetFile !== undefined) {
    const lines = [...new Set(old.map(zoneLine))].join(' and the line ');
    // In this order there is no moment without a record: a file with both is not read.
    const last = lines && `, of which you then delete the line ${lines}`;
    const when = `its owner sets ${what}; on the local cloud, this command does, in its zone file${last}`;
    return { when, command: command`${{ line: records }} >> ${internetFile}` };
  }
  if (reading.after?.isLeaving)
    return { when: `once this is deployed, its owner replaces ${what} with the new one`, command: records };
  const isReplaced = plan.moving !== undefined && what === 'its routing record' && old.length > 0;
  const when = isReplaced ? `its owner replaces ${recordsText(old)} with ${what}` : `its owner sets ${what}`;
  return { when, command: records };
}

/** On the local cloud the record of the old place is a line of its zone file. */
function oldLine({ isLocal, reading, plan }: Told): Words | undefined {
  const old = oldRecords(reading.judgement.facts);
  if (!isLocal || old.length === 0 || plan.zone.provider === 'external') return undefined;
  return words(
    `delete the line of the old record (${recordsText(old)}), which no Pulumi program can replace; npm run local then sets the routing record by itself`,
  );
}

function replaced(told: Told): Words {
  const what = 'the routing record takes the place of the old one in one change';
  return words(`${what}${byItself(told)}${remembered(told)}`, ...up(told));
}

/** Nothing caches the DNS of the local cloud. */
function remembered({ isLocal, reading }: Told): string {
  const ttl = Math.max(0, ...oldRecords(reading.judgement.facts).map((one) => one.ttl));
  if (ttl === 0 || isLocal) return '';
  return `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
}

/** The TTL is that of the record as its zone has it. */
function byHand({ plan, output, reading }: Told): readonly Command[] {
  const { host, zone, apex, ttl } = plan;
  const seen = oldRecords(reading.judgement.facts);
  const old = (output?.waiting?.old ?? []).map((one) => ({
    ...one,
    ttl: seen.find(({ type }) => type === one.type)?.ttl,
  }));
  return replaceCommands(zone, { host, apex, ttl, old, target: output?.target ?? '' });
}

/**
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/alternate-domain-names-move-options.html:
 * in one account the command moves the name in one step; in another, the old distribution must be disabled before, or
 * have a wildcard over the name in its place.
 */
function movedAlias(told: Told): Words {
  const { aliases } = told.reading.move ?? {};
  const { distribution = 'ID', by = [] } = aliases?.kind === 'taken' ? aliases : {};
  const holders = by.map(({ domain, resource, account }) => `${resource} in account ${account} (${domain})`);
  const who = holders.length === 0 ? 'another CloudFront distribution' : holders.join(' and ');
  const what = `${who} has the name. Within one account, the command moves it in one step. Where the other one is in another account, its owner first puts a wildcard in the place of the name there, or disables it; AWS Support moves an apex`;
  const ifMatch = command`aws cloudfront get-distribution --id ${distribution} --query ETag --output text`;
  const move = command`aws cloudfront update-domain-association --domain ${told.plan.host} --target-resource ${`DistributionId=${distribution}`} --if-match "$(${{ line: ifMatch }})"`;
  return words(what, move, ...up(told));
}

/** What of a host is kept though the host left it, in a sentence; undefined: nothing. */
export function keptSentence(output: DeployedHost | undefined, now: Date): string | undefined {
  if (output?.kept === undefined) return undefined;
  const { target, until } = output.kept;
  return now.getTime() < Date.parse(until)
    ? `its former ${target} is kept until ${until}: the first deployment after that deletes it`
    : `its former ${target} was kept until ${until}: the next deployment deletes it`;
}

/** `41 min`, `2 h`; never less than a minute. */
function minutes(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole < 120 ? `${whole} min` : `${Math.ceil(whole / 60)} h`;
}

const END_OF_MOVE = 'it is live; to end its move';

/**
 * What takes the host further, where that is not the stack's next deployment: the steps of an external host's owner, and the command of
 * a move. In the order in which they are done.
 */
export function nextSteps(
  stages: readonly Stage[],
  reading: HostReading,
  audience: Audience,
): readonly NextStep[] {
  const { plan } = reading.judgement.facts;
  const first = firstOpen(stages.filter(({ id }) => id !== 'live'));
  const move = domainsCommand('move', plan.host, audience);
  if (first?.id === 'released') return [{ when: END_OF_MOVE, command: move }];
  if (first?.id === 'target' || first?.id === 'name')
    return [{ when: 'its routing record waits for its name; how it goes on', command: move }];
  if (plan.zone.provider !== 'external')
    return plan.moving === undefined ? [] : [{ when: 'it moves in; how it goes on', command: move }];
  return first === undefined ? [] : stageWords(first, reading, audience).steps;
}
