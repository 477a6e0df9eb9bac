// The authority's own CAA check (RFC 8659) before it issues: does CAA authorise Amazon for this name? On purpose it shares
// no code with the preflight's CAA rule of custom-domains: a certificate that only one of the two allows shows a fault.
import { climb } from '@petstore/custom-domains/names';
import { parseRdata } from '../dns/rdata.ts';
import type { ZoneRecord } from '../interfaces.ts';

/** Any one of these lets ACM issue (AWS: "Setting up to use ACM", CAA records). */
const AMAZON = new Set(['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com']);
const KNOWN_TAGS = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc']);
const CRITICAL = 128;

/** Undefined: Amazon may issue. Otherwise the reason, with the name that has the CAA records. */
export type Refusal = string | undefined;

/** `lookUp` returns a resolver's response for CAA at a name, a CNAME's target included; it throws on failure. */
export async function refusalByCaa(
  certificateName: string,
  lookUp: (name: string) => Promise<readonly ZoneRecord[]>,
): Promise<Refusal> {
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

interface Property {
  readonly flags: number;
  readonly tag: string;
  readonly value: string;
}

function refusalBySet(records: readonly ZoneRecord[], wildcard: boolean): Refusal {
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

function property({ name, value }: ZoneRecord): Property {
  const rdata = parseRdata('CAA', value);
  if (typeof rdata === 'string') throw new Error(`${name} CAA: ${rdata}`);
  const { flags, tag, value: text } = rdata.data as Property;
  return { flags, tag: tag.toLowerCase(), value: text };
}

/** RFC 8659 4.2: `issuer; parameters`. A malformed value authorises no issuer. */
function authorisesAmazon(value: string): boolean {
  const [issuer = '', ...parameters] = value.split(';').map((part) => part.trim());
  const given = parameters.filter((parameter) => parameter !== '').map((parameter) => parameter.split('='));
  if (
    given.some((pair) => pair.length < 2 || !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(pair[0]?.trim() ?? ''))
  ) {
    return false;
  }
  return (
    AMAZON.has(issuer.toLowerCase()) &&
    meets(given.map(([tag = '', ...rest]) => [tag.trim(), rest.join('=').trim()]))
  );
}

/** RFC 8657: at most one accounturi, and validation methods that include one by DNS. */
function meets(parameters: readonly (readonly string[])[]): boolean {
  const values = (tag: string) => parameters.flatMap(([name, value = '']) => (name === tag ? [value] : []));
  const methods = values('validationmethods').map((value) => value.split(',').map((method) => method.trim()));
  const byDns = methods.every((list) => list.some((method) => method === 'dns' || method.startsWith('dns-')));
  return values('accounturi').length <= 1 && methods.length <= 1 && byDns;
}
