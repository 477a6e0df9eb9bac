// The attachments that hosts of this stack left: which of them this run keeps, and what they serve meanwhile.
import { type HostTarget, redirectTarget } from '@petstore/custom-domains';
import {
  type AttachmentSlots,
  attachmentSlots,
  type CertificateRequest,
  currentAttachment,
  type KeptSlot,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import type * as pulumi from '@pulumi/pulumi';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { previousHosts } from './deployed-hosts.ts';

export type Slots = ReadonlyMap<string, AttachmentSlots>;

/** By host. `now`: milliseconds since 1970. */
export function hostSlots({ hosts, region }: StackPlan, state: StackState, now: number): Slots {
  return new Map(
    hosts.map((plan) => {
      const ttl = previousTtl(plan, state);
      return [plan.host, attachmentSlots(plan, state, { region, now, ...(ttl !== undefined && { ttl }) })];
    }),
  );
}

/** Logical name of the host's certificate. */
export function certificateName(slots: Slots, host: string): string {
  return slots.get(host)?.certificate.name ?? hostNames(host).certificate;
}

/** Of the routing record after the last deployment that reached its end. */
function previousTtl({ host }: HostPlan, state: StackState): number | undefined {
  const records = previousHosts(state)[host]?.records ?? [];
  return records.find(({ purpose, type }) => purpose === 'routing' && type !== 'HTTPS')?.ttl;
}

/** Preflight may have changed what a host is attached to, and so which certificate it has. */
export function requestsOf(
  requests: ReadonlyMap<string, CertificateRequest>,
  declared: Slots,
  admitted: Slots,
): ReadonlyMap<string, CertificateRequest> {
  const known = [...admitted].map(([host, { certificate }]) => {
    const isSame = declared.get(host)?.certificate.name === certificate.name;
    return [host, isSame ? requests.get(host) : { retryOf: certificate.retryOf }] as const;
  });
  return new Map(known.flatMap(([host, request]) => (request === undefined ? [] : [[host, request]])));
}

export interface KeptTargets {
  readonly gateway: HostTarget;
  readonly site: HostTarget;
  /** Where the API serves, apart from that host: URL. */
  readonly apiUrl: (host: string) => pulumi.Input<string>;
}

/**
 * A gateway and a site serve what they served. A redirect leads to the API, which its host serves now: the host that it led
 * to may come to redirect to this one, and the two would be a loop for who remembers one of them. 307: no client keeps it.
 */
export function keptTarget(
  host: string,
  { kind, redirects }: KeptSlot,
  { gateway, site, apiUrl }: KeptTargets,
): HostTarget {
  if (kind === 'gateway') return gateway;
  return redirects ? redirectTarget({ to: apiUrl(host), status: 307 }) : site;
}

/** The API's primary host, where it serves before this run and after it; undefined: its own address alone does. */
export function lastingPrimary({ hosts }: StackPlan, state: StackState, besides: string): string | undefined {
  const primary = hosts.find(({ site, role }) => site === 'api' && role === 'primary')?.host;
  if (primary === undefined || primary === besides) return undefined;
  return currentAttachment(state, primary)?.kind === 'gateway' ? primary : undefined;
}
