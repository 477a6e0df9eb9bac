// A host that is live already: what serves it can be taken over, where its records are exactly those of the stack; and while it
// moves in, the records that lead to its old place are not a conflict.
import { type HostSpec, hasHttpsRecord } from '../../dns-hosts/zone.ts';
import type { Command } from '../../output/words.ts';
import { isAbout } from '../codes.ts';
import { type Finding, type FindingText, isRoutingMissing } from '../finding.ts';
import { describeRecords, finding, isUnverified, list, removalsOf } from './rule.ts';

export interface Adoption {
  /** The program declares that it takes over what exists of the host. */
  readonly declared: boolean;
  /** What the account has of the host; undefined: the account was not read. */
  readonly existing?: Adoptable;
  readonly failure?: string;
  /** What a deployment reported that read the account, where this run did not. */
  readonly reported?: FindingText;
}

export interface Adoptable {
  /** What a person reads: `the certificate arn:…`, `the record CNAME …`. */
  readonly resources: readonly string[];
  /** A distribution or a domain name of the account serves the host. */
  readonly isServed: boolean;
  /** Records that are not exactly those of the stack, in words. */
  readonly differing: readonly string[];
  /** One of these resources is the HTTPS record of an apex. */
  readonly hasHttps?: boolean;
  /** How to get the id that no look-up finds; undefined where it is known, or not needed. */
  readonly missingId?: string;
}

const isConflict = (one: Finding) => isAbout(one, 'old-place', 'alias');
const isHttps = (one: Finding) => isAbout(one, 'https');

/** Whether the account should be read, to find out whether the records in the way are the stack's own. */
export function mayBeAdoptable(findings: readonly Finding[]): boolean {
  return findings.some(isConflict);
}

/** The findings with `adoptable` in the place of conflicts that are exactly the stack's records. Pure. */
export function withAdoption(
  plan: HostSpec,
  findings: readonly Finding[],
  { declared, existing, failure, reported }: Adoption,
): readonly Finding[] {
  if (declared && failure !== undefined) {
    // A host that is to be adopted is not created before it is known what exists of it.
    const unreadable = finding(plan, 'adoptable', 'blocked', {
      found: `what exists of ${plan.host} could not be looked up: ${failure}`,
      why: 'the host is to be adopted, so what serves it must be known before the stack touches it',
      fix: 'give the deployment the right to read it, or do not adopt the host',
      remedy: { kind: 'read-account' },
    });
    return [unreadable, ...findings];
  }
  if (existing === undefined && declared) return unread(plan, findings);
  if (existing === undefined) {
    const open = findings.filter((one) => !isConflict(one) && !isHttps(one));
    const isGone = reported === undefined || open.length === findings.length;
    return isGone ? findings : [finding(plan, 'adoptable', 'blocked', reported), ...open];
  }
  if (!existing.isServed || existing.differing.length > 0) return findings;
  const others = findings.filter((one) => !isConflict(one) && !(existing.hasHttps && isHttps(one)));
  if (!declared && others.length === findings.length) return findings;
  return [adoptable(plan, existing, declared), ...others];
}

function adoptable(plan: HostSpec, { resources, missingId }: Adoptable, declared: boolean): Finding {
  const found = `${list(resources)} of this account ${resources.length === 1 ? 'serves' : 'serve'} the host`;
  if (declared && missingId === undefined) {
    return finding(plan, 'adoptable', 'info', {
      found,
      why: 'each is taken over as it is, and then gets the settings of the stack; nothing is created twice',
      fix: 'after the deployment, nothing is left to adopt',
      remedy: { kind: 'adopted' },
    });
  }
  return finding(plan, 'adoptable', isUnverified(plan) ? 'warning' : 'blocked', {
    found,
    why: 'the stack would create what exists already; it can take it over instead, without an interruption',
    fix:
      missingId === undefined
        ? 'take it over'
        : `take it over with its id, which no look-up finds: ${missingId}`,
    remedy: { kind: 'adopt', missingId },
  });
}

/** Without the account, as in a pull request: a record that points at a gateway or a distribution may be the stack's own, and so may the
 * addresses at an apex. The preview compares them, and blocks the host where they differ. */
function unread(plan: HostSpec, findings: readonly Finding[]): readonly Finding[] {
  const isOpen = (one: Finding) => isConflict(one) || (hasHttpsRecord(plan) && isHttps(one));
  const removed = removalsOf(findings.filter(isOpen));
  const mayBeOwn = removed.every(({ type, value }) => {
    if (type === 'HTTPS') return value.startsWith('1 . ');
    return type === 'CNAME' ? pointsAt(plan, value) : plan.apex && (type === 'A' || type === 'AAAA');
  });
  if (removed.length === 0 || !mayBeOwn) return findings;
  const text = {
    found: list(describeRecords(removed)),
    why: 'the host is to be adopted, and this may be the record that the stack would create',
    fix: 'the next preview or deployment reads the account: it takes over what is exactly the same, and blocks the host otherwise',
  };
  const others = findings.filter((one) => !isOpen(one));
  return [finding(plan, 'adoptable', 'warning', text), ...others];
}

