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
import { openParts, type Parts } from './parts.ts';

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

export function stackHosts(admission: Admission, options: StackHostsOptions) {
  const { dnsOf, now, log, urlFor, kept: former, parts = openParts() } = options;
  const { hosts, settings, tags } = admission.plan;
  const decided = admission.decisions.filter((one) => one.kind === 'declared');
  const declared = new Map<string, DeclaredHost>();
  const attached = new Map<string, HostAttachment>();
  const failures = new HostFailures(log.warn);
  const redirects = new Redirects('redirects', { tags, securityPolicy: settings.securityPolicy });
  /** By host: what exists once it is what its plan says. Settled once it is declared. */
  const resources = new Map(hosts.map(({ host }) => [host, Promise.withResolvers<CustomHost[]>()]));
  for (const host of parts.done.keys()) {
    const own = resources.get(host);
    own?.promise.catch(() => undefined);
    if (parts.hasFailed(host)) own?.reject(new Error(`${host} failed`));
    else own?.resolve([]);
  }

  function isAttached(host: string): pulumi.Output<boolean> {
    const before = parts.done.get(host)?.output.attached === true && !parts.hasFailed(host);
    return declared.get(host)?.resource.attached ?? pulumi.output(before);
  }

  /** Where a redirect to that URL leads: to a host of this stack with the port of its hosts, else as it is written. */
  function urlOf(to: string): string {
    const { hostname, origin } = new URL(to);
    return resources.has(hostname) ? to.replace(origin, urlFor(hostname)) : to;
  }

  /** A deployed host comes to redirect to another one of the stack only once that one has changed: of two that are swapped there would be a
   * loop in between. The config has none, so nothing waits for itself. */
  function targetOf({ host, redirect }: HostPlan, site: HostTarget): HostTarget {
    if (redirect === undefined) return site;
    const target = resources.get(new URL(redirect.to).hostname);
    const waits = target !== undefined && isDeployed(admission.state, host);
    return redirects.target({ ...redirect, to: urlOf(redirect.to) }, waits ? target.promise : []);
  }

  /** A former redirect leads to the API at its own address, as a host that it led to may come to redirect to this one. 307: no client keeps it. */
  function keptTarget({ kind, redirects: isRedirect }: KeptSlot): HostTarget {
    if (kind === 'gateway') return former.gateway;
    return isRedirect ? redirects.target({ to: former.apiUrl, status: 307 }) : former.site;
  }

  function declareHost(decision: Declared, site: HostTarget, dns: DnsAdapter): CustomHost {
    const { declared: plan, requested, move, waiting, kept, imports } = decision;
    const { host } = plan;
    return new CustomHost(
      hostNames(host).component,
      {
        host,
        // The records that lead to the old place of a host that moves in are left as they are.
        dns: waiting === undefined ? dns : { ...dns, routingRecords: () => [] },
        target: reporting(targetOf(plan, site), (one) => attached.set(host, one)),
        // The program has run the preflight of all of its hosts already.
        preflight: 'off',
        ttl: plan.ttl,
        request: { retryOf: requested.retryOf },
        certificateName: requested.name,
        kept: kept && { ...kept, target: keptTarget(kept), now },
        failures,
        tags,
      },
      { transformations: [adopting(imports), ...(move?.hasAlias === false ? [withoutAlias(host)] : [])] },
    );
  }

  return {
    urlOf,
    /** Once for each site: a redirect waits for its target. */
    async declare(site: SiteName, target: HostTarget): Promise<void> {
      const decisions = decided.filter(
        ({ declared: plan }) => plan.site === site && parts.declares(plan.host),
      );
      const adapters = await Promise.all(decisions.map(({ declared: plan }) => dnsOf(plan.zone)));
      const own = decisions.map((decision, i) => {
        const resource = declareHost(decision, target, adapters[i] as DnsAdapter);
        return { decision, resource };
      });
      for (const one of own) {
        const { host } = one.decision.plan;
        declared.set(host, one);
        resources.get(host)?.resolve([one.resource]);
      }
    },

    /** What this run has attached; `all`: and every other one. */
    attachments(all: boolean): HostAttachment[] {
      const of = (host: string) => attached.get(host) ?? (all ? parts.done.get(host)?.attachment : undefined);
      return decided.flatMap(({ plan }) => of(plan.host) ?? []);
    },

    /** What is declared, and whether traffic can reach it. */
    served: () => decided.map(({ declared: plan }) => ({ plan, attached: isAttached(plan.host) })),

    /** Once traffic can reach it; `fallback` where there is no primary host, where it is not attached yet, and where it failed. */
    primaryUrl(site: SiteName, fallback: pulumi.Output<string>): pulumi.Output<string> {
      const isPrimary = ({ declared: plan, waiting }: Declared) =>
        plan.site === site && plan.role === 'primary' && !waiting;
      const primary = decided.find(isPrimary);
      if (primary === undefined) return fallback;
      const { host } = primary.plan;
      const own = pulumi.output(urlFor(host));
      return pulumi.recover(
        isAttached(host).apply((one) => (one ? own : fallback)),
        () => fallback,
      );
    },

    /** The output `hosts`, once every site is declared: of a run that others follow, those of its own hosts. One that failed has its reason. */
    outputs(): Record<string, pulumi.Input<HostOutput>> {
      const own = [...declared].map(([host, one]): [string, pulumi.Output<DeployedHost>] => {
        const output = hostOutput(one, urlFor, failures);
        return [host, parts.noted(host, output, attached.get(host))];
      });
      if (parts.isLeft) return Object.fromEntries(own);
      const all: Record<string, pulumi.Input<HostOutput>> = {};
      const known = new Map(own);
      for (const { plan } of decided) {
        const output = known.get(plan.host) ?? parts.done.get(plan.host)?.output;
        if (output !== undefined) all[plan.host] = output;
      }
      for (const one of admission.decisions)
        if (one.kind === 'left-out') all[one.plan.host] = observed(blockedOutput(one, urlFor));
      return all;
    },
  };
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
