// Everything decided about one host: its zone, what it is attached to, where its certificate is.

import { type HostZone, hasAlias, isApex, type ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import { certificateRegionOf, zoneOf } from '@petstore/custom-domains/names';
import type { AdoptionSetting, MoveSetting } from '../config/host-entry.ts';
import type { HostRole, RedirectSetting, SiteName } from '../config/settings.ts';
import type { TtlSetting } from '../config/ttl.ts';
import type { HostPlan } from './types.ts';

/** A host as its site declares it. */
export interface DeclaredHost {
  readonly host: string;
  readonly site: SiteName;
  readonly role: HostRole;
  readonly redirect?: Pick<RedirectSetting, 'to' | 'status'>;
}

/** The settings of the stack that a host's plan depends on. */
export interface HostContext {
  readonly region: string;
  readonly zones: readonly ZoneDeclaration[];
  readonly verified: readonly string[];
  readonly adopt: readonly AdoptionSetting[];
  readonly moving: readonly MoveSetting[];
  readonly ttl: TtlSetting;
}

export function planHost(declared: DeclaredHost, context: HostContext): HostPlan {
  const { host, site, role, redirect } = declared;
  const zone = hostZone(host, context);
  const adopted = context.adopt.find((one) => one.host === host);
  const moving = context.moving.find((one) => one.host === host);
  const target = targetOf(declared);
  const apex = isApex(host, zone);
  return {
    host,
    site,
    role,
    apex,
    zone,
    target,
    certificateRegion: certificateRegionOf(target, context.region),
    ...(adopted && { adopt: withoutHost(adopted) }),
    ...(moving && { moving: withoutHost(moving) }),
    ...(!hasAlias({ apex, zone }) && { ttl: context.ttl.hosts[host] ?? context.ttl.default }),
    ...(redirect && { redirect: { to: redirect.to, status: redirect.status } }),
  };
}

function withoutHost<Entry extends { readonly host: string }>({
  host: _,
  ...rest
}: Entry): Omit<Entry, 'host'> {
  return rest;
}

/** A redirect is at a distribution, whichever site it leads to. */
export function targetOf({ site, role }: Pick<DeclaredHost, 'site' | 'role'>): HostPlan['target'] {
  return site === 'api' && role !== 'redirect' ? 'gateway' : 'distribution';
}

function hostZone(host: string, { zones, verified }: HostContext): HostZone {
  return zoneOf(host, zones) ?? { provider: 'external', verified: verified.includes(host) };
}
