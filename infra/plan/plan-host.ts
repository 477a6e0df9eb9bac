// Everything decided about one host: its zone, what it is attached to, where its certificate is.

import { type HostZone, isApex, type ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import { certificateRegionOf, zoneOf } from '@petstore/custom-domains/names';
import type { AdoptionSetting } from '../config/adoptions.ts';
import type { HostRole, RedirectSetting, SiteName } from '../config/settings.ts';
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
}

export function planHost(declared: DeclaredHost, context: HostContext): HostPlan {
  const { host, site, role, redirect } = declared;
  const zone = hostZone(host, context);
  const adopted = context.adopt.find((one) => one.host === host);
  const target = site === 'api' && role !== 'redirect' ? 'gateway' : 'distribution';
  return {
    host,
    site,
    role,
    apex: isApex(host, zone),
    zone,
    target,
    certificateRegion: certificateRegionOf(target, context.region),
    ...(adopted && { adopt: idsOf(adopted) }),
    ...(redirect && { redirect: { to: redirect.to, status: redirect.status } }),
  };
}

function idsOf({ host: _, ...ids }: AdoptionSetting): HostPlan['adopt'] {
  return ids;
}

function hostZone(host: string, { zones, verified }: HostContext): HostZone {
  return zoneOf(host, zones) ?? { provider: 'external', verified: verified.includes(host) };
}
