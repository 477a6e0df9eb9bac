// The differences of a changed host, from which its changed resources follow.

import { describeZone } from '@petstore/custom-domains/dns-hosts';
import type { HostPlan } from '../../../infra/plan/types.ts';

export interface ChangedFacet {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export function changedFacets(was: HostPlan, now: HostPlan): ChangedFacet[] {
  const before = facets(was);
  return Object.entries(facets(now)).flatMap(([name, to]) => {
    const from = before[name] ?? '';
    return from === to ? [] : [{ name, from, to }];
  });
}

function facets({ site, role, redirect, zone, certificateRegion, ttl }: HostPlan): Record<string, string> {
  return {
    site,
    role,
    'redirects to': redirect ? `${redirect.to} (${redirect.status})` : 'nothing',
    DNS: dns(zone),
    TTL: ttl === undefined ? "its target's" : `${ttl} s`,
    'certificate in': certificateRegion,
  };
}

function dns(zone: HostPlan['zone']): string {
  if (zone.provider === 'external') return zone.verified ? 'external, verified' : 'external';
  return describeZone(zone);
}
