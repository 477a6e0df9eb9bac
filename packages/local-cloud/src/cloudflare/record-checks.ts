// The checks that Cloudflare's API makes of a DNS record (full name, content, conflicts), and what queries then get.
// Error codes and wording: developers.cloudflare.com/dns/manage-dns-records/troubleshooting, and responses of the API.
import { EDGE_HOST } from '../dns/base-zones.ts';
import type { HostedZone } from '../dns/hosted-zones.ts';
import type { Dns } from '../dns/index.ts';
import { nameProblem, quote } from '../dns/presentation.ts';
import { parseRdata } from '../dns/rdata.ts';
import { aliasType } from '../dns/zone.ts';
import type { ZoneRecord } from '../interfaces.ts';
import { ServiceError } from '../service-error.ts';
import { type DnsRecordInputs, qualified, textOf } from './inputs.ts';

const SAME_NAME = '/dns/manage-dns-records/troubleshooting/records-with-same-name/';
/** The TTL that queries get for TTL 1 ("automatic") and for every proxied record. */
const AUTOMATIC_TTL = 300;
const PROXIABLE = new Set(['A', 'AAAA', 'CNAME']);

/**
 * Throws the API's errors: one for an id that is not 32 hex digits, another for an unknown one. `path`: of the call,
 * below the zone.
 */
export function zoneOf(dns: Dns, id: string, path = ''): HostedZone {
  const zone = dns.zone('cloudflare', id);
  if (zone !== undefined) return zone;
  if (/^[0-9a-f]{32}$/.test(id)) throw new ServiceError('1001', 'Invalid zone identifier', 404);
  throw new ServiceError(
    '7003',
    `Could not route to /client/v4/zones/${id}${path}, perhaps your object identifier is invalid?`,
    404,
  );
}

export function isProxiable(type: string): boolean {
  return PROXIABLE.has(type);
}

/** The full name; throws the API's refusal. */
export function fullName(name: string, zone: HostedZone): string {
  const full = String(qualified(name, zone.name));
  if (nameProblem(full) !== undefined) throw new ServiceError('9000', 'DNS name is invalid.');
  return full;
}

/** The RDATA in canonical form; throws the API's refusal of the content. */
export function recordValue(inputs: DnsRecordInputs, name: string): string {
  const { type, proxied } = inputs;
  if (proxied && !isProxiable(type)) throw new ServiceError('9004', 'This record type cannot be proxied.');
  const rdata = parseRdata(type, content(inputs));
  if (typeof rdata === 'string') throw invalidContent(type);
  if (type === 'CNAME' && rdata.value === name)
    throw new ServiceError('9039', 'CNAME content cannot reference itself.');
  return rdata.value;
}

function content({ type, content = '', priority, data }: DnsRecordInputs): string {
  if (type === 'MX') return `${priority ?? ''} ${content}`;
  if (data !== undefined) return `${type === 'SRV' ? data.priority : ''} ${textOf(type, data) ?? ''}`;
  if (type !== 'TXT' || content.startsWith('"')) return content;
  const octets = Buffer.from(content).toString('latin1');
  return (octets.match(/.{1,255}/gs) ?? ['']).map(quote).join(' ');
}

const CONTENT_CODES: Readonly<Record<string, string>> = { AAAA: '9006', CNAME: '9007' };

function invalidContent(type: string): ServiceError {
  const version = { A: 4, AAAA: 6 }[type];
  const what = version === undefined ? 'is invalid' : `must be a valid IPv${version} address`;
  return new ServiceError(CONTENT_CODES[type] ?? '9005', `Content for ${type} record ${what}.`);
}

/** What queries get: a CNAME at the apex is flattened, a proxied name has the addresses of Cloudflare's edge. */
export function served(inputs: DnsRecordInputs, zone: HostedZone, name: string, value: string): ZoneRecord[] {
  const { type, proxied } = inputs;
  const ttl = inputs.ttl === 1 || proxied ? AUTOMATIC_TTL : inputs.ttl;
  const flat = type === 'CNAME' && name === zone.name;
  if (!proxied && !flat) return [{ name, type, ttl, value }];
  const target = proxied ? EDGE_HOST : value;
  return ['A', 'AAAA'].map((address) => ({ name, type: aliasType(address), ttl, value: target }));
}

/** Refuses what Cloudflare does not store beside `others`, the records at the same name. */
export function refuseConflict(
  type: string,
  value: string,
  others: readonly { type: string; value: string }[],
): void {
  const has = (...types: string[]) => others.some((other) => types.includes(other.type));
  if (type === 'CNAME' && has('A', 'AAAA', 'CNAME'))
    throw sameName('81053', 'An A, AAAA, or CNAME record with that host already exists.');
  if ((type === 'A' || type === 'AAAA') && has('CNAME'))
    throw sameName('81054', 'A CNAME record with that host already exists.');
  if (others.some((other) => other.type === type && other.value === value))
    throw new ServiceError('81058', 'An identical record already exists.');
  if (type !== 'NS' && has('NS')) throw new ServiceError('81056', 'NS records with that host already exist.');
  if (type === 'NS' && others.some((other) => other.type !== 'NS'))
    throw new ServiceError('81055', 'Non-NS records with that host already exist.');
}

function sameName(code: string, message: string): ServiceError {
  return new ServiceError(
    code,
    `${message} For more details, refer to <https://developers.cloudflare.com${SAME_NAME}>.`,
  );
}
