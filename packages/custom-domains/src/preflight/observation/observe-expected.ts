// Reads the records that a deployed host must have: its validation record, and the addresses behind an alias; what responds for the
// host at an address that it shares with its target, as DNS shows the addresses of an alias and not its target; and what the methods
// of validation need beside these.
import type { TLSSocket } from 'node:tls';
import { ACM } from '../../authorities/index.ts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { parentOf } from '../../names/dns-name.ts';
import { registrable } from '../../names/host.ts';
import { type Answer, type DnsRecord, isConclusive, isFailed, recordsAt } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { Addresses, Challenge, Expected, ExpectedState, Observation, Responder } from './observation.ts';
import { observeDoubled, type Source } from './observe-host.ts';

const HTTPS_PORT = 443;

export async function observeExpected(
  reader: Reader,
  sources: readonly Source[],
  zone: string,
  plan: HostSpec,
  expected: Expected,
): Promise<ExpectedState> {
  const { host } = plan;
  const { target, validation: record } = expected;
  const [source] = sources;
  const [validation, doubledValidation, ...addresses] = await Promise.all([
    record === undefined ? [] : readEverywhere(reader, sources, record.name, record.type),
    record === undefined || source === undefined ? [] : observeDoubled(reader, source, record.name, zone),
    target === undefined ? undefined : addressesOf(reader, host),
    target === undefined ? undefined : addressesOf(reader, target),
  ]);
  const [hostAddresses, targetAddresses] = addresses.map((one) => (isFailed(one) ? undefined : one));
  const unread = addresses.filter(isFailed);
  const isEmptyName = record !== undefined && (await isEmpty(reader, source, record.name, validation));
  const shared = hostAddresses?.filter((address) => targetAddresses?.includes(address)) ?? [];
  const responder = await responderFor(plan, expected, shared, reader);
  return {
    ...{ expected, validation, isEmptyName, doubledValidation },
    ...{ hostAddresses, targetAddresses, unread, responder },
  };
}

/** Servers that say of every name that it exists (RFC 9824) say so of a random one too. */
async function isEmpty(
  { probeLabel }: Reader,
  source: Source | undefined,
  name: string,
  seen: ExpectedState['validation'],
): Promise<boolean> {
  const isAbsent = seen.every(({ answer, others }) => answer.kind === 'absent' && others.length === 0);
  if (source === undefined || seen.length === 0 || !isAbsent) return false;
  return (await source.query(`${probeLabel}.${parentOf(name)}`, 'CNAME')).kind === 'no-such-name';
}

/** Targets share addresses ("the IP address isn't dedicated to your distribution", CloudFront Developer Guide, serving HTTPS with SNI), and
 * of the record of an external host DNS shows nothing else where it is an alias. Those of a declared zone are the stack's own. */
async function responderFor(
  { host, zone }: HostSpec,
  { kind, httpsPort = HTTPS_PORT }: Expected,
  shared: readonly string[],
  reader: Reader,
): Promise<Responder | undefined> {
  // A CNAME shows its target.
  const answer = shared.length > 0 ? await reader.resolve(host, 'A') : undefined;
  if (answer?.kind === 'found' && answer.chain.length > 0) return undefined;
  const address = shared.find((one) => reader.refuses(one) === undefined && reader.reaches(one));
  if (kind === undefined || zone.provider !== 'external' || address === undefined) return undefined;
  return observeResponder(host, address, httpsPort, kind);
}

/** What is set in place of a validation record: a token of another method, or where a proxy or flattening leads (RFC 2181 10.1). */
const IN_ITS_PLACE = ['TXT', 'A', 'AAAA'];

/** Where a server delegates the name, or it leads elsewhere, the resolver finds what is there: the validation can be a zone of its own. */
export function readEverywhere(
  reader: Reader,
  sources: readonly Source[],
  name: string,
  type: string,
): Promise<{ server: string; answer: Answer; others: DnsRecord[] }[]> {
  return Promise.all(
    sources.map(async (source) => {
      const read = async (of: string) => {
        const answer = await source.query(name, of);
        const isAlias = type !== 'CNAME' && isConclusive(answer) && answer.chain.length > 0;
        return isAlias || answer.kind === 'referral' ? reader.resolve(name, of) : answer;
      };
      const answer = await read(type);
      const isAbsent = answer.kind === 'absent';
      const types = isAbsent ? IN_ITS_PLACE : IN_ITS_PLACE.slice(0, answer.kind === 'found' ? 1 : 0);
      const there = (await Promise.all(types.map(read))).flatMap((one) => recordsAt(one, name));
      return { server: source.label, answer, others: there.filter((one) => one.type !== type) };
    }),
  );
}

