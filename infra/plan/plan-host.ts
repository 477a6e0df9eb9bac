// One host's way, decided: its zone, what it is attached to, where its certificate is, which record routes it.

import type { HostZone, ZoneDeclaration } from '@petstore/custom-domains/names';
import { CLOUDFRONT_REGION, isApex, zoneOf } from '@petstore/custom-domains/names';
import type { HostRole, RedirectSetting, SiteName } from '../config/settings.ts';
import type { HostPlan } from './types.ts';

/** A host as its site declares it. */
export interface DeclaredHost {
  readonly host: string;
  readonly site: SiteName;
  readonly role: HostRole;
  readonly redirect?: Pick<RedirectSetting, 'to' | 'status'>;
}

/** What a host's plan depends on besides itself. */
export interface HostSurroundings {
  readonly region: string;
  readonly zones: readonly ZoneDeclaration[];
  readonly verified: readonly string[];
}

export function planHost(declared: DeclaredHost, around: HostSurroundings): HostPlan {
  const { host, site, role, redirect } = declared;
  const zone = hostZone(host, around);
  const apex = isApex(host, zone);
  const target = site === 'api' && role !== 'redirect' ? 'gateway' : 'distribution';
  return {
    host,
    site,
    role,
    apex,
    zone,
    target,
    certificateRegion: target === 'gateway' ? around.region : CLOUDFRONT_REGION,
    record: routingRecord(zone, apex),
    ...(redirect && { redirect: { to: redirect.to, status: redirect.status } }),
  };
}

function hostZone(host: string, { zones, verified }: HostSurroundings): HostZone {
  return zoneOf(host, zones) ?? { provider: 'external', verified: verified.includes(host) };
}

/** No CNAME may stand at an apex (RFC 1034 3.6.2): Cloudflare flattens it, Route 53 has ALIAS. */
function routingRecord(zone: HostZone, apex: boolean): HostPlan['record'] {
  if (zone.provider === 'external') return 'none';
  if (!apex) return 'cname';
  return zone.provider === 'cloudflare' ? 'flattened' : 'alias';
}
