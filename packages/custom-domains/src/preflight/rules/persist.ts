// The record of dns-persist-01, which stays in the zone and names the authority and the account that may use it
// (draft-ietf-acme-dns-persist-02, 4; Baseline Requirements 3.2.2.4.22).
import type { Issuance } from '../../authorities/index.ts';
import { persistName } from '../../dns-hosts/zone.ts';
import { type Answer, type DnsRecord, isConclusive, isFailed } from '../reader/answer.ts';
import { isUri, parseIssue } from './caa-policy.ts';
import { add, finding, list, type Rule, remove } from './rule.ts';
import { isUnreadWhole } from './servers.ts';

/** So long before its end a record is to be renewed. */
const NEAR_MS = 30 * 86_400_000;

/** What keeps a record, or a server's records together, from proving control. */
interface Fault {
  readonly severity: 'blocked' | 'warning';
  readonly what: string;
  readonly fix: string;
  readonly record?: DnsRecord;
}

const rank = (fault: Fault | undefined): number =>
  fault === undefined ? 0 : fault.severity === 'warning' ? 1 : 2;
const SHOWN = 'as the ACME client shows it';
const REPLACE = `replace it, ${SHOWN}`;

/** One that proves it is enough (4.3.2). Nobody knows which server the authority asks: the worst of them decides. */
export const persistentRecord: Rule = (plan, observation) => {
  const { persist, at } = observation;
  const { issuance } = plan;
  const name = persistName(plan);
  if (persist === undefined || name === undefined || issuance === undefined) return undefined;
  const { title } = issuance.authority;
  const judged = persist.flatMap(({ server, answer }) =>
    isConclusive(answer) ? [{ server, answer, fault: faultOf(answer, issuance, at) }] : [],
  );
  const [worst] = judged.toSorted((one, other) => rank(other.fault) - rank(one.fault));
  if (worst === undefined) {
    if (isUnreadWhole(plan, observation)) return undefined;
    const details = persist.flatMap(({ answer }) => (isFailed(answer) ? [answer.detail] : []));
    return finding(plan, 'dns-unreadable', 'blocked', {
      found: `TXT of ${name} cannot be read: ${list([...new Set(details)])}`,
      why: 'the certificate authority gets the same, so that it cannot validate',
      fix: `have the servers of ${name} respond to queries for TXT`,
    });
  }
  const { fault, answer } = worst;
  if (fault === undefined) {
    if (!issuance.methods.some(({ isUnconfirmed }) => isUnconfirmed)) return undefined;
    return finding(plan, 'persistent-record', 'warning', {
      found: `no source shows that ${title} offers dns-persist-01 outside of its test environment`,
      why: 'where it does not, it validates by another method, which is not prepared',
      fix: 'ask its ACME server for a certificate before relying on it, or validate by dns-01',
    });
  }
  const servers = judged.filter((one) => one.fault?.what === fault.what).map(({ server }) => server);
  const where = servers.length < judged.length ? ` on ${list(servers)}` : '';
  // The record belongs where a CNAME leads.
  const end = answer.chain.at(-1)?.value ?? name;
  return finding(plan, 'persistent-record', fault.severity, {
    found: `${name}${where} ${fault.what}`,
    why: `${title} validates by that record for each certificate, and issues none without it`,
    fix: fault.fix,
    records: [...(fault.record ? [remove(fault.record)] : []), ...wanted(end, issuance)],
  });
};

function faultOf(answer: Answer, issuance: Issuance, at: number): Fault | undefined {
  const issuers = issuersOf(issuance);
  const own = (answer.kind === 'found' ? answer.records : [])
    .map((record) => ({ record, text: textOf(record.value) }))
    .filter(({ text }) => issuers.includes((text.split(';')[0] ?? '').trim().toLowerCase()));
  const faults = own.map(({ record, text }) => faultIn(record, text, issuance, at));
  // Sorting leaves undefined, which is no fault, at the end.
  if (faults.includes(undefined)) return undefined;
  if (faults.length > 0) return faults.toSorted((one, other) => rank(one) - rank(other))[0];
  const what = `has no record of ${issuance.authority.title}`;
  return { severity: 'blocked', what, fix: `set it, ${SHOWN}` };
}

function faultIn(record: DnsRecord, text: string, issuance: Issuance, at: number): Fault | undefined {
  const { accountUris, authority, isWildcard } = issuance;
  const parsed = parseIssue(text);
  const [accounts, policies, ends] = ['accounturi', 'policy', 'persistuntil'].map((tag) =>
    (parsed?.parameters ?? []).filter(([key]) => key.toLowerCase() === tag).map(([, value]) => value),
  ) as [string[], string[], string[]];
  const [account = ''] = accounts;
  const [end] = ends;
  const isTwice = [accounts, policies, ends].some((values) => values.length > 1);
  const isMalformed = !parsed || isTwice || !isUri(account) || (end !== undefined && !/^\d+$/.test(end));
  const left = end === undefined ? Number.POSITIVE_INFINITY : Number(end) * 1000 - at;
  const day = left <= NEAR_MS ? new Date(at + left).toISOString().slice(0, 10) : '';
  const beside = `set another one beside it, ${SHOWN}`;
  const faults: readonly (readonly [boolean, Fault['severity'], what: string, fix: string])[] = [
    [isMalformed, 'blocked', 'is malformed (RFC 8659 4.2, draft-ietf-acme-dns-persist-02, 4.1)', REPLACE],
    [accountUris?.includes(account) === false, 'blocked', 'is for another account', beside],
    [
      isWildcard === true && policies[0]?.toLowerCase() !== 'wildcard',
      'blocked',
      'has no policy=wildcard',
      beside,
    ],
    [left < 0, 'blocked', `ended on ${day}`, REPLACE],
    [left <= NEAR_MS, 'warning', `ends on ${day}`, REPLACE],
    [
      !accountUris,
      'warning',
      `is for an account that only ${authority.title} knows`,
      'give the account (--account-uri)',
    ],
  ];
  const [, severity, what, fix] = faults.find(([is]) => is) ?? [];
  if (severity === undefined || fix === undefined) return undefined;
  return {
    severity,
    fix,
    what: `has TXT ${record.value}, which ${what}`,
    record: fix === REPLACE ? record : undefined,
  };
}

function issuersOf({ authority, methods }: Issuance): readonly string[] {
  return methods[0]?.issuers ?? authority.issuers;
}

/** The record that is to be there, where the account is known. Strings have 255 octets at most (RFC 1035 3.3). */
function wanted(name: string, issuance: Issuance) {
  const [account] = issuance.accountUris ?? [];
  if (account === undefined) return [];
  const policy = issuance.isWildcard ? '; policy=wildcard' : '';
  const strings = `${issuersOf(issuance)[0]}; accounturi=${account}${policy}`.match(/.{1,255}/g) ?? [];
  return [add(name, 'TXT', strings.map((one) => `"${one}"`).join(' '))];
}

/** The octets of a TXT record as a text (RFC 1035 5.1); the strings of one are one value. */
function textOf(value: string): string {
  const strings = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text).join('');
  return strings.replace(/\\(\d{3}|.)/g, (_, one: string) =>
    one.length === 3 ? String.fromCharCode(Number(one)) : one,
  );
}
