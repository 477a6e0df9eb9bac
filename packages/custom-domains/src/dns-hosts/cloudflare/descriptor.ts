// Cloudflare as a DNS host. Last verified 2026-11.

import { canonical } from '../../names/dns-name.ts';
import { parseUrn } from '../../names/urn.ts';
import { type Command, command } from '../../output/words.ts';
import type { DnsHost, Failure, LookUp, RecordType, ReplacedRecords, ZoneFields } from '../descriptor.ts';
import { ok, unknown, wrong } from '../descriptor.ts';

const record: RecordType = {
  type: 'cloudflare:index/dnsRecord:DnsRecord',
  read({ name = '', content, data, ttl }: RecordProperties) {
    const value = content ?? (data === undefined ? '' : [data.priority, data.target, data.value].join(' '));
    return { name: canonical(name), value: canonical(value), ttl };
  },
};

type RecordProperties = Readonly<
  Partial<{
    name: string;
    content: string;
    data: { priority: number; target: string; value: string };
    ttl: number;
  }>
>;

const tokenVariable = ({ tokenVariable: variable = 'CLOUDFLARE_API_TOKEN' }: ZoneFields) => variable;

/** CLOUDFLARE_BASE_URL is respected, as by the provider. */
const lookUp: LookUp = async (zone, { signal: stop }) => {
  const { name, zoneId } = zone;
  const variable = tokenVariable(zone);
  const { [variable]: token = '', CLOUDFLARE_BASE_URL: base = 'https://api.cloudflare.com/client/v4' } =
    process.env;
  const fix = `set ${variable} to an API token with DNS: Edit and Zone: Read for ${name}`;
  // Another text would be in the error by which it is refused as a header.
  if (!/^[\w-]+$/.test(token)) return wrong(`${variable} has no token`, fix);
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.any([stop, AbortSignal.timeout(20_000)]);
  const response = await fetch(`${base}/zones/${zoneId}`, { headers, signal });
  // 429: more than 1,200 requests in five minutes (developers.cloudflare.com/fundamentals/api/reference/limits).
  if (response.status >= 500 || response.status === 429)
    return unknown(`Cloudflare responds with status ${response.status}`, 'run it again in five minutes');
  const { result, errors } = (await response.json()) as {
    readonly result: Readonly<Record<string, string & string[]>> | null;
    readonly errors?: readonly { readonly message: string }[];
  };
  if (!result) return wrong(`Cloudflare refuses ${variable}: ${errors?.[0]?.message ?? 'no reason'}`, fix);
  if (result.name !== name) return wrong(`the zoneId is that of ${result.name}`, 'correct it');
  const nameServers = [result.name_servers ?? [], result.vanity_name_servers ?? []].flat().map(canonical);
  // A token that may not read the settings has another result.
  const settings = await fetch(`${base}/zones/${zoneId}/dns_settings`, { headers, signal });
  const read = (await settings.json().catch(() => ({}))) as {
    readonly result?: { readonly flatten_all_cnames?: boolean };
  };
  if (read.result?.flatten_all_cnames) return { ...FLATTENED, nameServers, flattens: true };
  const mayEdit = result.permissions?.includes('#dns_records:edit');
  const found = `at Cloudflare, which does not tell that ${variable} may edit records`;
  const state = mayEdit ? ok(`at Cloudflare; ${variable} may edit records`) : unknown(found, fix);
  return { ...state, nameServers };
};

const FLATTENED = wrong(
  'at Cloudflare, which flattens every CNAME of it: no certificate authority sees a validation record',
  'in its DNS settings flatten the CNAME at the apex only',
);
const GONE =
  'its record was deleted at Cloudflare already: pulumi up --refresh, or destroy --refresh, takes it out of the state';

