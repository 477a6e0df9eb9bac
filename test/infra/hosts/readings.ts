// A host that was read, for tests: what differs from one that is declared and not deployed.
import type { Finding, FindingCode } from '@petstore/custom-domains/preflight';
import type { HostFacts, NewPlace } from '../../../infra/hosts/facts.ts';
import type { DeployedHost } from '../../../infra/hosts/host-output.ts';
import type { JudgedHost } from '../../../infra/hosts/judge.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

export const HOST = 'shop.partner.example';
const zoneId = '023e105f4ecef8ad9ca31a8372d0c353';
const ZONE = { provider: 'cloudflare', name: 'partner.example', zoneId } as const;

export const PLAN: HostPlan = {
  ...{ host: HOST, site: 'docs', role: 'domain', apex: false, zone: ZONE, target: 'distribution', ttl: 3600 },
  certificateRegion: 'us-east-1',
};

export const external = (verified: boolean): HostPlan => ({
  ...PLAN,
  zone: { provider: 'external', verified },
});

export const OUTPUT: DeployedHost = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [] };

export function finding(
  code: FindingCode,
  severity: Finding['severity'] = 'warning',
  more: Partial<Finding> = {},
): Finding {
  const text = { found: 'what was found', why: 'why it matters', fix: 'what to do' };
  return { code, severity, host: HOST, ...text, records: [], ...more };
}

export const change = (action: 'add' | 'remove', name: string, value: string, type = 'CNAME', ttl = 300) =>
  ({ action, name, type, value, ttl }) as const;

export interface Given extends Partial<Omit<HostFacts, 'newPlace'>> {
  readonly plan?: HostPlan;
  readonly output?: DeployedHost;
  /** What its routing record points to; undefined: not known yet. */
  readonly target?: string;
  readonly findings?: readonly Finding[];
  /** By DNS alone, where that differs: of the records of an old place. */
  readonly found?: readonly Finding[];
  readonly move?: Partial<NewPlace>;
}

export function readingOf({ plan = PLAN, output, target, found, move, ...more }: Given): JudgedHost {
  const { findings = [] } = more;
  const aliases = { kind: 'none' } as const;
  return {
    ...{ plan, output, findings, isLeftOut: false, now: new Date(0) },
    dns: { findings: found ?? findings, leadsNowhere: false },
    own: output && { target, ...(target === undefined && { routingAwaited: true }) },
    routed: output === undefined || output.waiting || plan.zone.provider === 'external' ? 'none' : 'whole',
    ...more,
    ...(move && { newPlace: { isUnasked: false, aliases, ...move } }),
  };
}
