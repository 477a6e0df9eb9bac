// What the methods by which the certificate may be validated need of DNS, beside the records that a deployment sets: an address, or
// a challenge's name that can be read.
import { getDomain } from 'tldts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isWithin } from '../../names/dns-name.ts';
import { isConclusive } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { Challenge, Observation } from './observation.ts';
import { addressesOf } from './observe-expected.ts';

export async function observeMethod(
  reader: Reader,
  { host, issuance, routing }: HostSpec,
): Promise<Pick<Observation, 'addresses' | 'challenge'>> {
  const ids = issuance?.methods.map(({ id }) => id) ?? [];
  const isKept = routing?.kind === 'unchanged';
  const [addresses, challenge] = await Promise.all([
    isKept && !ids.some((id) => id.startsWith('dns')) ? addressesOf(reader, host) : undefined,
    ids.includes('dns-01') ? observeChallenge(reader, host) : undefined,
  ]);
  return { addresses, challenge };
}

/** RFC 8555 8.4: the authority reads TXT there, through a CNAME that is there to stay. A wildcard's ends with the challenge's record. */
async function observeChallenge(reader: Reader, host: string): Promise<Challenge | undefined> {
  const name = `_acme-challenge.${host}`;
  const cnameAt = async (at: string) => {
    const answer = await reader.resolve(at, 'CNAME');
    return answer.kind === 'found' ? answer.records[0] : undefined;
  };
  const record = await cnameAt(name);
  if (record === undefined || record.value === (await cnameAt(`${reader.probeLabel}.${host}`))?.value)
    return undefined;
  const [answer, { verdict }] = await Promise.all([
    reader.resolve(name, 'TXT'),
    reader.validator.validate(name, 'TXT'),
  ]);
  const end = isConclusive(answer) ? answer.chain.at(-1)?.value : undefined;
  return { record, verdict, missing: await missingDomain(reader, end ?? record.value) };
}

/** NXDOMAIN for the domain itself: its registration may have ended. */
export async function missingDomain(reader: Reader, name: string): Promise<string | undefined> {
  const domain = getDomain(name, { allowPrivateDomains: false });
  if (domain === null || !isWithin(name, domain)) return undefined;
  const answer = await reader.resolve(domain, 'SOA');
  return answer.kind === 'no-such-name' && answer.chain.length === 0 ? domain : undefined;
}
