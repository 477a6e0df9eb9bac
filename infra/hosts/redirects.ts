// What the hosts of a plan are attached to: a site, or a redirect of their own.
import { type CustomHost, type HostTarget, redirectTarget } from '@petstore/custom-domains';
import { isDeployed, type StackState } from '@petstore/custom-domains/many-hosts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import type { DeclaredHost } from './declare-hosts.ts';
import { redirectUrl, type UrlFor } from './url.ts';

/**
 * A deployed host comes to redirect to another host of the stack only once that one is what the plan says: where the two
 * are swapped, they would be a loop until both have changed. The config has no loops of redirects, so nothing waits for
 * itself. A new host waits for none: nothing leads to it yet.
 */
export class Redirects {
  readonly #own: ReadonlyMap<string, PromiseWithResolvers<CustomHost>>;
  readonly #state: StackState;
  readonly #urlFor: UrlFor;

  constructor({ hosts }: StackPlan, state: StackState, urlFor: UrlFor) {
    this.#own = new Map(hosts.map(({ host }) => [host, Promise.withResolvers<CustomHost>()]));
    this.#state = state;
    this.#urlFor = urlFor;
  }

  /** What a host of that site is attached to. */
  targetOf(site: HostTarget): (plan: HostPlan) => HostTarget {
    return ({ host, redirect }) => {
      if (redirect === undefined) return site;
      const to = this.urlOf(redirect.to);
      const target = this.#own.get(new URL(redirect.to).hostname);
      const waits = target !== undefined && isDeployed(this.#state, host);
      return redirectTarget({ ...redirect, to }, waits ? target.promise.then((resource) => [resource]) : []);
    };
  }

  /** Where a redirect to that URL leads: with the port of the stack's own hosts. */
  urlOf(to: string): string {
    return redirectUrl(to, new Set(this.#own.keys()), this.#urlFor);
  }

  /** Every host of the plan has to be declared in the run: redirects to it wait for it. */
  declared(hosts: readonly DeclaredHost[]): void {
    for (const { plan, resource } of hosts) this.#own.get(plan.host)?.resolve(resource);
  }
}