export const cloudflare = {
  id: 'cloudflare',
  title: 'Cloudflare',
  zone: {
    zoneId: {
      required: true,
      pattern: '^[0-9A-Fa-f]{32}$',
      letters: 'lower',
      description: "The zone's 32 hex digits.",
      refusal: {
        code: 'bad-zone-id',
        what: 'is not a Cloudflare zone id',
        fix: "copy the 32 hex digits from the zone's overview page, in quotes if all are digits",
      },
    },
    tokenVariable: {
      required: false,
      // Of this form only: the value of any other variable of a deployment is not Cloudflare's to receive.
      pattern: '^CLOUDFLARE_API_TOKEN(_[A-Z0-9]+)+$',
      description:
        'The environment variable that has the API token for this zone: for a zone in another account.',
      refusal: {
        code: 'bad-token-variable',
        what: 'is not the name of a variable for a Cloudflare token',
        fix: 'name it like CLOUDFLARE_API_TOKEN_TEAM; the token itself never belongs in this file',
      },
    },
  },
  nameServers: [/\.ns\.cloudflare\.[a-z]+$/],
  // developers.cloudflare.com/dns/cname-flattening: a CNAME at the apex is always flattened.
  apex: 'flattened-cname',
  // Its API reference, DNS record, `ttl`: 60 to 86400, from 30 in Enterprise zones; 1 is "automatic", which is 300
  // (developers.cloudflare.com/dns/manage-dns-records/reference/ttl). Which plan a zone has is not known here.
  ttl: { range: [60, 86_400], because: "Cloudflare's limits; 300 is what it calls automatic" },
  // Of a free zone since September 2024; a paid one has 3,500 (developers.cloudflare.com/dns/manage-dns-records).
  zoneRecords: 200,
  refusals: [
    {
      reason: 'RECORD_EXISTS',
      type: record.type,
      // developers.cloudflare.com/dns/manage-dns-records/troubleshooting: a record of that name exists.
      error: /\b8105[3478]\b/,
      meaning:
        'its validation record is at Cloudflare already; pulumi up shows the command that imports it into the stack',
      advice: importRecord,
    },
    {
      reason: 'RECORD_GONE',
      type: record.type,
      // The provider takes the 404 of a deletion for an error too (v5.22.0, internal/services/dns_record/resource.go).
      error: /\b81044\b/,
      meaning: GONE,
      advice: () => GONE,
    },
  ],
  record,
  existingValidation: 'refused',
  // Another type is another record (RequiresReplace, terraform-provider-cloudflare, internal/services/dns_record/schema.go).
  replacedBy: (_apex, { type }) => (type === 'CNAME' ? 'routingRecord' : undefined),
  replaceCommands,
  account: ({ tokenVariable }) =>
    tokenVariable === undefined ? undefined : { name: tokenVariable, variable: tokenVariable },
  lookUp,
  tokenVariable,
  pulumi: async () => {
    const { cloudflareDns, cloudflareProvider } = await import('./records.ts');
    return { adapter: cloudflareDns, provider: cloudflareProvider };
  },
} as const satisfies DnsHost;

/** Cloudflare's provider overwrites nothing; it imports by `<zone_id>/<dns_record_id>` (internal/services/dns_record/resource.go). */
function importRecord({ urn, parent, inputs }: Failure): string {
  const { zoneId, name: recordName } = inputs as { zoneId?: string; name?: string };
  const records = `https://api.cloudflare.com/client/v4/zones/${zoneId}/dns_records?type=CNAME&name=${recordName}`;
  const { name, type } = parseUrn(urn);
  const read = authorized('CLOUDFLARE_API_TOKEN', command`${records}`);
  const imported = command`pulumi import ${type} ${name} ${`${zoneId}/`}$ID --parent ${`host=${parent}`} --protect=false --generate-code=false --yes`;
  return `its validation record is at Cloudflare already, from an earlier certificate of this AWS account. Import it into the stack, then run pulumi up:
  ID=$(${read} | grep -o '"id":"[0-9a-f]*"' | head -n 1 | cut -d '"' -f 4)
  ${imported}`;
}

/** curl with these arguments. The token is no argument, as other users of the machine can read those. */
function authorized(tokenVariable: string, args: Command): Command {
  return command`echo "Authorization: Bearer $${tokenVariable}" | curl -s -H @- ${{ line: args }}`;
}

/** In one batch, "in a single database transaction", deletions first:
 *  https://developers.cloudflare.com/dns/manage-dns-records/how-to/batch-record-changes/ */
function replaceCommands(zone: ZoneFields, { host, old, target, ttl }: ReplacedRecords): Command[] {
  const variable = tokenVariable(zone);
  const url = `https://api.cloudflare.com/client/v4/zones/${zone.zoneId}/dns_records`;
  const types = [...new Set(old.map(({ type }) => `.type == "${type}"`))].join(' or ');
  const posts = [{ name: host, type: 'CNAME', content: target, ttl, proxied: false }];
  const batch = `{deletes: [.result[] | select(${types}) | {id}], posts: ${JSON.stringify(posts)}}`;
  const read = authorized(variable, command`${`${url}?name=${host}`}`);
  return [authorized(variable, command`${`${url}/batch`} --json "$(${{ line: read }} | jq -c ${batch})"`)];
}
