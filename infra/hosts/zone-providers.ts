// The providers of zones in other accounts: by a role that is assumed, or by a token of its own.
import type { DnsAdapter } from '@petstore/custom-domains';
import { dnsAdapter, type HostZone, type ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import { Provider as AwsProvider } from '@pulumi/aws/provider.js';
import * as pulumi from '@pulumi/pulumi';
import { type Problem, ProblemsError } from '../config/problem.ts';
import type { StackPlan } from '../plan/types.ts';

/** Undefined: the program's default provider. */
export type ZoneProviders = (zone: HostZone) => Promise<pulumi.ProviderResource | undefined>;

interface ProviderOptions {
  readonly stack: string;
  readonly region: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** STS, AssumeRole: a session's name has at most 64 characters. It is in the other account's CloudTrail. */
const SESSION_NAME_LENGTH = 64;

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

/** One provider for each role or token: zones share it. Declared when the first host of such a zone is. */
export function zoneProviders(options: ProviderOptions): ZoneProviders {
  const known = new Map<string, Promise<pulumi.ProviderResource>>();
  return async (zone) => {
    const account = accountOf(zone);
    if (account === undefined) return undefined;
    const provider = known.get(account) ?? declareProvider(zone as ZoneDeclaration, options);
    known.set(account, provider);
    return provider;
  };
}

/** What tells providers apart, and is the last part of their logical names. */
function accountOf(zone: HostZone): string | undefined {
  if (zone.provider === 'route53') return zone.role;
  return zone.provider === 'cloudflare' ? zone.tokenVariable : undefined;
}

async function declareProvider(
  zone: ZoneDeclaration,
  { stack, region, environment }: ProviderOptions,
): Promise<pulumi.ProviderResource> {
  if (zone.provider === 'route53') {
    const roleArn = zone.role as string;
    const sessionName = `petstore-${stack}`.slice(0, SESSION_NAME_LENGTH);
    return new AwsProvider(`dns-${roleName(roleArn)}`, { region, assumeRoles: [{ roleArn, sessionName }] });
  }
  const variable = zone.tokenVariable as string;
  // Loaded where a zone needs it, as the adapters are.
  const { Provider } = await import('@pulumi/cloudflare/provider.js');
  return new Provider(`dns-${variable}`, { apiToken: pulumi.secret(environment[variable] ?? '') });
}

/** `123456789012-dns/petstore`: a URN's parts are separated by `::`, which an ARN has too. */
function roleName(arn: string): string {
  const [, , , , account, resource = ''] = arn.split(':');
  return `${account}-${resource.replace('role/', '')}`;
}

/** Before anything is declared: without its token each record of the zone would fail by itself. Throws ProblemsError. */
export function assertTokensSet({ stack, hosts }: StackPlan, environment: NodeJS.ProcessEnv): void {
  const zones = hosts.map(({ zone }) => zone);
  const problems = missingTokens(zones, environment);
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${stack}.yaml`, problems);
}

/** Tokens that are not set; empty counts as not set. */
function missingTokens(zones: readonly HostZone[], environment: NodeJS.ProcessEnv): readonly Problem[] {
  const missing = zones.flatMap((zone): [string, Problem][] => {
    if (zone.provider !== 'cloudflare' || zone.tokenVariable === undefined) return [];
    return environment[zone.tokenVariable] ? [] : [[zone.name, notSet(zone.name, zone.tokenVariable)]];
  });
  return [...new Map(missing).values()];
}

function notSet(zone: string, variable: string): Problem {
  return {
    code: 'token-not-set',
    path: `petstore:zones.${zone}.tokenVariable`,
    what: `the environment variable ${variable} is not set`,
    fix: 'set it to an API token with DNS: Edit for the zone, from a secret of the workflow',
  };
}