/** `d-….execute-api.eu-west-1.amazonaws.com`, `d….cloudfront.net`: the names that AWS gives to each kind. */
function pointsAt({ target }: HostSpec, name: string): boolean {
  return name.split('.').includes(target === 'gateway' ? 'execute-api' : 'cloudfront');
}

/** What this run does with the records of the old place. */
export type MoveStep =
  /** The line names no record: the routing record waits. */
  | { readonly kind: 'prepares' }
  /** The routing record takes the place of those that the line names, as far as is known without the account. */
  | { readonly kind: 'replaces' }
  /** The line names records, and yet the routing record waits. */
  | { readonly kind: 'waits'; readonly why: string; readonly fix: string };

export interface Move {
  readonly step: MoveStep;
  /** Whether a distribution of the stack has the name already; undefined where the account was not read. */
  readonly hasAlias?: boolean;
  readonly region: string;
  /** The program's command for the host that shows the next step of its move, or that takes over what exists. */
  readonly command: (name: 'move' | 'adopt') => Command;
}

/** The findings with `moving-in` in the place of conflicts with the records of the old place. Pure. */
export function withMove(plan: HostSpec, findings: readonly Finding[], move: Move): readonly Finding[] {
  const isOld = (one: Finding) => isAbout(one, 'old-place') || (hasHttpsRecord(plan) && isHttps(one));
  const isOwners = plan.zone.provider === 'external' && move.step.kind === 'replaces';
  // The routing record is set by this run or a later one: nobody has to set it again. Its owner has to, and there is no old place any more.
  const others = findings
    .filter((one) => !isOld(one) && (isOwners || !isRoutingMissing(one)))
    .map(
      (one): Finding =>
        isRoutingMissing(one) && one.severity === 'info' ? { ...one, severity: 'warning' } : one,
    )
    .flatMap((one) => aliasWaits(one, move));
  const records = removalsOf(findings.filter(isOld));
  const texts = describeRecords(records);
  const taken = records.find(({ value }) => isGatewayOf(move.region, value));
  if (plan.target === 'gateway' && taken !== undefined)
    return [nameTaken(plan, taken.value, move), ...others];
  if (texts.length === 0 && move.step.kind !== 'waits') return others;
  return [isOwners ? replacedByOwner(plan, texts, records) : movingIn(plan, texts, move), ...others];
}

function movingIn(plan: HostSpec, texts: readonly string[], { step, command }: Move): Finding {
  const found = texts.length === 0 ? 'no record of an old place' : `the old place: ${list(texts)}`;
  if (step.kind === 'waits')
    return finding(plan, 'moving-in', 'warning', { found, why: step.why, fix: step.fix });
  const why =
    step.kind === 'prepares'
      ? 'the old place serves while the certificate and what serves the host here are created; the routing record waits'
      : 'the routing record takes the place of the records that are named, after everything else exists';
  const next = command('move');
  return finding(plan, 'moving-in', 'info', {
    found,
    why,
    fix: `${next} shows the next step`,
    command: next,
  });
}

/** Beside the old record no other can stand. */
function replacedByOwner(plan: HostSpec, texts: readonly string[], records: Finding['records']): Finding {
  const found = `the old place: ${list(texts)}`;
  const why = 'the host is ready at its new place, and clients are led to the old one';
  const fix = 'remove what leads to the old place, and set the routing record instead';
  return finding(plan, 'moving-in', 'info', { found, why, fix, records });
}

/** Of a host whose old place was to serve until the new one has its name: there is no record to set instead yet. */
export function placeLost(plan: HostSpec): Finding {
  return finding(plan, 'record-missing', 'warning', {
    found: `no record leads ${plan.host} anywhere now`,
    why: 'no client reaches it: its new place is not ready, and no record leads to an old one',
    fix: 'if an old place still serves, set its record again until the new place is ready',
  });
}

/** CloudFront: a name belongs to one distribution, whose certificate covers it. One without the name can be created. */
function aliasWaits(one: Finding, { hasAlias, command }: Move): Finding[] {
  if (!isAbout(one, 'alias')) return [one];
  if (hasAlias) return [];
  const why =
    'while that one has the name among its aliases, CloudFront gives it to no other: the distribution of the stack is created without it, and the routing record waits';
  const next = command('move');
  const fix = `${next} shows how the name moves`;
  return [{ ...one, severity: 'warning', why, fix, command: next, remedy: undefined, records: [] }];
}

/** `d-….execute-api.eu-west-1.amazonaws.com`: a regional domain name of API Gateway. */
function isGatewayOf(region: string, name: string): boolean {
  const [, service, at] = name.split('.');
  return service === 'execute-api' && at === region;
}

/** "A custom domain name must be unique within a Region across all AWS accounts":
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-custom-domains.html */
function nameTaken(plan: HostSpec, value: string, { command }: Move): Finding {
  return finding(plan, 'moving-in', 'blocked', {
    found: `the old place: ${value}, a domain name of API Gateway in the stack's region`,
    why: 'API Gateway has a domain name once in a region, in all accounts together, so that none can be created here while that one exists',
    fix: `where it is in the stack's account, take it over (${command('adopt')}); in another account, move to another region, or delete it there, which interrupts the host`,
    command: command('adopt'),
  });
}
