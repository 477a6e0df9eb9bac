// Whether CAA lets an authority issue for a host name, or for a wildcard below it: RFC 8659, and RFC 8657's parameters.
import { ACM, type Issuance, type ValidationMethod } from '../../authorities/index.ts';
import type { Severity } from '../finding.ts';
import type { CaaAnswer, CaaStep } from '../observation/observation.ts';
import type { CaaProperty, DnsRecord, Failed } from '../reader/answer.ts';

export interface FoundSet {
  readonly kind: 'set';
  /** The name that has it; the target where the name is a CNAME. */
  readonly at: string;
  readonly records: readonly DnsRecord[];
  /** The name whose CNAME led there. */
  readonly through?: string;
}

/** RFC 8659 2.2: the relevant RRset of a name. */
type RelevantSet =
  | FoundSet
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly at: string; readonly failure: Failed };

interface Searched {
  readonly name: string;
  readonly sets: readonly RelevantSet[];
}

/** RFC 8659 3: from the name upwards, to the first RRset that is not empty, even one with unknown tags only. The search ends at the first
 * name where no server lets it continue. */
export function searched(steps: readonly CaaStep[], wildcards: boolean): readonly Searched[] {
  const found: Searched[] = [];
  for (const step of steps) {
    const { name, differing = [step] } = step;
    const sets = differing.map((answer) => setAt(name, answer, wildcards));
    found.push({ name, sets });
    if (!sets.includes(NONE)) break;
  }
  return found;
}

/** The relevant RRset. Where servers differ there are several, as nobody knows which server an authority's resolver queries. A failure
 * before an RRset is found leaves it unknown; one above an RRset that was found does not matter. */
export function strictest(steps: readonly Searched[], issuance: Issuance): RelevantSet {
  const strictness = (set: RelevantSet): number => {
    if (set.kind !== 'set') return 2;
    const verdict = judge(set.records, issuance);
    return verdict.allows ? Number(isDoubtful(verdict)) : 3;
  };
  const sets = steps.flatMap((step) => step.sets).filter((set) => set !== NONE);
  return sets.toSorted((one, other) => strictness(other) - strictness(one))[0] ?? NONE;
}

const NONE: RelevantSet = { kind: 'none' };

function setAt(name: string, { own, through, wildcard }: CaaAnswer, wildcards: boolean): RelevantSet {
  const answer = through?.answer ?? own;
  const at = through?.target ?? wildcard ?? name;
  // RFC 4592 2.2.2: no wildcard applies to a name that has another below it, as the record of a DNS validation is.
  if (wildcard && !wildcards) return NONE;
  if (answer.kind === 'failed') return { kind: 'unreadable', at, failure: answer };
  if (answer.kind !== 'found' || answer.records.length === 0) return NONE;
  return {
    kind: 'set',
    at,
    records: answer.records.map((one) => ({ ...one, name: at })),
    through: through && name,
  };
}

export type CaaVerdict =
  /** `only`: the methods that are left, where some that may be used are not. */
  | {
      readonly allows: true;
      readonly doubt?: string;
      readonly only?: readonly ValidationMethod[];
      /** The property that the doubt is about, where a plain one beside it does not help. */
      readonly record?: DnsRecord;
    }
  | { readonly allows: false; readonly because: 'critical'; readonly record: DnsRecord }
  | { readonly allows: false; readonly because: 'malformed'; readonly record: DnsRecord }
  | { readonly allows: false; readonly because: 'authority'; readonly only: readonly string[] }
  | { readonly allows: false; readonly because: 'method'; readonly value: string }
  | { readonly allows: false; readonly because: 'account'; readonly value: string };

/** Baseline Requirements 4.2.2.1: every authority processes these. */
const REQUIRED_TAGS = ['issue', 'issuewild', 'iodef'];
/** RFC 9495, and the mark certificate requirements. Boulder knows them (va/caa.go); other authorities do not document that they do. */
const OTHER_TAGS = ['issuemail', 'issuevmc'];

/** Baseline Requirements 4.2.2.1.2 (ballot SC-098v2): from that day every authority must follow parameters, which it should before. */
const PARAMETERS_BIND = Date.UTC(2027, 2, 15);

export type Refusal = CaaVerdict & { readonly allows: false };

/** A parameter (RFC 8657) only warns while the authority may leave it out of account. `time`: when CAA was read. */
export function severityOf({ because }: Refusal, { authority }: Issuance, time: number): Severity {
  const isParameter = because === 'method' || because === 'account';
  return isParameter && time < PARAMETERS_BIND && !authority.followsParameters ? 'warning' : 'blocked';
}

export function judge(records: readonly DnsRecord[], issuance: Issuance = ACM): CaaVerdict {
  const verdict = judgeIssues(records, issuance);
  const { id, title } = issuance.authority;
  const record = records.find(({ caa }) => caa && !isKnown(caa, REQUIRED_TAGS));
  if (!verdict.allows || record === undefined || id === 'letsencrypt') return verdict;
  const doubt = `CAA ${record.value} beside that is a critical property that ${title} does not document`;
  return { allows: true, doubt, record };
}

/** RFC 8659 4.3: for a wildcard `issuewild` replaces `issue` where there is one; for a name it is ignored. */
export function countingTag(records: readonly DnsRecord[], { isWildcard }: Issuance): 'issue' | 'issuewild' {
  const hasWild = records.some(({ caa }) => caa?.tag.toLowerCase() === 'issuewild');
  return isWildcard && hasWild ? 'issuewild' : 'issue';
}