export async function addressesOf(reader: Reader, name: string): Promise<Addresses> {
  const answers = await Promise.all([reader.resolve(name, 'A'), reader.resolve(name, 'AAAA')]);
  const found = answers.flatMap((answer) =>
    answer.kind === 'found' ? answer.records.map((record) => record.value) : [],
  );
  const failure = answers.find((answer) => answer.kind === 'failed');
  return failure !== undefined && found.length === 0
    ? { ...failure, detail: `the addresses of ${name}: ${failure.detail}` }
    : found;
}

const TIMEOUT_MS = 3000;

/** In every response, with the id of its request; no origin or integration of the stack sets them. CloudFront Developer Guide, standard
 * logging reference, x-edge-request-id. HTTP APIs: names with `apigw-` are reserved (API Gateway Developer Guide, parameter mapping). */
const HEADERS = { gateway: 'apigw-requestid', distribution: 'x-amz-cf-id' } as const;

/** Alerts that end a handshake for want of the name: handshake_failure (40) of CloudFront, unrecognized_name (112, RFC 6066 3). */
const REFUSED = /SSL alert number (40|112)\b/;

/** One `HEAD /`, by the host's name, at an address that the host shares with its target, so that whoever owns the zone did not choose it
 * alone. No credential is sent, so that the certificate's authority does not matter. Never rejects. */
async function observeResponder(
  host: string,
  address: string,
  port: number,
  expected: HostSpec['target'],
): Promise<Responder> {
  // They take 26 ms to load, and most runs need neither.
  const [{ request }, { checkServerIdentity }] = await Promise.all([
    import('node:https'),
    import('node:tls'),
  ]);
  return new Promise((resolve) => {
    const sent = request({
      host: address,
      port,
      path: '/',
      method: 'HEAD',
      servername: host,
      headers: { host: port === 443 ? host : `${host}:${port}`, 'user-agent': 'custom-domains' },
      rejectUnauthorized: false,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    sent.on('response', (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate();
      const isOther = checkServerIdentity(host, certificate) !== undefined;
      resolve(isOther ? 'none' : serviceOf(response.headers, expected));
      response.destroy();
    });
    sent.on('error', ({ message }) => resolve(REFUSED.test(message) ? 'none' : 'unknown'));
    sent.end();
  });
}

/** A distribution in front of a gateway, or a gateway behind one, has both headers. */
function serviceOf(headers: Readonly<Record<string, unknown>>, expected: HostSpec['target']): Responder {
  const kinds = [expected, expected === 'gateway' ? 'distribution' : 'gateway'] as const;
  return kinds.find((kind) => headers[HEADERS[kind]] !== undefined) ?? 'unknown';
}

export async function observeMethod(
  reader: Reader,
  { host, issuance: { methods } = ACM, routing }: HostSpec,
): Promise<Pick<Observation, 'addresses' | 'challenge'>> {
  const isKept = routing?.kind === 'unchanged';
  const [addresses, challenge] = await Promise.all([
    isKept && !methods.some((one) => one.byRecordBelow) ? addressesOf(reader, host) : undefined,
    methods.some(({ id }) => id === 'dns-01') ? observeChallenge(reader, host) : undefined,
  ]);
  return { addresses, challenge };
}

/** RFC 8555 8.4: the authority reads TXT there, through a CNAME that is there to stay. A wildcard's ends with the challenge's record. */
async function observeChallenge(reader: Reader, host: string): Promise<Challenge> {
  const name = `_acme-challenge.${host}`;
  const answer = await reader.resolve(name, 'TXT');
  const failure = answer.kind === 'failed' ? answer : undefined;
  const cnameAt = async (at: string) => {
    const cname = await reader.resolve(at, 'CNAME');
    return cname.kind === 'found' ? cname.records[0] : undefined;
  };
  const isAlone = isConclusive(answer) && answer.chain.length === 0;
  const record = isAlone ? undefined : await cnameAt(name);
  if (record === undefined) return { name, failure };
  if (record.value === (await cnameAt(`${reader.probeLabel}.${host}`))?.value) return { name };
  const { verdict } = await reader.validator.validate(name, 'TXT');
  const end = isConclusive(answer) ? answer.chain.at(-1)?.value : undefined;
  return { name, record, failure, verdict, missing: await missingDomain(reader, end ?? record.value) };
}

/** NXDOMAIN for the domain itself: its registration may have ended. */
export async function missingDomain(reader: Reader, name: string): Promise<string | undefined> {
  const domain = registrable(name);
  if (domain === undefined) return undefined;
  const answer = await reader.resolve(domain, 'SOA');
  return answer.kind === 'no-such-name' && answer.chain.length === 0 ? domain : undefined;
}
