// The record of dns-persist-01, which stays in the zone and names the authority and the account that may use it
// (draft-ietf-acme-dns-persist-02, 4; Baseline Requirements 3.2.2.4.22).
import type { Issuance } from '../../authorities/index.ts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { persistName } from '../observation/observe-expected.ts';
import { type Answer, type DnsRecord, isConclusive, isFailed } from '../reader/answer.ts';
import { isUri, parseIssue } from './caa-policy.ts';
import { add, finding, list, type Rule, remove } from './rule.ts';
import { dnsUnreadable } from './servers.ts';

const DAY_MS = 86_400_000;
/** So many days before its end, a record is to be renewed. */
const NEAR_DAYS = 30;

/** What keeps a record, or a server's records together, from proving control; `info`: nothing does. */
interface Judgement {
  readonly severity: 'blocked' | 'warning' | 'info';
  readonly what: string;
  readonly fix: string;
  /** It is to be replaced. */
  readonly record?: DnsRecord;
}

const FINE: Judgement = { severity: 'info', what: '', fix: '' };
const ORDER = ['info', 'warning', 'blocked'] as const;
const rank = ({ severity }: Judgement): number => ORDER.indexOf(severity);

/** One that proves it is enough (4.3.2). Nobody knows which server the authority asks: the worst of them decides. */
export const persistentRecord: Rule = (plan, observation) => {
  const { persist, at } = observation;
  const name = persistName(plan);
  if (persist === undefined || name === undefined || plan.issuance === undefined) return undefined;
  const { issuance } = plan;
  const read = persist.filter(({ answer }) => isConclusive(answer));
  const judged = read.map(({ server, answer }) => ({
    ...{ server, ...judgeAll(answer, issuance, at) },
    // The record belongs where a CNAME leads.
    end: isConclusive(answer) ? answer.chain.at(-1)?.value : undefined,
  }));
  const [worst] = judged.toSorted((one, other) => rank(other) - rank(one));
  if (worst === undefined) return unread(plan, name, persist, dnsUnreadable(plan, observation)?.severity);
  const same = judged.filter(({ what }) => what === worst.what);
  const where = same.length < judged.length ? ` on ${list(same.map(({ server }) => server))}` : '';
  const { what, severity, fix, record, end = name } = worst;
  if (severity === 'info') return unconfirmed(plan, issuance);
  return finding(plan, 'persistent-record', severity, {
    found: `${name}${where} ${what}`,
    why: `${issuance.authority.title} validates by that record for each certificate, and issues none without it`,
    fix,
    records: [...(record ? [remove(record)] : []), ...wanted(end, issuance)],
  });
};

function judgeAll(answer: Answer, issuance: Issuance, at: number): Judgement {
  const records = answer.kind === 'found' ? answer.records : [];
  const all = records.flatMap((record) => judgeOne(record, issuance, at) ?? []);
  const none: Judgement = {
    severity: 'blocked',
    what: `has no record of ${issuance.authority.title}`,
    fix: 'set it, as the ACME client shows it',
  };
  return all.toSorted((one, other) => rank(one) - rank(other))[0] ?? none;
}

/** Undefined: it is of another authority, or of something else. */
function judgeOne(record: DnsRecord, issuance: Issuance, at: number): Judgement | undefined {
  const text = textOf(record.value);
  const [issuer = ''] = text.split(';');
  if (!issuersOf(issuance).includes(issuer.trim().toLowerCase())) return undefined;
  const replaced = (severity: 'blocked' | 'warning', what: string): Judgement => ({
    ...{ severity, record, what: `has TXT ${record.value}, which ${what}` },
    fix: 'replace it, as the ACME client shows it',
  });
  const other = (what: string): Judgement => ({
    ...{ severity: 'blocked', what: `has TXT ${record.value}, which ${what}` },
    fix: 'set another one beside it, as the ACME client shows it',
  });
  const parsed = parseIssue(text);
  const valuesOf = (tag: string) =>
    (parsed?.parameters ?? []).filter(([key]) => key.toLowerCase() === tag).map(([, value]) => value);
  const [accounts, policies, ends] = ['accounturi', 'policy', 'persistuntil'].map(valuesOf);
  const [account = ''] = accounts ?? [];
  const [end] = ends ?? [];
  const isTwice = [accounts, policies, ends].some((values = []) => values.length > 1);
  if (parsed === undefined || isTwice || !isUri(account) || (end !== undefined && !/^\d+$/.test(end)))
    return replaced('blocked', 'is malformed (RFC 8659 4.2, draft-ietf-acme-dns-persist-02, 4.1)');
  if (issuance.accountUris?.includes(account) === false) return other('is for another account');
  if (issuance.isWildcard && policies?.[0]?.toLowerCase() !== 'wildcard')
    return other('has no policy=wildcard');
  const left = end === undefined ? Number.POSITIVE_INFINITY : Number(end) * 1000 - at;
  const day = () => new Date(Number(end) * 1000).toISOString().slice(0, 10);
  if (left < 0) return replaced('blocked', `ended on ${day()}`);
  if (left <= NEAR_DAYS * DAY_MS) return replaced('warning', `ends on ${day()}`);
  if (issuance.accountUris !== undefined) return FINE;
  return {
    severity: 'warning',
    what: `is for the account ${account}, and only ${issuance.authority.title} knows whose that is`,
    fix: 'give the account that the ACME client shows (--account-uri)',
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

function unread(
  plan: HostSpec,
  name: string,
  persist: readonly { readonly answer: Answer }[],
  severity: string | undefined,
) {
  // Where nothing could be read, that is the finding.
  if (severity === 'blocked') return undefined;
  const details = persist.flatMap(({ answer }) => (isFailed(answer) ? [answer.detail] : []));
  return finding(plan, 'dns-unreadable', 'blocked', {
    found: `TXT of ${name} cannot be read: ${list([...new Set(details)])}`,
    why: 'the certificate authority gets the same, so that it cannot validate',
    fix: `have the servers of ${name} respond to queries for TXT`,
  });
}

function unconfirmed(plan: HostSpec, { authority, methods }: Issuance) {
  if (!methods.some(({ isUnconfirmed }) => isUnconfirmed)) return undefined;
  return finding(plan, 'persistent-record', 'warning', {
    found: `no source shows that ${authority.title} offers dns-persist-01 outside of its test environment`,
    why: 'where it does not, it validates by another method, which is not prepared',
    fix: 'ask its ACME server for a certificate before relying on it, or validate by dns-01',
  });
}
