// Whether CAA lets Amazon issue for a host name, not a wildcard, with DNS validation: RFC 8659, and RFC 8657's parameters.
import type { CaaAnswer, CaaStep } from '../observation/observation.ts';
import type { CaaProperty, DnsRecord, Failed } from '../reader/answer.ts';

/** Issuer domain names of Amazon's authority; any of them allows it (AWS: "Configure a CAA record"). */
export const AMAZON_ISSUERS = ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com'];

/** RFC 8659 2.2: the relevant RRset of a name, and the name that has it. */
export type RelevantSet =
  | {
      readonly kind: 'set';
      /** The name that has it; the target where the name is a CNAME. */
      readonly at: string;
      readonly records: readonly DnsRecord[];
      /** The name whose CNAME led there. */
      readonly through?: string;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly at: string; readonly failure: Failed };

/**
 * RFC 8659 3: from the name upwards, the first RRset that is not empty is the relevant one, even one with unknown tags
 * only. A failure before an RRset is found leaves it unknown; one above an RRset that was found does not matter.
 * Where servers differ there are several, as nobody knows which server an authority's resolver queries: the strictest.
 */
export function relevantSet(steps: readonly CaaStep[]): RelevantSet {
  const sets = relevantSets(steps);
  return STRICTNESS.map((isSuch) => sets.find(isSuch)).find((set) => set !== undefined) ?? { kind: 'none' };
}

const STRICTNESS: readonly ((set: RelevantSet) => boolean)[] = [
  (set) => set.kind === 'set' && !judge(set.records).allows,
  (set) => set.kind === 'unreadable',
  (set) => set.kind === 'set' && isDoubtful(judge(set.records)),
  (set) => set.kind === 'set',
];

/** Each RRset that a resolver can find first, with `none` where it can find none. */
function relevantSets(steps: readonly CaaStep[]): RelevantSet[] {
  const sets: RelevantSet[] = [];
  for (const step of steps) {
    const here = (step.differing ?? [step]).map((answer) => setAt(step.name, answer));
    sets.push(...here.filter(({ kind }) => kind !== 'none'));
    if (here.every(({ kind }) => kind !== 'none')) return sets;
  }
  return [...sets, { kind: 'none' }];
}

function setAt(name: string, { own, through, wildcard }: CaaAnswer): RelevantSet {
  const answer = through?.answer ?? own;
  const at = through?.target ?? name;
  if (answer.kind === 'failed') return { kind: 'unreadable', at, failure: answer };
  // RFC 4592 2.2.2: no wildcard applies to a name that has another below it, and the validation record is below it.
  if (answer.kind !== 'found' || answer.records.length === 0 || wildcard) return { kind: 'none' };
  return { kind: 'set', at, records: answer.records, through: through && name };
}

/** Whether an RRset lets Amazon issue, and if not, why. */
export type CaaVerdict =
  | { readonly allows: true; readonly doubt?: string }
  | { readonly allows: false; readonly because: 'critical'; readonly record: DnsRecord }
  | { readonly allows: false; readonly because: 'malformed'; readonly record: DnsRecord }
  | { readonly allows: false; readonly because: 'authority'; readonly only: readonly string[] }
  | { readonly allows: false; readonly because: 'method'; readonly value: string }
  | { readonly allows: false; readonly because: 'account'; readonly value: string };

const KNOWN_TAGS = ['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc'];

/** Not for a wildcard: `issuewild` is ignored, and an RRset without `issue` forbids no authority (RFC 8659 4.2, 4.3). */
export function judge(records: readonly DnsRecord[]): CaaVerdict {
  const properties = records.flatMap((record) => (record.caa ? [{ record, caa: record.caa }] : []));
  const critical = properties.find(({ caa }) => isUnknownCritical(caa));
  if (critical !== undefined) return { allows: false, because: 'critical', record: critical.record };
  const malformed = records.find((record) => record.caa === undefined);
  if (malformed !== undefined) return { allows: false, because: 'malformed', record: malformed };
  const issue = properties.filter(({ caa }) => caa.tag.toLowerCase() === 'issue').map(({ caa }) => caa.value);
  if (issue.length === 0) return { allows: true };
  const amazons = issue.map((value) => ({ value, parsed: parseIssue(value) })).filter(isAmazon);
  if (amazons.length === 0) {
    return { allows: false, because: 'authority', only: issue.map(issuerOf).filter((name) => name !== '') };
  }
  return judgeParameters(amazons);
}

