// Declares what was decided of each host, site by site: its DNS adapter, what it is attached to, its resources.
import { CustomHost, type DnsAdapter, type HostTarget, Redirects } from '@petstore/custom-domains';
import type { HostZone } from '@petstore/custom-domains/dns-hosts';
import {
  adopting,
  HostFailures,
  isDeployed,
  type KeptSlot,
  observed,
  withoutAlias,
} from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import { isBlocking } from '@petstore/custom-domains/preflight';
import * as pulumi from '@pulumi/pulumi';
import type { SiteName } from '../config/settings.ts';
import { isServed } from '../plan/plan-stack.ts';
import type { HostPlan } from '../plan/types.ts';
import type { admitHosts } from './admission.ts';
import type { Declared, LeftOut } from './decide.ts';
import type { DeployedHost, HostOutput, UrlFor } from './host-output.ts';
import type { PreflightLog } from './log.ts';

interface DeclaredHost {
  readonly decision: Declared;
  readonly resource: CustomHost;
}

interface StackHostsOptions {
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: PreflightLog;
  readonly urlFor: UrlFor;
  /** What serves the attachments that hosts left; `apiUrl` is where the API serves without any of its hosts. */
  readonly kept: {
    readonly gateway: HostTarget;
    readonly site: HostTarget;
    readonly apiUrl: pulumi.Input<string>;
  };
  /** The target, watched for what is attached to it. */
  readonly watched: (target: HostTarget) => HostTarget;
}

type Admission = Awaited<ReturnType<typeof admitHosts>>;

export class StackHosts {
  readonly declared: DeclaredHost[] = [];
  readonly #admission: Admission;
  readonly #options: StackHostsOptions;
  readonly #failures: HostFailures;
  readonly #redirects: Redirects;
  /** By host: settled once it is declared. */
  readonly #resources: ReadonlyMap<string, PromiseWithResolvers<CustomHost>>;

  constructor(admission: Admission, options: StackHostsOptions) {
    this.#admission = admission;
    this.#options = options;
    this.#failures = new HostFailures(options.log.warn);
    const { hosts, settings, tags } = admission.plan;
    this.#redirects = new Redirects('redirects', { tags, securityPolicy: settings.securityPolicy });
    this.#resources = new Map(hosts.map(({ host }) => [host, Promise.withResolvers<CustomHost>()]));
  }

