// `domains doctor`, the zones: each as its DNS host's API has it for these credentials, and whether it is delegated there.
import { type ZoneDeclaration, zoneAccount } from '@petstore/custom-domains/dns-hosts';
import { canonical } from '@petstore/custom-domains/names';
import { check, type Reader } from '@petstore/custom-domains/preflight';
import { type Access, limited } from './account.ts';
import { type Found, failed, LIMIT_MS, ok, type Result, unknown, wrong } from './result.ts';

type At<Provider> = Extract<ZoneDeclaration, { readonly provider: Provider }>;
type LookedUp = Found & { readonly nameServers?: readonly string[] };
type Look<Zone> = (zone: Zone, access: () => Access) => Promise<LookedUp>;

const LOOKS: { readonly [Provider in ZoneDeclaration['provider']]: Look<At<Provider>> } = {
  cloudflare: lookAtCloudflare,
  route53: lookAtRoute53,
};

/** `access` is as for the account; undefined: of a local zone no DNS host is asked. */
export async function zoneResults(
  zone: ZoneDeclaration,
  reader: Reader,
  access: (() => Access) | undefined,
): Promise<Result[]> {
  const look = LOOKS[zone.provider] as Look<ZoneDeclaration>;
  const fix = 'use credentials of the account that has the zone';
  const { nameServers, ...found }: LookedUp = access
    ? await look(zone, access).catch((error) => failed(error, fix))
    : unknown('the local cloud has no API of its DNS host');
  const servers = nameServers
    ? ({ kind: 'known', nameServers } as const)
    : ({ kind: 'failed', detail: 'the line above says why' } as const);
  const assigned = access && new Map([[zone.name, servers]]);
  return [
    { check: `zone ${zone.name}`, ...found },
    { check: `DNS of ${zone.name}`, ...(await delegation(zone, reader, { assigned })) },
  ];
}

/** CLOUDFLARE_BASE_URL is respected, as by the provider. */
async function lookAtCloudflare({ name, zoneId, tokenVariable }: At<'cloudflare'>): Promise<LookedUp> {
  const variable = tokenVariable ?? 'CLOUDFLARE_API_TOKEN';
  const { [variable]: token = '', CLOUDFLARE_BASE_URL: base = 'https://api.cloudflare.com/client/v4' } =
    process.env;
  const fix = `set ${variable} to an API token with DNS: Edit and Zone: Read for ${name}`;
  // Another text would be in the error by which it is refused as a header.
  if (!/^[\w-]+$/.test(token)) return wrong(`${variable} has no token`, fix);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/zones/${zoneId}`, { headers, signal: AbortSignal.timeout(LIMIT_MS) });
  if (response.status >= 500) return unknown(`Cloudflare responds with status ${response.status}`);
  const { result: zone, errors } = (await response.json()) as {
    readonly result: Readonly<Record<string, string & string[]>> | null;
    readonly errors?: readonly { readonly message: string }[];
  };
  if (!zone) return wrong(`Cloudflare refuses ${variable}: ${errors?.[0]?.message}`, fix);
  if (zone.name !== name) return wrong(`the zoneId is that of ${zone.name}`, 'correct it');
  const nameServers = [zone.name_servers ?? [], zone.vanity_name_servers ?? []].flat().map(canonical);
  const mayEdit = zone.permissions?.includes('#dns_records:edit');
  const found = `at Cloudflare, which does not tell that ${variable} may edit records`;
  return {
    ...(mayEdit ? ok(`at Cloudflare; ${variable} may edit records`) : unknown(found, fix)),
    nameServers,
  };
}

async function lookAtRoute53(zone: At<'route53'>, access: () => Access): Promise<LookedUp> {
  const { name, zoneId } = zone;
  if (zoneAccount(zone) !== undefined) return unknown(`by ${zone.role}, which was not tried`);
  const aws = await import('@aws-sdk/client-route-53');
  const client = new aws.Route53Client(access());
  const list = await client.send(new aws.ListHostedZonesByNameCommand({ DNSName: name }), limited());
  const same = (list.HostedZones ?? []).filter(
    ({ Name = '', Config, Id }) =>
      canonical(Name) === name && !Config?.PrivateZone && Id?.endsWith(`/${zoneId ?? Id.split('/').at(-1)}`),
  );
  const [{ Id } = {}, another] = same;
  const fix = 'create it, name one by its zoneId, or use credentials of its account';
  if (Id === undefined || another !== undefined)
    return wrong(`${same.length} public hosted zones of the account are meant`, fix);
  const { DelegationSet } = await client.send(new aws.GetHostedZoneCommand({ Id }), limited());
  return { ...ok(`at Route 53, ${Id}`), nameServers: (DelegationSet?.NameServers ?? []).map(canonical) };
}

/** The preflight's findings that are about a zone, whatever host is in it. */
const ABOUT_ZONE: readonly string[] = [
  ...['no-such-zone', 'zone-not-delegated', 'wrong-zone', 'zone-unconfirmed', 'lame-delegation'],
  ...['delegated-away', 'nameservers-disagree', 'dns-unreadable'],
];

async function delegation(
  zone: ZoneDeclaration,
  reader: Reader,
  options: Parameters<typeof check>[2],
): Promise<Found> {
  const apex = { host: zone.name, apex: true, zone, target: 'distribution' } as const;
  const [checked] = await check([apex], reader, options);
  const about = checked?.findings.find(({ code }) => ABOUT_ZONE.includes(code));
  if (about?.severity === 'blocked' && about.code !== 'dns-unreadable') return wrong(about.found, about.fix);
  if (about !== undefined) return unknown(about.found, about.fix);
  const read = checked?.observation.zone?.delegation;
  return read?.kind === 'delegated'
    ? ok(`delegated to ${read.nameServers.join(', ')}`)
    : unknown('its delegation was not read');
}
