// The adapters of the zones, and the providers of those in other accounts: by a role that is assumed, or by a token of its own.
import {
  type DnsAdapter,
  dnsAdapter,
  type HostZone,
  zoneAccount,
  zoneProvider,
} from '@petstore/custom-domains/dns-hosts';
import { type Problem, ProblemsError } from '../config/problem.ts';
import type { StackPlan } from '../plan/types.ts';

/**
 * One adapter for each zone: a zone without an id is looked up once for all its hosts. The zones of another account share one
 * provider, which is declared when the first host of such a zone is.
 */
export function dnsAdapters({ stack, region }: StackPlan): (zone: HostZone) => Promise<DnsAdapter> {
  const adapters = new Map<string, Promise<DnsAdapter>>();
  const providers = new Map<string, ReturnType<typeof zoneProvider>>();
  const providerOf = (zone: HostZone) => {
    const account = zoneAccount(zone);
    if (account === undefined) return undefined;
    const provider =
      providers.get(account.name) ?? zoneProvider(zone, { session: `petstore-${stack}`, region });
    providers.set(account.name, provider);
    return provider;
  };
  const adapterOf = async (zone: HostZone) => dnsAdapter(zone, { provider: await providerOf(zone) });
  return (zone) => {
    if (zone.provider === 'external') return dnsAdapter(zone);
    const adapter = adapters.get(zone.name) ?? adapterOf(zone);
    adapters.set(zone.name, adapter);
    return adapter;
  };
}

/** Before anything is declared: without its token each record of the zone would fail by itself. Throws ProblemsError. */
export function assertTokensSet({ stack, hosts }: StackPlan, environment: NodeJS.ProcessEnv): void {
  // Empty counts as not set.
  const missing = hosts.flatMap(({ zone }): [string, Problem][] => {
    const variable = zoneAccount(zone)?.variable;
    if (zone.provider === 'external' || variable === undefined || environment[variable]) return [];
    const problem = {
      code: 'token-not-set',
      path: `petstore:zones.${zone.name}.tokenVariable`,
      what: `the environment variable ${variable} is not set`,
      fix: 'set it to an API token with DNS: Edit for the zone, from a secret of the workflow',
    };
    return [[zone.name, problem]];
  });
  const problems = [...new Map(missing).values()];
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${stack}.yaml`, problems);
}
