// `domains doctor`, the zones: each as its DNS host's API has it for these credentials, and whether it is delegated there.
import { type ZoneDeclaration, zoneAccount } from '@petstore/custom-domains/dns-hosts';
import { canonical } from '@petstore/custom-domains/names';
import { check, type Reader } from '@petstore/custom-domains/preflight';
import { type Access, limited } from './account.ts';
import { failed, LIMIT_MS, type Result } from './result.ts';

type At<Provider> = Extract<ZoneDeclaration, { readonly provider: Provider }>;
type LookedUp = Omit<Result, 'check'> & { readonly nameServers?: readonly string[] };
type Look<Provider> = (zone: At<Provider>, access: () => Access) => Promise<LookedUp>;

const LOOKS: { readonly [Provider in ZoneDeclaration['provider']]: Look<Provider> } = {
  cloudflare: lookAtCloudflare,
  route53: lookAtRoute53,
};

/** `access` throws where no credentials of the machine are those of the deployment; undefined: nothing is asked, of a local zone. */
export async function zoneResults(
  zone: ZoneDeclaration,
  reader: Reader,
  access: (() => Access) | undefined,
): Promise<Result[]> {
  const named = `zone ${zone.name}`;
  const look = LOOKS[zone.provider] as (zone: ZoneDeclaration, access: () => Access) => Promise<LookedUp>;
  const fix = 'use credentials of the account that has the zone';
  const { nameServers, ...found }: LookedUp =
    access === undefined
      ? { state: 'unknown', found: 'the local cloud has no API of its DNS host' }
      : await look(zone, access).catch((error) => failed(named, error, fix));
  return [
    { check: named, ...found },
    await delegationResult(zone, reader, nameServers, access === undefined),
  ];
}

interface CloudflareZone {
  readonly name: string;
  readonly name_servers: readonly string[];
  readonly vanity_name_servers?: readonly string[];
  readonly permissions?: readonly string[];
}

/** CLOUDFLARE_BASE_URL is respected, as by the provider. */
async function lookAtCloudflare({ name, zoneId, tokenVariable }: At<'cloudflare'>): Promise<LookedUp> {
  const variable = tokenVariable ?? 'CLOUDFLARE_API_TOKEN';
  const token = process.env[variable] ?? '';
  const fix = `set ${variable} to an API token with DNS: Edit and Zone: Read for ${name}`;
  // Another text would be in the error by which it is refused as a header.
  if (!/^[\w-]+$/.test(token)) return { state: 'wrong', found: `${variable} has no token`, fix };
  const base = process.env.CLOUDFLARE_BASE_URL ?? 'https://api.cloudflare.com/client/v4';
  const response = await fetch(`${base}/zones/${zoneId}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  if (response.status >= 500) throw new Error(`Cloudflare responds with status ${response.status}`);
  const { result: zone, errors } = (await response.json()) as {
    readonly result: CloudflareZone | null;
    readonly errors?: readonly { readonly message: string }[];
  };
  if (!zone) return { state: 'wrong', found: `Cloudflare refuses ${variable}: ${errors?.[0]?.message}`, fix };
  if (zone.name !== name)
    return { state: 'wrong', found: `the zoneId is that of ${zone.name}`, fix: 'correct it' };
  const nameServers = [...zone.name_servers, ...(zone.vanity_name_servers ?? [])].map(canonical);
  if (zone.permissions?.includes('#dns_records:edit'))
    return { state: 'ok', found: `at Cloudflare; ${variable} may edit its records`, nameServers };
  return {
    state: 'unknown',
    found: `at Cloudflare, which does not tell that ${variable} may edit records`,
    fix,
    nameServers,
  };
}

async function lookAtRoute53(zone: At<'route53'>, access: () => Access): Promise<LookedUp> {
  const { name, zoneId, role } = zone;
  if (zoneAccount(zone) !== undefined) return { state: 'unknown', found: `by ${role}, which was not tried` };
  const { GetHostedZoneCommand, ListHostedZonesByNameCommand, Route53Client } = await import(
    '@aws-sdk/client-route-53'
  );
  const client = new Route53Client(access());
  const list = await client.send(new ListHostedZonesByNameCommand({ DNSName: name }), limited());
  const same = (list.HostedZones ?? []).filter(
    ({ Name = '', Config, Id }) =>
      canonical(Name) === name &&
      !Config?.PrivateZone &&
      (zoneId === undefined || Id === `/hostedzone/${zoneId}`),
  );
  const [{ Id } = {}] = same;
  if (same.length !== 1) {
    const found = `${same.length === 0 ? 'no' : 'more than one'} public hosted zone of the account is meant`;
    return { state: 'wrong', found, fix: 'create it, correct its zoneId, or use credentials of its account' };
  }
  const { DelegationSet } = await client.send(new GetHostedZoneCommand({ Id }), limited());
  const nameServers = (DelegationSet?.NameServers ?? []).map(canonical);
  return { state: 'ok', found: `at Route 53, ${Id?.replace('/hostedzone/', '')}`, nameServers };
}

/** The preflight's findings that are about a zone, whatever host is in it. */
const ABOUT_ZONE: readonly string[] = [
  ...['no-such-zone', 'zone-not-delegated', 'wrong-zone', 'zone-unconfirmed', 'lame-delegation'],
  ...['delegated-away', 'nameservers-disagree', 'dns-unreadable'],
];

async function delegationResult(
  zone: ZoneDeclaration,
  reader: Reader,
  nameServers: readonly string[] | undefined,
  isLocal: boolean,
): Promise<Result> {
  const named = `DNS of ${zone.name}`;
  const servers = nameServers
    ? ({ kind: 'known', nameServers } as const)
    : ({ kind: 'failed', detail: 'the line above says why' } as const);
  const assigned = isLocal ? undefined : new Map([[zone.name, servers]]);
  const apex = { host: zone.name, apex: true, zone, target: 'distribution' } as const;
  const [checked] = await check([apex], reader, { assigned });
  const about = checked?.findings.find(({ code }) => ABOUT_ZONE.includes(code));
  if (about !== undefined) {
    const isWrong = about.severity === 'blocked' && about.code !== 'dns-unreadable';
    return { check: named, state: isWrong ? 'wrong' : 'unknown', found: about.found, fix: about.fix };
  }
  const delegation = checked?.observation.zone?.delegation;
  return delegation?.kind === 'delegated'
    ? { check: named, state: 'ok', found: `delegated to ${delegation.nameServers.join(', ')}` }
    : { check: named, state: 'unknown', found: 'its delegation was not read' };
}