/** RFC 8659 4.1: an unknown property with the critical flag forbids issuance. Tags compare without case. */
function isUnknownCritical({ flags, tag }: CaaProperty): boolean {
  return (flags & 128) !== 0 && !KNOWN_TAGS.includes(tag.toLowerCase());
}

export function isDoubtful(verdict: CaaVerdict): boolean {
  return verdict.allows && verdict.doubt !== undefined;
}

interface Issue {
  /** As written. */
  readonly issuer: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** The first property that names Amazon and can be met; else why none of them can. */
function judgeParameters(amazons: readonly { value: string; parsed: Issue }[]): CaaVerdict {
  const verdicts = amazons.map(({ value, parsed }) => judgeIssue(value, parsed));
  const clear = verdicts.find((verdict) => verdict.allows && verdict.doubt === undefined);
  return (clear ?? verdicts.find(({ allows }) => allows) ?? verdicts[0]) as CaaVerdict;
}

function judgeIssue(value: string, { issuer, parameters }: Issue): CaaVerdict {
  const valuesOf = (tag: string) =>
    parameters.filter(([name]) => name.toLowerCase() === tag).map(([, text]) => text);
  const accounts = valuesOf('accounturi');
  // RFC 8657 3: a property with several accounts, or one that is not a URI, is unsatisfiable.
  if (accounts.length > 1 || !accounts.every(isUri)) return { allows: false, because: 'account', value };
  const methods = valuesOf('validationmethods');
  // RFC 8657 4 does not say what two lists mean, so an authority may refuse them.
  if (methods.length > 1 || !methods.every(allowsAcm)) return { allows: false, because: 'method', value };
  if (accounts.length === 1) {
    return {
      allows: true,
      doubt: `it is bound to the account ${accounts[0]}, and only Amazon knows whose account that is`,
    };
  }
  if (issuer !== issuer.toLowerCase()) {
    return { allows: true, doubt: `it is written ${issuer}, and not every authority compares without case` };
  }
  return { allows: true };
}

/**
 * Labels of the method by which ACM validates here: a CNAME, which is "DNS Change" (CA/Browser Forum Baseline
 * Requirements 3.2.2.4.7). `dns-01` is that method in IANA's registry of ACME validation methods; `ca-tbr-7` is its label
 * in the ballot "Process RFC 8657 CAA Parameters" (Baseline Requirements 4.2.2.1.2, from 2027-03-15), which makes labels
 * canonical in lower case. ACM documents none itself ("Configure a CAA record"), so no other label counts: dns-account-01
 * and dns-persist-01 are other methods.
 */
const ACM_METHODS = ['dns-01', 'ca-tbr-7'];

/** RFC 8657 4: labels separated by commas, possibly none. A list that is malformed allows nothing. */
function allowsAcm(list: string): boolean {
  const labels = list.split(',');
  return (
    labels.every((label) => /^[a-z0-9-]+$/i.test(label)) &&
    labels.some((label) => ACM_METHODS.includes(label))
  );
}

/** RFC 3986: a scheme, and characters that a URI can have. */
function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i.test(text);
}

function isAmazon<T extends { parsed: Issue | undefined }>(entry: T): entry is T & { parsed: Issue } {
  return entry.parsed !== undefined && AMAZON_ISSUERS.includes(entry.parsed.issuer.toLowerCase());
}

/** For messages: the issuer domain name in a property, '' where it names no authority. */
function issuerOf(value: string): string {
  return parseIssue(value)?.issuer ?? '';
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
