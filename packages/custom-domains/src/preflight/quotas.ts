// Quotas that hosts use up, and how near the hosts of a stack come to them: what is beyond is refused in the middle of a deployment,
// in the provider's own words. Pure.
import { DNS_HOSTS } from '../dns-hosts/list.ts';
import { hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { redirectGroup } from '../names/redirect-status.ts';
import { command } from '../output/words.ts';
import type { CheckableHost, Finding, Severity } from './finding.ts';
import { finding } from './rules/rule.ts';

export type QuotaHost = CheckableHost & { readonly certificateRegion: string };

export interface Quota {
  /** The code at Service Quotas; a name of ours where it has none. */
  readonly id: string;
  /** Its service at Service Quotas, where a request there can raise it. */
  readonly service?: string;
  /** How it is raised, where its code at Service Quotas is not known here. */
  readonly raise?: string;
  /** What is counted, in the plural. */
  readonly what: string;
  /** Of a new account, or of a new zone. */
  readonly default: number;
  /** What a stack has of it without any host. */
  readonly base: number;
  readonly use: (host: QuotaHost) => number;
  /** Where the hosts share it: ` in eu-central-1`, ` of petstore.dev`; empty for the account. */
  readonly scope: (host: QuotaHost) => string;
}

const ofAccount = () => '';
const ofRegion = ({ certificateRegion }: QuotaHost) => ` in ${certificateRegion}`;

/** The quotas of CloudFront, API Gateway and ACM, from the pages "Quotas" of their developer guides, and of the DNS hosts' zones. Last
 * verified 2026-11. */
export const QUOTAS: readonly Quota[] = [
  {
    id: 'L-24B04930',
    service: 'cloudfront',
    what: 'CloudFront distributions',
    default: 500,
    base: 1,
    use: ({ target }) => Number(target === 'distribution'),
    scope: ofAccount,
  },
  {
    id: 'distributions-of-a-function',
    raise:
      'raise "CloudFront Functions: Maximum number of distributions associated with a single function" in the console of Service Quotas',
    what: 'distributions',
    default: 100,
    base: 0,
    use: ({ redirect }) => Number(redirect !== undefined),
    scope: ({ host }) => ` of redirect function ${redirectGroup(host)}`,
  },
  {
    id: 'L-A93447B8',
    service: 'apigateway',
    what: 'custom domain names of API Gateway',
    default: 120,
    base: 0,
    use: ({ target }) => Number(target === 'gateway'),
    scope: ofRegion,
  },
  {
    id: 'L-F141DD1D',
    service: 'acm',
    what: 'certificates',
    default: 2500,
    base: 0,
    use: () => 1,
    scope: ofRegion,
  },
  ...DNS_HOSTS.flatMap(({ id, zoneRecords }) =>
    zoneRecords === undefined ? [] : [recordsOf(id, zoneRecords)],
  ),
];

/** The records of a host: for its validation, for its routing one or a pair of alias records, and an HTTPS record. */
function recordsOf(id: string, limit: number): Quota {
  return {
    id: `${id}-records`,
    what: 'records',
    default: limit,
    base: 0,
    use: (host) =>
      host.zone.provider === id ? 1 + (hasAlias(host) ? 2 : 1) + Number(hasHttpsRecord(host)) : 0,
    scope: ({ zone }) => (zone.provider === 'external' ? '' : ` of ${zone.name}`),
  };
}

export interface ForecastOptions {
  /** The hosts that exist: they keep what they use, and are never beyond a quota. */
  readonly deployed: ReadonlySet<string>;
  readonly raised: Readonly<Record<string, number | undefined>>;
  /** Where the program is told of a raised quota, by the id of each. */
  readonly setting: string;
}

/** By host. A new host beyond a quota is blocked. How much of a quota is used up is said once, of the last host that it has room for: a
 * warning from four fifths, information from half. */
export function quotaFindings(
  hosts: readonly QuotaHost[],
  options: ForecastOptions,
): ReadonlyMap<string, readonly Finding[]> {
  const isNew = ({ host }: QuotaHost) => Number(!options.deployed.has(host));
  const ordered = hosts.toSorted((one, other) => isNew(one) - isNew(other));
  const found = new Map<string, Finding[]>(hosts.map(({ host }) => [host, []]));
  for (const quota of QUOTAS) {
    const limit = options.raised[quota.id] ?? quota.default;
    for (const uses of usesOf(quota, ordered))
      for (const [use, severity] of judged(uses, limit, options.deployed)) {
        const total = uses.at(-1)?.amount ?? 0;
        const text = {
          found: `with this host the stack has ${use.amount} of ${limit} ${quota.what}${quota.scope(use.host)}`,
          why: 'what is beyond a quota is refused in the middle of a deployment; what other stacks have is not counted',
          ...fixOf(quota, use.host, total, limit, options.setting),
        };
        found.get(use.host.host)?.push(finding(use.host, 'quota', severity, text));
      }
  }
  return found;
}

export function quotaUses(hosts: readonly QuotaHost[]) {
  return QUOTAS.flatMap((quota) =>
    [...usesOf(quota, hosts)].flatMap((uses) => uses.slice(-1).map((last) => ({ quota, ...last }))),
  );
}

interface Use {
  readonly host: QuotaHost;
  /** What the stack uses with this host and those before it. */
  readonly amount: number;
}

function usesOf(quota: Quota, hosts: readonly QuotaHost[]): Iterable<readonly Use[]> {
  const scopes = new Map<string, Use[]>();
  for (const host of hosts) {
    const used = quota.use(host);
    if (used === 0) continue;
    const scope = quota.scope(host);
    const uses = scopes.get(scope) ?? [];
    uses.push({ host, amount: (uses.at(-1)?.amount ?? quota.base) + used });
    scopes.set(scope, uses);
  }
  return scopes.values();
}

function judged(uses: readonly Use[], limit: number, deployed: ReadonlySet<string>): [Use, Severity][] {
  const isBeyond = ({ host, amount }: Use) => amount > limit && !deployed.has(host.host);
  const last = uses.findLast((one) => !isBeyond(one));
  const share = (last?.amount ?? 0) / limit;
  const beyond = uses.filter(isBeyond).map((one): [Use, Severity] => [one, 'blocked']);
  return last === undefined || share < 0.5 ? beyond : [[last, share < 0.8 ? 'info' : 'warning'], ...beyond];
}

/** `total`: what the stack uses with all of its hosts. */
function fixOf(quota: Quota, host: QuotaHost, total: number, limit: number, setting: string) {
  const { id, service, raise = 'declare fewer hosts, or ask the provider for more' } = quota;
  const wanted = Math.ceil((Math.max(total, limit) + 1) / 100) * 100;
  const command = service && increaseOf(quota, host, wanted);
  const how = command ? `raise it with ${command}` : raise;
  return { fix: `${how}; then set ${setting}: { ${id}: ${wanted} }`, ...(command && { command }) };
}

/** The command that asks for more. Quotas of CloudFront are in us-east-1, as its hosts' certificates are. */
export function increaseOf({ id, service = '' }: Quota, { certificateRegion }: QuotaHost, wanted: number) {
  return command`aws service-quotas request-service-quota-increase --region ${certificateRegion} --service-code ${service} --quota-code ${id} --desired-value ${wanted}`;
}
