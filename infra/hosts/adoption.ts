// What of the plan's hosts exists in the account before this stack has it: found for `petstore:adopt`, and for hosts whose
// name is in use already.
import type { DnsAdapter } from '@petstore/custom-domains';
import type { HostZone } from '@petstore/custom-domains/dns-hosts';
import {
  type ExistingHost,
  findExisting,
  type Import,
  importsOf,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import { type Adoptable, type CheckedHost, withAdoption } from '@petstore/custom-domains/preflight';
import type { HostPlan } from '../plan/types.ts';

/** What exists of a host, or why it could not be looked up. */
export type LookedUp = { readonly existing: ExistingHost } | { readonly error: Error };

type DnsOf = (zone: HostZone) => Promise<DnsAdapter>;

/** By host. Where a look-up fails, everything else of the run goes on. */
export async function lookUpHosts(
  plans: readonly HostPlan[],
  dnsOf: DnsOf,
): Promise<ReadonlyMap<string, LookedUp>> {
  const found = plans.map(async (plan) => [plan.host, await lookUp(plan, dnsOf)] as const);
  return new Map(await Promise.all(found));
}

async function lookUp(plan: HostPlan, dnsOf: DnsOf): Promise<LookedUp> {
  try {
    return { existing: await findExisting(plan, await dnsOf(plan.zone), plan.adopt) };
  } catch (error) {
    return { error: error as Error };
  }
}

/** Whether the stack lacks a resource of a host that it is to adopt: the routing record is the last of them. */
export function isToAdopt({ host, zone, adopt }: HostPlan, { names }: StackState): boolean {
  if (adopt === undefined) return false;
  const own = hostNames(host);
  const has = (name: string) => names.has(name);
  const isRouted = has(own.routingRecord) || has(own.routingRecordA) || zone.provider === 'external';
  return !(has(own.certificate) && has(own.attachment) && isRouted);
}

/** The imports of this run. What the state has already is not imported again: Pulumi would replace it. */
export function newImports(
  { host }: HostPlan,
  lookedUp: LookedUp | undefined,
  { names }: StackState,
): ReadonlyMap<string, Import> {
  if (lookedUp === undefined || 'error' in lookedUp) return new Map();
  const all = importsOf(host, lookedUp.existing);
  return new Map([...all].filter(([name]) => !names.has(name)));
}

/** With what the account has of the host. */
export function judge(checked: CheckedHost<HostPlan>, lookedUp: LookedUp | undefined): CheckedHost<HostPlan> {
  const { plan, findings } = checked;
  if (lookedUp === undefined) return checked;
  const account =
    'existing' in lookedUp
      ? { existing: describeExisting(plan, lookedUp.existing) }
      : { failure: lookedUp.error.message };
  const adoption = { declared: plan.adopt !== undefined, ...account };
  return { ...checked, findings: withAdoption(plan, findings, adoption) };
}

/** For the findings: what exists, in words. */
function describeExisting({ host, target, adopt }: HostPlan, existing: ExistingHost): Adoptable {
  const { certificateArn, attachment, validation, routing, differing } = existing;
  const serving = target === 'gateway' ? 'the domain name' : 'the distribution';
  const texts = [
    certificateArn && `the certificate ${certificateArn}`,
    attachment && `${serving} ${attachment.target}`,
    validation && `the record ${validation.type} ${validation.name}`,
    ...routing.map(({ type, value, ttl }) => `the record ${type} ${value}${ttl ? ` (TTL ${ttl})` : ''}`),
  ];
  return {
    resources: texts.filter((text): text is string => text !== undefined && text !== ''),
    isServed: attachment !== undefined,
    hasHttps: routing.some(({ type }) => type === 'HTTPS'),
    differing: differing.map(({ type, value, special }) => [type, value, special].join(' ')),
    ...(target === 'gateway' && adopt?.mapping === undefined && { missingId: mappingId(host) }),
  };
}

function mappingId(host: string): string {
  return `{ host: ${host}, mapping: ID }, with the ApiMappingId of aws apigatewayv2 get-api-mappings --domain-name ${host}`;
}
