// `domains doctor`, the zones: each as its DNS host's API has it for these credentials, and whether it is delegated there.
import type {
  Found,
  FoundZone,
  HostSpec,
  Protection,
  ZoneApis,
  ZoneDeclaration,
} from '@petstore/custom-domains/dns-hosts';
import { dnsHost, ok, unknown, wrong } from '@petstore/custom-domains/dns-hosts';
import {
  type CheckOptions,
  check,
  isAbout,
  isUnread,
  protectedRecords,
  type Reader,
} from '@petstore/custom-domains/preflight';
import { failed, type Result } from './account.ts';

/** `apis` is undefined for a local zone: no DNS host is asked. */
export async function zoneResults(
  zone: ZoneDeclaration,
  hosts: readonly HostSpec[],
  reader: Reader,
  apis: ZoneApis | undefined,
): Promise<Result[]> {
  const fix = 'use credentials of the account that has the zone, or those that its role trusts';
  const { lookUp } = dnsHost(zone.provider);
  const { nameServers, protections, ...found }: FoundZone =
    apis && lookUp
      ? await lookUp(zone, apis).catch((error) => failed(error, fix))
      : unknown('the API of its DNS host is not asked');
  const servers = nameServers
    ? ({ kind: 'known', nameServers } as const)
    : ({ kind: 'failed', detail: 'the line above says why' } as const);
  const assigned = apis && new Map([[zone.name, servers]]);
  return [
    { check: `zone ${zone.name}`, ...found },
    { check: `DNS of ${zone.name}`, ...(await delegation(zone, reader, { assigned })) },
    ...(protections ? [{ check: `records of ${zone.name}`, ...guards(zone, hosts, protections) }] : []),
  ];
}

/** Of the hosts in the zone. */
function guards(
  { name }: ZoneDeclaration,
  hosts: readonly HostSpec[],
  protections: readonly Protection[] | string,
): Found {
  if (typeof protections === 'string')
    return unknown(protections, 'use credentials with the right to route53:ListResourceRecordSetProtections');
  const own = hosts.filter(({ zone }) => zone.provider !== 'external' && zone.name === name);
  const [first, ...more] = own.flatMap((host) => protectedRecords(host, protections));
  const on = protections.flatMap((one) =>
    'guardrail' in one ? [`; ${one.guardrail} may refuse to delete them`] : [],
  );
  if (first === undefined) return ok(`none that the hosts need is protected${on.join('')}`);
  return wrong([first, ...more].map(({ found }) => found).join('; '), first.fix);
}

async function delegation(zone: ZoneDeclaration, reader: Reader, options: CheckOptions): Promise<Found> {
  const apex = { host: zone.name, apex: true, zone, target: 'distribution' } as const;
  const [checked] = await check([apex], reader, options);
  const about = checked?.findings.find((one) => isAbout(one, 'zone', 'servers'));
  if (about?.severity === 'blocked' && !isUnread(about)) return wrong(about.found, about.fix);
  if (about !== undefined) return unknown(about.found, about.fix);
  const read = checked?.observation.zone?.delegation;
  return read?.kind === 'delegated'
    ? ok(`delegated to ${read.nameServers.join(', ')}`)
    : unknown('its delegation was not read');
}