/** An RRset without a property of the tag that counts forbids no authority (RFC 8659 4.2). */
function judgeIssues(records: readonly DnsRecord[], issuance: Issuance): CaaVerdict {
  const properties = records.flatMap((record) => (record.caa ? [{ record, caa: record.caa }] : []));
  const critical = properties.find(({ caa }) => !isKnown(caa, [...REQUIRED_TAGS, ...OTHER_TAGS]));
  if (critical !== undefined) return { allows: false, because: 'critical', record: critical.record };
  const malformed = records.find((record) => record.caa === undefined);
  if (malformed !== undefined) return { allows: false, because: 'malformed', record: malformed };
  const tag = countingTag(records, issuance);
  const issue = properties.filter(({ caa }) => caa.tag.toLowerCase() === tag).map(({ caa }) => caa.value);
  if (issue.length === 0) return { allows: true };
  const wellFormed = issue.flatMap((value) => {
    const parsed = parseIssue(value);
    return parsed === undefined ? [] : [{ value, parsed }];
  });
  const { issuers } = issuance.authority;
  const own = wellFormed.filter(({ parsed }) => issuers.includes(parsed.issuer.toLowerCase()));
  if (own.length > 0) return judgeParameters(own, issuance);
  return { allows: false, because: 'authority', only: wellFormed.map(({ parsed }) => parsed.issuer) };
}

/** RFC 8659 4.1: a property with the critical flag forbids issuance where its tag is not known. Tags compare without case. */
function isKnown({ flags, tag }: CaaProperty, tags: readonly string[]): boolean {
  return (flags & 128) === 0 || tags.includes(tag.toLowerCase());
}

function isDoubtful(verdict: CaaVerdict): boolean {
  return verdict.allows && (verdict.doubt !== undefined || verdict.only !== undefined);
}

interface Issue {
  readonly issuer: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** The first property that names the authority and can be met; else why none of them can. */
function judgeParameters(own: readonly { value: string; parsed: Issue }[], issuance: Issuance): CaaVerdict {
  const verdicts = own.map(({ value, parsed }) => judgeIssue(value, parsed, issuance));
  const allowing = verdicts.filter((verdict) => verdict.allows);
  const limited = allowing.flatMap(({ doubt, only = [] }) => (doubt === undefined ? only : []));
  const clear = allowing.find((verdict) => !isDoubtful(verdict));
  if (clear !== undefined) return clear;
  // RFC 8659 4.2: each property permits, so that two of them permit the methods of both.
  const together = issuance.methods.filter((method) => limited.includes(method));
  if (together.length > 0) return limitedTo(together, issuance);
  return (allowing[0] ?? verdicts[0]) as CaaVerdict;
}

function judgeIssue(value: string, { issuer, parameters }: Issue, issuance: Issuance): CaaVerdict {
  const valuesOf = (tag: string) =>
    parameters.filter(([name]) => name.toLowerCase() === tag).map(([, text]) => text);
  const accounts = valuesOf('accounturi');
  // RFC 8657 3: a property with several accounts, or one that is not a URI, is unsatisfiable.
  if (accounts.length > 1 || !accounts.every(isUri)) return { allows: false, because: 'account', value };
  const [list, ...more] = valuesOf('validationmethods');
  const only = list === undefined ? issuance.methods : permitted(list, issuance);
  // RFC 8657 4 does not say what two lists mean, so an authority may refuse them.
  if (more.length > 0 || only.length === 0) return { allows: false, because: 'method', value };
  const { title } = issuance.authority;
  if (accounts.length === 1 && !issuance.accountUris?.includes(accounts[0] ?? '')) {
    return {
      allows: true,
      doubt: `it is bound to the account ${accounts[0]}, and only ${title} knows whose account that is`,
    };
  }
  if (issuer !== issuer.toLowerCase()) {
    return { allows: true, doubt: `it is written ${issuer}, and not every authority compares without case` };
  }
  return limitedTo(only, issuance);
}

/** A method that is used where it is chosen limits nobody else. */
function limitedTo(only: readonly ValidationMethod[], { methods }: Issuance): CaaVerdict & { allows: true } {
  const isLimited = methods.some((one) => !one.isByChoice && !only.includes(one));
  return isLimited ? { allows: true, only } : { allows: true };
}

/** RFC 8657 4: labels separated by commas, possibly none. A list that is malformed permits nothing. */
function permitted(list: string, { methods }: Issuance): readonly ValidationMethod[] {
  const written = list.split(',');
  if (!written.every((label) => /^[a-z0-9-]+$/i.test(label))) return [];
  return methods.filter(({ labels }) => labels.some((label) => written.includes(label)));
}

/** RFC 3986: a scheme, and characters that a URI can have. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i.test(text);
}

const ISSUER = /^[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)*$/i;
const PARAMETER = /^([a-z0-9]+(?:-+[a-z0-9]+)*)[ \t]*=[ \t]*([\x21-\x3a\x3c-\x7e]*)$/i;

/** RFC 8659 4.2, the grammar of `issue`. Undefined: empty or malformed, which authorises no authority. */
export function parseIssue(value: string): Issue | undefined {
  const [name = '', ...rest] = value.split(';').map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''));
  if (!ISSUER.test(name)) return undefined;
  // A semicolon can stand alone after the issuer, but none after the last parameter: it would need another.
  const written = rest.length === 1 && rest[0] === '' ? [] : rest;
  const parameters = written.map((part) => PARAMETER.exec(part));
  if (parameters.some((match) => match === null)) return undefined;
  return {
    issuer: name,
    parameters: parameters.map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const),
  };
}
