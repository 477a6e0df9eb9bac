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
import { type HostAttachment, reporting } from '../monitoring/alarm.ts';
import { isServed } from '../plan/plan-stack.ts';
import type { HostPlan } from '../plan/types.ts';
import type { Admission } from './admission.ts';
import type { Declared, LeftOut } from './decide.ts';
import type { DeployedHost, HostOutput, UrlFor } from './host-output.ts';
import type { PreflightLog } from './log.ts';
import { Parts } from './parts.ts';

interface DeclaredHost {
  readonly decision: Declared;
  readonly resource: CustomHost;
}

interface StackHostsOptions {
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  readonly now: () => number;
  readonly log: PreflightLog;
  readonly urlFor: UrlFor;
  /** What serves the attachments that hosts left; `apiUrl` is where the API serves without any of its hosts. */
  readonly kept: {
    readonly gateway: HostTarget;
    readonly site: HostTarget;
    readonly apiUrl: pulumi.Input<string>;
  };
  readonly parts?: Parts;
}

export class StackHosts {
  readonly #declared = new Map<string, DeclaredHost>();
  readonly #attached = new Map<string, HostAttachment>();
  readonly #admission: Admission;
  readonly #options: StackHostsOptions;
  readonly #failures: HostFailures;
  readonly #redirects: Redirects;
  readonly #parts: Parts;
  /** By host: what exists once it is what its plan says. Settled once it is declared. */
  readonly #resources: ReadonlyMap<string, PromiseWithResolvers<CustomHost[]>>;

  constructor(admission: Admission, options: StackHostsOptions) {
    this.#admission = admission;
    this.#options = options;
    this.#failures = new HostFailures(options.log.warn);
    const { hosts, settings, tags } = admission.plan;
    this.#redirects = new Redirects('redirects', { tags, securityPolicy: settings.securityPolicy });
    this.#parts = options.parts ?? new Parts();
    this.#resources = new Map(hosts.map(({ host }) => [host, Promise.withResolvers<CustomHost[]>()]));
    for (const host of this.#parts.done.keys()) {
      const resources = this.#resources.get(host);
      resources?.promise.catch(() => undefined);
      if (this.#parts.hasFailed(host)) resources?.reject(new Error(`${host} failed`));
      else resources?.resolve([]);
    }
  }

  /** Once for each site: a redirect waits for its target. */
  async declare(site: SiteName, target: HostTarget): Promise<void> {
    const decisions = this.#decided.filter(
      ({ declared }) => declared.site === site && this.#parts.declares(declared.host),
    );
    const adapters = await Promise.all(decisions.map(({ declared }) => this.#options.dnsOf(declared.zone)));
    const hosts = decisions.map((decision, i) => {
      const resource = this.#declare(decision, target, adapters[i] as DnsAdapter);
      return { decision, resource };
    });
    for (const one of hosts) {
      const { host } = one.decision.plan;
      this.#declared.set(host, one);
      this.#resources.get(host)?.resolve([one.resource]);
    }
  }

  get #decided(): Declared[] {
    return this.#admission.decisions.filter((one) => one.kind === 'declared');
  }

  /** What this run has attached; `all`: and every other one. */
  attachments(all: boolean): HostAttachment[] {
    const of = (host: string) =>
      this.#attached.get(host) ?? (all ? this.#parts.done.get(host)?.attachment : undefined);
    return this.#decided.flatMap(({ plan }) => of(plan.host) ?? []);
  }

  /** What is declared, and whether traffic can reach it. */
  served(): { readonly plan: HostPlan; readonly attached: pulumi.Output<boolean> }[] {
    return this.#decided.map(({ declared }) => ({
      plan: declared,
      attached: this.#isAttached(declared.host),
    }));
  }

  #isAttached(host: string): pulumi.Output<boolean> {
    const own = this.#declared.get(host)?.resource.attached;
    const before = this.#parts.done.get(host)?.output.attached === true && !this.#parts.hasFailed(host);
    return own ?? pulumi.output(before);
  }

  /** Once traffic can reach it; `fallback` where there is no primary host, where it is not attached yet, and where it failed. */
  primaryUrl(site: SiteName, fallback: pulumi.Output<string>): pulumi.Output<string> {
    const isPrimary = ({ declared, waiting }: Declared) =>
      declared.site === site && declared.role === 'primary' && !waiting;
    const primary = this.#decided.find(isPrimary);
    if (primary === undefined) return fallback;
    const { host } = primary.plan;
    const own = pulumi.output(this.#options.urlFor(host));
    const url = this.#isAttached(host).apply((attached) => (attached ? own : fallback));
    return pulumi.recover(url, () => fallback);
  }

  /** Where a redirect to that URL leads: to a host of this stack with the port of its hosts, else as it is written. */
  urlOf(to: string): string {
    const { hostname, origin } = new URL(to);
    return this.#resources.has(hostname) ? to.replace(origin, this.#options.urlFor(hostname)) : to;
  }

  /** The output `hosts`, once every site is declared: of a run that others follow, those of its own hosts. One that failed has its reason. */
  outputs(): Record<string, pulumi.Input<HostOutput>> {
    const { urlFor } = this.#options;
    const parts = this.#parts;
    const own = [...this.#declared].map(([host, one]): [string, pulumi.Output<DeployedHost>] => {
      const output = hostOutput(one, urlFor, this.#failures);
      return [host, parts.noted(host, output, this.#attached.get(host))];
    });
    if (parts.isLeft) return Object.fromEntries(own);
    const all: Record<string, pulumi.Input<HostOutput>> = {};
    const declared = new Map(own);
    for (const { plan } of this.#decided) {
      const output = declared.get(plan.host) ?? parts.done.get(plan.host)?.output;
      if (output !== undefined) all[plan.host] = output;
    }
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
        target: reporting(this.#targetOf(plan, site), (one) => this.#attached.set(host, one)),
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

  /** A deployed host comes to redirect to another one of the stack only once that one has changed: of two that are swapped there would be a
   * loop in between. The config has none, so nothing waits for itself. */
  #targetOf({ host, redirect }: HostPlan, site: HostTarget): HostTarget {
    if (redirect === undefined) return site;
    const to = this.urlOf(redirect.to);
    const target = this.#resources.get(new URL(redirect.to).hostname);
    const waits = target !== undefined && isDeployed(this.#admission.state, host);
    return this.#redirects.target({ ...redirect, to }, waits ? target.promise : []);
  }

  /** A former redirect leads to the API at its own address, as a host that it led to may come to redirect to this one. 307: no client keeps it. */
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
