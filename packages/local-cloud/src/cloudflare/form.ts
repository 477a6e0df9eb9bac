// DNS records: what Cloudflare's API returns, and how terraform-provider-cloudflare compares it, in
// internal/services/dns_record/custom.go (ModifyPlan, normalizeSettings) and schema.go.
import { isIPv6, SocketAddress } from 'node:net';
import { canonical, isWithin } from '@petstore/custom-domains/names';
import { quote } from '../dns/presentation.ts';
import type { Forms, Properties, Sides } from '../forms/form.ts';
import { canonicalJson, sameIgnoringCase, sameSet } from '../forms/values.ts';

/** Types whose content is a host name, which the API returns in lower case without its final dot. */
const NAMED = new Set(['CNAME', 'MX', 'NS', 'PTR']);
const SETTINGS = { flattenCname: false, ipv4Only: false, ipv6Only: false };

/** `zoneName` returns undefined for a zone that does not exist. */
export function dnsRecordForms(zoneName: (zoneId: string) => string | undefined): Forms {
  const zoneOf = ({ zoneId }: Properties) => zoneName(String(zoneId));
  return {
    framework: true,
    rules: [
      {
        path: 'name',
        served: (name, inputs) => qualified(name, zoneOf(inputs)),
        same: (served, declared, { declared: inputs }) => sameName(served, declared, zoneOf(inputs)),
      },
      { path: 'content', computed: true, served: content, same: sameContent },
      // schema.go: SetAttribute. No tags and an empty set are the same in ModifyPlan.
      { path: 'tags', same: sameSet },
      { path: 'settings', computed: true, served: settings, same: sameSettings },
    ],
  };
}

/** `@` is the apex. The API appends the zone's name to any name that does not end with it, a foreign one too. */
export function qualified(name: unknown, zone: string | undefined): unknown {
  if (typeof name !== 'string' || zone === undefined) return name;
  const bare = canonical(name);
  if (bare === '@') return zone;
  return isWithin(bare, zone) ? bare : `${bare}.${zone}`;
}

/**
 * ModifyPlan: `@` equals the zone's name, and a relative name equals the full one. A final dot is removed only for that
 * comparison, so a full name with a final dot differs from the API's in each plan; so does one with capitals.
 */
function sameName(served: unknown, declared: unknown, zone: string | undefined): boolean {
  if (typeof served !== 'string' || typeof declared !== 'string') return false;
  return declared === '@' ? served === zone : served === `${withoutDot(declared)}.${zone}`;
}

const withoutDot = (name: string) => name.replace(/\.$/, '');

/**
 * Returns host names without their final dot (cloudflare/terraform-provider-cloudflare#7286, #154) and in lower case (#529); an
 * IPv6 address compressed (#6030); a long TXT string in parts of 255 octets (#6238), any other as it was sent, quoted or
 * not; and `data` as the text that it represents.
 */
function content(given: unknown, { type, data }: Properties): unknown {
  if (given === undefined) return ofData(type, data as Data | undefined);
  if (typeof given !== 'string') return given;
  if (NAMED.has(String(type))) return given === '.' ? given : canonical(given);
  if (type === 'AAAA' && isIPv6(given)) return new SocketAddress({ address: given, family: 'ipv6' }).address;
  return type === 'TXT' ? split(given) : given;
}

interface Data {
  readonly flags?: number;
  readonly tag?: string;
  readonly value?: string;
  readonly priority?: number;
  readonly weight?: number;
  readonly port?: number;
  readonly target?: string;
}

function ofData(type: unknown, data: Data | undefined): string | undefined {
  if (data === undefined) return undefined;
  if (type === 'CAA') return `${data.flags} ${data.tag} ${quote(data.value ?? '')}`;
  if (type === 'HTTPS' || type === 'SVCB') return `${data.priority} ${data.target} ${data.value}`;
  if (type !== 'SRV') return undefined;
  return `${data.weight} ${data.port} ${data.target}`;
}

function split(given: string): string {
  const [, body = given] = /^"([^"]*)"$/s.exec(given) ?? [];
  if (Buffer.byteLength(body) <= 255) return given;
  return (
    Buffer.from(body)
      .toString('latin1')
      .match(/.{1,255}/gs) ?? []
  )
    .map((part) => `"${part}"`)
    .join(' ');
}

/** ModifyPlan: only a CNAME's content is compared without regard to case. */
function sameContent(served: unknown, declared: unknown, { declared: { type } }: Sides): boolean {
  return type === 'CNAME' && sameIgnoringCase(served, declared);
}

/** normalizeSettings: for a CNAME, a setting that the API omits is false; other records have no settings. */
function settings(given: unknown, { type }: Properties): unknown {
  return type === 'CNAME' ? { ...SETTINGS, ...(given as object | undefined) } : undefined;
}

/** ModifyPlan: for a CNAME, an absent setting is false; for other records, `{}` equals no settings. */
function sameSettings(served: unknown, declared: unknown, { declared: { type } }: Sides): boolean {
  if (type !== 'CNAME') return served === undefined && Object.keys(declared ?? {}).length === 0;
  return canonicalJson(served) === canonicalJson(declared);
}
