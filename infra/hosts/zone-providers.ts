// The adapters of the zones, and the providers of those in other accounts: by a role that is assumed, or by a token of its own.
import { type DnsAdapter, dnsAdapters, type HostZone, zoneAccount } from '@petstore/custom-domains/dns-hosts';
import { type Problem, ProblemsError } from '../config/problem.ts';
import type { StackPlan } from '../plan/types.ts';

export function stackDns({ stack, region }: StackPlan): (zone: HostZone) => Promise<DnsAdapter> {
  return dnsAdapters({ session: `petstore-${stack}`, region });
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
