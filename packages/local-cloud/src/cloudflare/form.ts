// DNS records: what Cloudflare's API returns, and how terraform-provider-cloudflare compares it, in
// internal/services/dns_record/custom.go (ModifyPlan) and schema.go.
import { canonical, isWithin } from '@petstore/custom-domains/names';
import { quote } from '../dns/presentation.ts';
import { type Forms, type Properties, type Sides, sameIgnoringCase } from '../forms.ts';

/** Types whose content is a host name, which the API returns in lower case without its final dot. */
const NAMED = new Set(['CNAME', 'MX', 'NS', 'PTR']);

/** `zoneName` returns undefined for a zone that does not exist. */
export function dnsRecordForms(zoneName: (zoneId: string) => string | undefined): Forms {
  const zoneOf = ({ zoneId }: Properties) => zoneName(String(zoneId));
  return {
    framework: true,
    rules: [
      {
        input: 'name',
        served: (name, inputs) => qualified(name, zoneOf(inputs)),
        same: (served, declared, { declared: inputs }) => sameName(served, declared, zoneOf(inputs)),
      },
      { input: 'content', computed: true, served: content, same: sameContent },
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
 * Returns host names without their final dot (cloudflare/terraform-provider-cloudflare#7286, #154) and in lower case (#529),
 * and `data` as the text that it represents.
 */
function content(given: unknown, { type, data }: Properties): unknown {
  if (given === undefined) return data === undefined ? undefined : textOf(type, data as Data);
  if (typeof given !== 'string') return given;
  return NAMED.has(String(type)) && given !== '.' ? canonical(given) : given;
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

/** The content that the data of a record stand for; an SRV record has its priority apart. */
export function textOf(type: unknown, data: Data): string | undefined {
  const { flags, tag, value = '', priority = '', weight, port, target = '' } = data;
  if (type === 'CAA') return `${flags} ${tag} ${quote(value)}`;
  if (type === 'HTTPS' || type === 'SVCB') return `${priority} ${target} ${value}`;
  return type === 'SRV' ? `${weight} ${port} ${target}` : undefined;
}

/** ModifyPlan: only a CNAME's content is compared without regard to case. */
function sameContent(served: unknown, declared: unknown, { declared: { type } }: Sides): boolean {
  return type === 'CNAME' && sameIgnoringCase(served, declared);
}
