// The hosts of a stack, site by site: what all of them share, and what those of one site know of the other.
import type { HostTarget } from '@petstore/custom-domains';
import { HostFailures, type KeptSlot } from '@petstore/custom-domains/many-hosts';
import type { SiteName } from '../config/settings.ts';
import type { StackPlan } from '../plan/types.ts';
import type { DecidedHosts } from './decide-hosts.ts';
import { type DeclaredHost, declareHosts, type HostSupport } from './declare-hosts.ts';
import { type KeptTargets, keptTarget, lastingPrimary } from './kept-attachments.ts';
import { hostOutputs } from './outputs.ts';
import type { PreflightLog } from './preflight-log.ts';
import { Redirects } from './redirects.ts';
import type { UrlFor } from './url.ts';

export interface StackHostsOptions extends Pick<HostSupport, 'dnsOf' | 'now'> {
  readonly log: PreflightLog;
  readonly urlFor: UrlFor;
  /** What serves the attachments that hosts left; `apiUrl` is where the API serves without any of its hosts. */
  readonly kept: Omit<KeptTargets, 'apiUrl'> & { readonly apiUrl: ReturnType<KeptTargets['apiUrl']> };
  /** The target, watched for what is attached to it. */
  readonly watched: (target: HostTarget) => HostTarget;
}

export class StackHosts {
  readonly #plan: StackPlan;
  readonly #leftOut: DecidedHosts['leftOut'];
  readonly #awaited: DecidedHosts['awaited'];
  readonly #options: StackHostsOptions;
  readonly #redirects: Redirects;
  readonly #failures: HostFailures;
  readonly #support: Omit<HostSupport, 'targetOf'>;
  readonly #declared: DeclaredHost[] = [];

  constructor({ plan, state, leftOut, awaited, ...known }: DecidedHosts, options: StackHostsOptions) {
    const { dnsOf, now, kept, urlFor, log } = options;
    this.#plan = plan;
    this.#leftOut = leftOut;
    this.#awaited = awaited;
    this.#options = options;
    this.#redirects = new Redirects(plan, state, urlFor);
    this.#failures = new HostFailures(log.warn);
    const apiUrl = (host: string) => {
      const primary = lastingPrimary(plan, state, host);
      return primary === undefined ? kept.apiUrl : urlFor(primary);
    };
    const keptTargetOf = (host: string, slot: KeptSlot) => keptTarget(host, slot, { ...kept, apiUrl });
    this.#support = { ...known, dnsOf, now, keptTargetOf, failures: this.#failures, tags: plan.tags };
  }

  /** Every host that this run has declared so far. */
  get declared(): readonly DeclaredHost[] {
    return this.#declared;
  }

  /** Each site once, so that every redirect between hosts of the stack ends its wait. */
  async declare(site: SiteName, target: HostTarget): Promise<readonly DeclaredHost[]> {
    const targetOf = this.#redirects.targetOf(target);
    const hosts = await declareHosts(
      this.#plan.hosts.filter((host) => host.site === site),
      { ...this.#support, targetOf: (host) => this.#options.watched(targetOf(host)) },
    );
    this.#redirects.declared(hosts);
    this.#declared.push(...hosts);
    return hosts;
  }

  /** Where a redirect to that URL leads: with the port of the stack's own hosts. */
  urlOf(to: string): string {
    return this.#redirects.urlOf(to);
  }

  /** The stack's output `hosts`, once every site is declared. */
  outputs(): ReturnType<typeof hostOutputs> {
    const { urlFor } = this.#options;
    const { requests } = this.#support;
    const of = { awaited: this.#awaited, failures: this.#failures, requests };
    return hostOutputs(this.#declared, this.#leftOut, { urlFor, ...of });
  }
}
