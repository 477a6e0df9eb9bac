// Settings to plan: everything that is decided before anything is created. Pure.
import { type HostSpec, type HostZone, hasAlias, isApex } from '@petstore/custom-domains/dns-hosts';
import { certificateRegionOf, zoneOf } from '@petstore/custom-domains/names';
import { quotaFindings } from '@petstore/custom-domains/quotas';
import { stackKind } from '../config/keys.ts';
import type { Settings, SiteName } from '../config/settings.ts';
import type { DeclaredHost, HostPlan, StackPlan } from './types.ts';

export function planStack(settings: Settings): StackPlan {
  const declared = [...declaredHosts(settings, 'api'), ...declaredHosts(settings, 'docs')];
  return {
    stack: settings.stack,
    region: settings.region,
    production: stackKind(settings.stack) === 'production',
    tags: { project: 'petstore', stack: settings.stack, 'managed-by': 'pulumi' },
    settings,
    hosts: declared.map((host) => planHost(host, settings)),
  };
}

function declaredHosts(settings: Settings, site: SiteName): DeclaredHost[] {
  const { primary, domains, redirects } = settings[site];
  return [
    ...(primary === undefined ? [] : [{ host: primary, site, role: 'primary' as const }]),
    ...domains.map((host) => ({ host, site, role: 'domain' as const })),
    ...redirects.map(({ from: host, ...redirect }) => ({ host, site, role: 'redirect' as const, redirect })),
  ];
}

type HostContext = Pick<Settings, 'region' | 'zones' | 'verified' | 'adopt' | 'moving' | 'ttl'>;

export function planHost(declared: DeclaredHost, settings: HostContext): HostPlan {
  const { host, site, role, redirect } = declared;
  const zone = hostZone(host, settings);
  const adopted = settings.adopt.find((one) => one.host === host);
  const moving = settings.moving.find((one) => one.host === host);
  const { host: _adopted, ...adopt } = adopted ?? { host };
  const { host: _moving, ...move } = moving ?? { host };
  const target = attachmentKind(declared);
  const apex = isApex(host, zone);
  return {
    host,
    site,
    role,
    apex,
    zone,
    target,
    certificateRegion: certificateRegionOf(target, settings.region),
    ...(adopted && { adopt }),
    ...(moving && { moving: move }),
    ...(!hasAlias({ apex, zone }) && { ttl: settings.ttl.hosts[host] ?? settings.ttl.default }),
    ...(redirect && { redirect }),
  };
}

export function attachmentKind({ site, role }: Pick<DeclaredHost, 'site' | 'role'>): HostPlan['target'] {
  return site === 'api' && role !== 'redirect' ? 'gateway' : 'distribution';
}

/** Whether a deployment attaches it: an external host waits for its verification. */
export function isServed({ zone }: Pick<HostSpec, 'zone'>): boolean {
  return zone.provider !== 'external' || zone.verified;
}

function hostZone(host: string, { zones, verified }: HostContext): HostZone {
  return zoneOf(host, zones) ?? { provider: 'external', verified: verified.includes(host) };
}

/** How near the hosts come to the quotas of the account and its zones, by host. `deployed` have what they use already. */
export function forecast({ hosts, settings }: StackPlan, deployed: ReadonlySet<string>) {
  return quotaFindings(hosts, { deployed, raised: settings.quotas, setting: 'petstore:quotas' });
}
