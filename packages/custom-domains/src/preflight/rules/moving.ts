// A host that moves in: the records that lead to its old place are not a conflict while it serves.
import { type HostSpec, hasHttpsRecord } from '../../dns-hosts/zone.ts';
import { type Finding, isRoutingMissing } from '../finding.ts';
import { describeRecords, finding, list, removalsOf } from './rule.ts';

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
  /** The region of the stack's gateways. */
  readonly region: string;
  /** The program's command for the host that shows the next step of its move, or that takes over what exists. */
  readonly command: (name: 'move' | 'adopt') => string;
}

/** The findings with `moving-in` in the place of conflicts with the records of the old place. Pure. */
export function withMove(plan: HostSpec, findings: readonly Finding[], move: Move): readonly Finding[] {
  const isOld = ({ code }: Finding) =>
    code === 'conflicting-record' ||
    code === 'cname-elsewhere' ||
    (code === 'stale-https-record' && hasHttpsRecord(plan));
  // The routing record is set by this run or a later one: nobody has to set it again.
  const others = findings
    .filter((one) => !isOld(one) && !isRoutingMissing(one))
    .flatMap((one) => aliasWaits(one, move));
  const records = removalsOf(findings.filter(isOld));
  const texts = describeRecords(records);
  const taken = records.find(({ value }) => isGatewayOf(move.region, value));
  if (plan.target === 'gateway' && taken !== undefined)
    return [nameTaken(plan, taken.value, move), ...others];
  if (texts.length === 0 && move.step.kind !== 'waits') return others;
  return [movingIn(plan, texts, move), ...others];
}

function movingIn(plan: HostSpec, texts: readonly string[], { step, command }: Move): Finding {
  const found = texts.length === 0 ? 'no record of an old place' : `the old place: ${list(texts)}`;
  if (step.kind === 'waits')
    return finding(plan, 'moving-in', 'warning', { found, why: step.why, fix: step.fix });
  const why =
    step.kind === 'prepares'
      ? 'the old place serves while the certificate and what serves the host here are created; the routing record waits'
      : 'the routing record takes the place of what petstore:moving names, after everything else exists';
  return finding(plan, 'moving-in', 'info', { found, why, fix: `${command('move')} shows the next step` });
}

/** CloudFront: a name belongs to one distribution, whose certificate covers it. One without the name can be created. */
function aliasWaits(one: Finding, { hasAlias, command }: Move): Finding[] {
  if (one.code !== 'alias-taken') return [one];
  if (hasAlias) return [];
  const why =
    'while that one has the name among its aliases, CloudFront gives it to no other: the distribution of the stack is created without it, and the routing record waits';
  return [
    { ...one, severity: 'warning', why, fix: `${command('move')} shows how the name moves`, records: [] },
  ];
}

/** `d-….execute-api.eu-west-1.amazonaws.com`: a regional domain name of API Gateway. */
function isGatewayOf(region: string, name: string): boolean {
  const [, service, at] = name.split('.');
  return service === 'execute-api' && at === region;
}

/**
 * "A custom domain name must be unique within a Region across all AWS accounts":
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-custom-domains.html
 */
function nameTaken(plan: HostSpec, value: string, { command }: Move): Finding {
  return finding(plan, 'moving-in', 'blocked', {
    found: `the old place: ${value}, a domain name of API Gateway in the stack's region`,
    why: 'API Gateway has a domain name once in a region, in all accounts together, so that none can be created here while that one exists',
    fix: `where it is in the stack's account, take it over (${command('adopt')}); in another account, move to another region, or delete it there, which interrupts the host`,
  });
}
