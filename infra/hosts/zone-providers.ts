// The adapters of the zones, and the providers of those in other accounts: by a role that is assumed, or by a token of its own.
import {
  type DnsAdapter,
  dnsAdapter,
  type HostZone,
  zoneAccount,
  zoneProvider,
} from '@petstore/custom-domains/dns-hosts';
import type * as pulumi from '@pulumi/pulumi';
import { type Problem, ProblemsError } from '../config/problem.ts';
import type { StackPlan } from '../plan/types.ts';

/** Undefined: the program's default provider. */
type ZoneProviders = (zone: HostZone) => Promise<pulumi.ProviderResource | undefined>;

/** One adapter for each zone: a zone without an id is looked up once for all its hosts. */
export function dnsAdapters(providerOf: ZoneProviders): (zone: HostZone) => Promise<DnsAdapter> {
  const adapters = new Map<string, Promise<DnsAdapter>>();
  return (zone) => {
    if (zone.provider === 'external') return dnsAdapter(zone);
    const adapter =
      adapters.get(zone.name) ?? providerOf(zone).then((provider) => dnsAdapter(zone, { provider }));
    adapters.set(zone.name, adapter);
    return adapter;
  };
}

/** One provider for each account: its zones share it. Declared when the first host of such a zone is. */
export function zoneProviders({ stack, region }: Pick<StackPlan, 'stack' | 'region'>): ZoneProviders {
  const known = new Map<string, Promise<pulumi.ProviderResource | undefined>>();
  return async (zone) => {
    const account = zoneAccount(zone);
    if (account === undefined) return undefined;
    const provider = known.get(account.name) ?? zoneProvider(zone, { session: `petstore-${stack}`, region });
    known.set(account.name, provider);
    return provider;
  };
}

/** Before anything is declared: without its token each record of the zone would fail by itself. Throws ProblemsError. */
export function assertTokensSet({ stack, hosts }: StackPlan, environment: NodeJS.ProcessEnv): void {
  // Empty counts as not set.
  const missing = hosts.flatMap(({ zone }): [string, Problem][] => {
    const variable = zoneAccount(zone)?.variable;
    if (zone.provider === 'external' || variable === undefined || environment[variable]) return [];
    return [[zone.name, notSet(zone.name, variable)]];
  });
  const problems = [...new Map(missing).values()];
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${stack}.yaml`, problems);
}

function notSet(zone: string, variable: string): Problem {
  return {
    code: 'token-not-set',
    path: `petstore:zones.${zone}.tokenVariable`,
    what: `the environment variable ${variable} is not set`,
    fix: 'set it to an API token with DNS: Edit for the zone, from a secret of the workflow',
  };
}
