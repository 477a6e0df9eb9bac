// A host that is live already: what serves it can be taken over, where its records are exactly those of the stack.
import { type HostSpec, hasHttpsRecord } from '../../dns-hosts/zone.ts';
import type { Finding, FindingCode } from '../finding.ts';
import { describeRecords, finding, isUnverified, list, removalsOf } from './rule.ts';

export interface Adoption {
  /** The stack file lists the host in `petstore:adopt`. */
  readonly declared: boolean;
  /** What the account has of the host; undefined: the account was not read. */
  readonly existing?: Adoptable;
  /** Why the account could not be read. */
  readonly failure?: string;
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

const CONFLICTS: readonly FindingCode[] = ['conflicting-record', 'cname-elsewhere', 'alias-taken'];

const isConflict = ({ code }: Finding) => CONFLICTS.includes(code);
const isHttps = ({ code }: Finding) => code === 'stale-https-record';

/** Whether the account should be read, to find out whether the records in the way are the stack's own. */
export function mayBeAdoptable(findings: readonly Finding[]): boolean {
  return findings.some(isConflict);
}

/** The findings with `adoptable` in the place of conflicts that are exactly the stack's records. Pure. */
export function withAdoption(
  plan: HostSpec,
  findings: readonly Finding[],
  { declared, existing, failure }: Adoption,
): readonly Finding[] {
  if (declared && failure !== undefined) return [unreadable(plan, failure), ...findings];
  if (existing === undefined) return declared ? unread(plan, findings) : findings;
  if (!existing.isServed || existing.differing.length > 0) return findings;
  const others = findings.filter((one) => !isConflict(one) && !(existing.hasHttps && isHttps(one)));
  if (!declared && others.length === findings.length) return findings;
  return [adoptable(plan, existing, declared), ...others];
}

function adoptable(plan: HostSpec, { resources, missingId }: Adoptable, declared: boolean): Finding {
  const found = `${list(resources)} of this account ${resources.length === 1 ? 'serves' : 'serve'} the host`;
  if (declared && missingId === undefined) {
    const why =
      'each is taken over as it is, and then gets the settings of the stack; nothing is created twice';
    return finding(plan, 'adoptable', 'info', {
      found,
      why,
      fix: 'after the deployment, drop the line of petstore:adopt',
    });
  }
  const why =
    'the stack would create what exists already; it can take it over instead, without an interruption';
  return finding(plan, 'adoptable', isUnverified(plan) ? 'warning' : 'blocked', {
    found,
    why,
    fix: fixOf(plan, missingId),
  });
}

function fixOf({ host }: HostSpec, missingId: string | undefined): string {
  if (missingId === undefined) return `add ${host} to petstore:adopt (npm run domains -- adopt ${host})`;
  return `list it in petstore:adopt with its id, which no look-up finds: ${missingId}`;
}

/** A host that is to be adopted is not created before it is known what exists of it. */
function unreadable(plan: HostSpec, failure: string): Finding {
  const text = {
    found: `what exists of ${plan.host} could not be looked up: ${failure}`,
    why: 'the host is in petstore:adopt, so what serves it must be known before the stack touches it',
    fix: 'give the deployment the right to read it, or drop the host from petstore:adopt',
  };
  return finding(plan, 'adoptable', 'blocked', text);
}

/**
 * Without the account, as in a pull request: a record that points at a gateway or a distribution may be the stack's own,
 * and so may the addresses at an apex. The preview compares them, and blocks the host where they differ.
 */
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
    why: 'the host is in petstore:adopt, and this may be the record that the stack would create',
    fix: 'read pulumi preview: it reads the account, takes over what is exactly the same, and blocks the host otherwise',
  };
  const others = findings.filter((one) => !isOpen(one));
  return [finding(plan, 'adoptable', 'warning', text), ...others];
}

/** `d-….execute-api.eu-west-1.amazonaws.com`, `d….cloudfront.net`: the names that AWS gives to each kind. */
function pointsAt({ target }: HostSpec, name: string): boolean {
  return name.split('.').includes(target === 'gateway' ? 'execute-api' : 'cloudfront');
}
