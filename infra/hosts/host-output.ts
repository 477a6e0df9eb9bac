// One host as the stack's outputs show it, with its public URL: what `pulumi stack output hosts` and the command line read.
import type { HostRecord } from '@petstore/custom-domains';
import type { DnsHostId } from '@petstore/custom-domains/dns-hosts';
import type { StackState } from '@petstore/custom-domains/many-hosts';
import type { Finding } from '@petstore/custom-domains/preflight';
import type { HostRole, SiteName } from '../config/settings.ts';

export interface HostOutput {
  readonly site: SiteName;
  readonly role: HostRole;
  /** The zone's name; absent for an external host. */
  readonly zone?: string;
  readonly provider: DnsHostId;
  readonly url: string;
  /** What the routing record points at; absent until it exists. */
  readonly target?: string;
  /** ACM's status as this run knows it; `FAILED` where the host was not created. Absent where it is blocked. */
  readonly certificate?: string;
  /** Whether it waits for its certificate, and so has it. Absent of a host that failed or is blocked, and in outputs of older programs. */
  readonly attached?: boolean;
  /** Why it failed in this run, in ACM's word where ACM gave one: `CAA_ERROR`. Absent for a host that did not. */
  readonly reason?: string;
  /** It was attached, and this run failed to change it: all but the reason is as before. Absent of every other host. */
  readonly failed?: true;
  /** How the request before this one ended, while the certificate is not issued: `FAILED`, `VALIDATION_TIMED_OUT`. */
  readonly earlierRequest?: string;
  /** What its routing record waits for, of a host that moves in. Absent for every other host. */
  readonly waiting?: WaitingOutput;
  /**
   * Until when (ISO 8601) the owner of an external host is waited for, who could not know its routing record before: its
   * absence is no drift. Absent where a deployment has seen the record, and for every other host.
   */
  readonly routingAwaitedUntil?: string;
  /** The attachment that the host left: the first deployment after `until` (ISO 8601) deletes it. Absent where there is none. */
  readonly kept?: { readonly target: 'gateway' | 'distribution'; readonly until: string };
  /** Why preflight left the host out of this run: then nothing of it exists. Absent for every other host. */
  readonly blocked?: readonly Pick<Finding, 'code' | 'found' | 'why' | 'fix' | 'records'>[];
  /** Set by the stack, or, for an external host, to be set by its owner. */
  readonly records: readonly HostRecord[];
}

/** A host whose records lead to its old place, when the deployment read them. */
export interface WaitingOutput {
  readonly old: readonly { readonly type: string; readonly value: string }[];
  /** No provider changes them, as the zone's DNS host lists them, into the stack's records in one change. */
  readonly isByHand: boolean;
  /** Another distribution has the host's name. */
  readonly aliasWaits: boolean;
  /** What is wrong, where the line in petstore:moving does not name what is there. */
  readonly why?: string;
}

/** By host, of the last deployment that reached its end; empty for a stack never deployed. */
export function previousHosts({ outputs }: StackState): Readonly<Record<string, HostOutput>> {
  return (outputs.hosts ?? {}) as Readonly<Record<string, HostOutput>>;
}

/** Hosts that are deployed: a removal is judged by these. A host that was blocked or failed is not deployed. */
export function deployedHosts(state: StackState): string[] {
  return Object.entries(previousHosts(state))
    .filter(([, { certificate }]) => certificate !== undefined && certificate !== 'FAILED')
    .map(([host]) => host);
}

/** Whether the time that the last deployment set has not passed. `now`: milliseconds since 1970. */
export function isRoutingAwaited(routingAwaitedUntil: string | undefined, now: number): boolean {
  return routingAwaitedUntil !== undefined && now < Date.parse(routingAwaitedUntil);
}

/** A host's URL, no final slash: `https://api.petstore.example`. It has a port only where the local cloud cannot have 443. */
export type UrlFor = (host: string) => string;

export function httpsUrls(port = 443): UrlFor {
  return (host) => (port === 443 ? `https://${host}` : `https://${host}:${port}`);
}

/** The port of a host's URL. */
export function httpsPort(url: string): number {
  return Number(new URL(url).port || 443);
}