  /** Once for each site: a redirect waits for its target. */
  async declare(site: SiteName, target: HostTarget): Promise<readonly DeclaredHost[]> {
    const all = this.#admission.decisions.filter((one) => one.kind === 'declared');
    const decisions = all.filter(({ declared }) => declared.site === site);
    const adapters = await Promise.all(decisions.map(({ declared }) => this.#options.dnsOf(declared.zone)));
    const hosts = decisions.map((decision, i) => {
      const resource = this.#declare(decision, target, adapters[i] as DnsAdapter);
      return { decision, resource };
    });
    for (const { decision, resource } of hosts) this.#resources.get(decision.plan.host)?.resolve(resource);
    this.declared.push(...hosts);
    return hosts;
  }

  /** Where a redirect to that URL leads: to a host of this stack with the port of its hosts, else as it is written. */
  urlOf(to: string): string {
    const { hostname, origin } = new URL(to);
    return this.#resources.has(hostname) ? to.replace(origin, this.#options.urlFor(hostname)) : to;
  }

  /** The stack's output `hosts`, by name, once every site is declared. A host that failed has its reason here. */
  outputs(): Record<string, pulumi.Input<HostOutput>> {
    const { urlFor } = this.#options;
    const all: Record<string, pulumi.Input<HostOutput>> = {};
    for (const one of this.declared) all[one.decision.plan.host] = hostOutput(one, urlFor, this.#failures);
    for (const one of this.#admission.decisions)
      if (one.kind === 'left-out') all[one.plan.host] = observed(blockedOutput(one, urlFor));
    return all;
  }

  #declare(decision: Declared, site: HostTarget, dns: DnsAdapter): CustomHost {
    const { declared: plan, requested, move, waiting, kept, imports } = decision;
    const { host } = plan;
    return new CustomHost(
      hostNames(host).component,
      {
        host,
        // The records that lead to the old place of a host that moves in are left as they are.
        dns: waiting === undefined ? dns : { ...dns, routingRecords: () => [] },
        target: this.#options.watched(this.#targetOf(plan, site)),
        // The program has run the preflight of all of its hosts already.
        preflight: 'off',
        ttl: plan.ttl,
        request: { retryOf: requested.retryOf },
        certificateName: requested.name,
        kept: kept && { ...kept, target: this.#keptTarget(kept), now: this.#options.now },
        failures: this.#failures,
        tags: this.#admission.plan.tags,
      },
      { transformations: [adopting(imports), ...(move?.hasAlias === false ? [withoutAlias(host)] : [])] },
    );
  }

  /**
   * A deployed host comes to redirect to another one of the stack only once that one has changed: of two that are swapped there would be
   * a loop in between. The config has none, so nothing waits for itself.
   */
  #targetOf({ host, redirect }: HostPlan, site: HostTarget): HostTarget {
    if (redirect === undefined) return site;
    const to = this.urlOf(redirect.to);
    const target = this.#resources.get(new URL(redirect.to).hostname);
    const waits = target !== undefined && isDeployed(this.#admission.state, host);
    return this.#redirects.target(
      { ...redirect, to },
      waits ? target.promise.then((resource) => [resource]) : [],
    );
  }

  /**
   * A former redirect leads to the API, which its host serves now, at the API's own address: a host that it led to may come to redirect
   * to this one. 307: no client keeps it.
   */
  #keptTarget({ kind, redirects }: KeptSlot): HostTarget {
    const { gateway, site, apiUrl } = this.#options.kept;
    if (kind === 'gateway') return gateway;
    if (!redirects) return site;
    return this.#redirects.target({ to: apiUrl, status: 307 });
  }
}

function planned({ host, site, role, zone }: HostPlan, urlFor: UrlFor) {
  const url = urlFor(host);
  return {
    site,
    role,
    zone: zone.provider === 'external' ? undefined : zone.name,
    provider: zone.provider,
    url: site === 'api' && role !== 'redirect' ? `${url}/v1` : url,
  };
}

function blockedOutput({ plan, findings }: LeftOut, urlFor: UrlFor): HostOutput {
  const blocked = findings
    .filter(isBlocking)
    .map(({ code, found, why, fix, records }) => ({ code, found, why, fix, records }));
  return { ...planned(plan, urlFor), blocked, records: [] };
}

function hostOutput({ decision, resource }: DeclaredHost, urlFor: UrlFor, failures: HostFailures) {
  const { declared: plan, waiting, routingAwaitedUntil, requested, output: before } = decision;
  const known = { ...planned(plan, urlFor), waiting };
  const created = pulumi
    .all([resource.certificateStatus, resource.target, resource.records, pulumi.output(resource.kept)])
    .apply(
      ([certificate, target, records, kept]): DeployedHost => ({
        ...known,
        target,
        certificate,
        attached: isServed(plan),
        earlierRequest: certificate === 'ISSUED' ? undefined : requested.retryOf?.split(':')[0],
        routingAwaitedUntil,
        kept,
        records,
      }),
    );
  const output = pulumi.recover(created, (): DeployedHost => {
    const reason = failures.reasonOf(plan.host);
    // What is attached stays as it was: its records are still the host's own.
    if (before?.attached) return { ...before, reason, failed: true };
    return { ...known, certificate: 'FAILED', reason, records: [] };
  });
  // Somebody else ends what is waited for.
  const waits = [waiting, routingAwaitedUntil, before?.waiting, before?.routingAwaitedUntil];
  return waits.every((one) => one === undefined) ? output : observed(output);
}

/** That of the primary host among these; `fallback` where there is none, where it is not attached yet, and where it failed. */
export function primaryUrl(
  hosts: readonly DeclaredHost[],
  urlFor: UrlFor,
  fallback: pulumi.Output<string>,
): pulumi.Output<string> {
  const primary = hosts.find(
    ({ decision: { declared, waiting } }) => declared.role === 'primary' && !waiting,
  );
  if (primary === undefined) return fallback;
  const own = pulumi.output(urlFor(primary.decision.plan.host));
  const url = primary.resource.attached.apply((attached) => (attached ? own : fallback));
  return pulumi.recover(url, () => fallback);
}
