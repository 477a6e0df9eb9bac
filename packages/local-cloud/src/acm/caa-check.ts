// The authority's own CAA check (RFC 8659) before it issues: does CAA authorise Amazon for this name? On purpose it shares
// no code with the preflight's CAA rule of custom-domains: a certificate that only one of the two allows shows a fault.
import { climb } from '@petstore/custom-domains/names';
import { parseRdata } from '../dns/rdata.ts';
import type { ZoneRecord } from '../interfaces.ts';

/** Any one of these lets ACM issue (AWS: "Setting up to use ACM", CAA records). */
const AMAZON = new Set(['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com']);
const KNOWN_TAGS = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc']);
const CRITICAL = 128;

/** The reason why Amazon may not issue; undefined where it may. `lookUp`: a resolver's, through CNAMEs; it throws on failure. */
export async function refusalByCaa(
  certificateName: string,
  lookUp: (name: string) => Promise<readonly ZoneRecord[]>,
): Promise<string | undefined> {
  const wildcard = certificateName.startsWith('*.');
  // RFC 8659 3: from the name itself (for *.x from x) up to the top-level domain; the first RRset is the relevant one.
  for (const name of climb(wildcard ? certificateName.slice(2) : certificateName)) {
    let records: readonly ZoneRecord[];
    try {
      records = (await lookUp(name)).filter(({ type }) => type === 'CAA');
    } catch (error) {
      return `CAA of ${name} could not be read: ${(error as Error).message}`;
    }
    if (records.length > 0) return refusalBySet(records, wildcard);
  }
  return undefined;
}

function refusalBySet(records: readonly ZoneRecord[], wildcard: boolean): string | undefined {
  const properties = records.map(property);
  const at = records[0]?.name;
  // RFC 8659 4.1: an unknown property that is critical forbids the issue.
  const unknown = properties.find(({ flags, tag }) => (flags & CRITICAL) !== 0 && !KNOWN_TAGS.has(tag));
  if (unknown !== undefined) return `${at} has the critical CAA property ${unknown.tag}, which is unknown`;
  const issue = properties.filter(({ tag }) => tag === 'issue');
  const issuewild = properties.filter(({ tag }) => tag === 'issuewild');
  // RFC 8659 4.3: for a wildcard, issuewild replaces issue when present.
  const relevant = wildcard && issuewild.length > 0 ? issuewild : issue;
  if (relevant.length === 0 || relevant.some(({ value }) => authorisesAmazon(value))) return undefined;
  return `CAA of ${at} allows only ${relevant.map(({ value }) => value || ';').join(', ')}`;
}

function property({ name, value }: ZoneRecord) {
  const rdata = parseRdata('CAA', value);
  if (typeof rdata === 'string') throw new Error(`${name} CAA: ${rdata}`);
  const { flags, tag, value: text } = rdata.data as { flags: number; tag: string; value: string };
  return { flags, tag: tag.toLowerCase(), value: text };
}

/** RFC 8659 4.2, the grammar of `issue`; the last parameter has no semicolon after it. */
const LABEL = '[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*';
const PARAMETER = `${LABEL}[ \\t]*=[ \\t]*[!-:<-~]*`;
const ISSUE_VALUE = new RegExp(
  `^[ \\t]*(${LABEL}(?:\\.${LABEL})*)[ \\t]*(?:;[ \\t]*(${PARAMETER}(?:[ \\t]*;[ \\t]*${PARAMETER})*)?[ \\t]*)?$`,
);

/** A value that is empty or malformed authorises no issuer. */
function authorisesAmazon(value: string): boolean {
  const [, issuer, parameters = ''] = ISSUE_VALUE.exec(value) ?? [];
  if (issuer === undefined || !AMAZON.has(issuer.toLowerCase())) return false;
  const each = parameters === '' ? [] : parameters.split(';').map((text) => text.split('='));
  return isMet(each.map(([tag = '', ...rest]) => [tag.trim().toLowerCase(), rest.join('=').trim()]));
}

/** Labels of "DNS Change" (Baseline Requirements 3.2.2.4.7), which ACM's CNAME is: ACM documents none, and RFC 8657 4 forbids others. */
const DNS_CHANGE = new Set(['dns-01', 'ca-tbr-7']);

/** RFC 8657 4: labels of letters, digits and hyphens, with commas between them. */
const METHODS = /^[a-z0-9-]+(?:,[a-z0-9-]+)*$/i;

/** RFC 3986 2 and 3: a scheme, then no character that a URI can have only in its escaped form. */
const URI = /^[a-z][a-z0-9+.-]*:(?:[^%"<>\\^`{|}\s]|%[0-9a-f]{2})+$/i;

/** RFC 8657 3: one accounturi at most, a URI; any is this account's. RFC 8657 4: one list of methods, with the one that is used. */
function isMet(parameters: readonly (readonly [string, string])[]): boolean {
  const values = (tag: string) => parameters.flatMap(([name, value]) => (name === tag ? [value] : []));
  const [accounts, methods] = [values('accounturi'), values('validationmethods')];
  if (accounts.length > 1 || methods.length > 1) return false;
  return (
    accounts.every((account) => URI.test(account)) &&
    methods.every((list) => METHODS.test(list) && list.split(',').some((method) => DNS_CHANGE.has(method)))
  );
}
