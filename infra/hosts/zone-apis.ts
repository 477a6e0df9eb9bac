// The zones: the adapters of their records, and the providers of those in other accounts; their DNS hosts' APIs with the credentials of the
// deployment, and which records they let nobody change.
import { setTimeout } from 'node:timers/promises';
import type { STSClientConfig } from '@aws-sdk/client-sts';
import {
  type DnsAdapter,
  dnsAdapters,
  dnsHost,
  type FoundZone,
  type HostZone,
  unknown,
  type ZoneApis,
  type ZoneDeclaration,
  zoneAccount,
} from '@petstore/custom-domains/dns-hosts';
import type { RawConfig } from '../config/declared.ts';
import { type Problem, ProblemsError } from '../config/problem.ts';
import { CREDENTIALS } from '../config/rules.ts';
import type { StackPlan } from '../plan/types.ts';

/** For one look at a service, its retries included. */
export const LIMIT_MS = 20_000;

/** Where the services are, and by which of the machine's credentials they are called. */
export type Access = Pick<STSClientConfig, 'region' | 'profile' | 'credentials' | 'endpoint'>;

/** What the deserializer of an SDK's client is given. */
interface Responded {
  readonly response: { readonly body: AsyncIterable<Buffer> };
}

/** Ends at Ctrl-C too. */
export const limited = (stop: AbortSignal) => ({
  abortSignal: AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]),
});

/** `aws:profile` is respected. Throws for keys by which the provider is somebody else again. `local`: the local cloud's, in their place. */
export function accessOf({ region }: StackPlan, config: RawConfig, local?: Partial<Access>): Access {
  if (local !== undefined) return { region, endpoint: local.endpoint, credentials: local.credentials };
  const other = Object.keys(config).find((key) => CREDENTIALS.test(key) && key !== 'aws:profile');
  if (other !== undefined) throw new Error(`by ${other} of the stack file, which was not tried`);
  return { region, ...(config['aws:profile'] !== undefined && { profile: String(config['aws:profile']) }) };
}

const NAMED = /^(AWS_(ACCESS_KEY_ID|PROFILE|WEB_IDENTITY_TOKEN_FILE|CONTAINER_CREDENTIALS_\w+)|aws:profile)$/;

/** Whether any are named: those of an instance are found out by asking its network, for which nothing else would wait. */
export function hasCredentials(config: RawConfig, environment: NodeJS.ProcessEnv): boolean {
  return Object.entries({ ...environment, ...config }).some(([name, value]) => value && NAMED.test(name));
}

export function zoneApis({ stack }: StackPlan, access: () => Access, signal: AbortSignal): ZoneApis {
  // As a deployment has it, for trust policies that ask for it: STS takes 64 characters.
  const RoleSessionName = `petstore-${stack}`.slice(0, 64);
  const session = async (RoleArn: string): Promise<Access> => {
    const { getDefaultRoleAssumer, STSClient } = await import('@aws-sdk/client-sts');
    const own = await new STSClient(access()).config.credentials();
    const requestHandler = { connectionTimeout: LIMIT_MS, socketTimeout: LIMIT_MS };
    const assumed = getDefaultRoleAssumer({ ...access(), requestHandler })(own, { RoleArn, RoleSessionName });
    const credentials = await assumed.catch(({ message }: Error) => {
      // It is not known then whether those who deploy may assume it.
      throw new Error(`${RoleArn} cannot be assumed from here: ${message}`);
    });
    return { region: access().region, credentials };
  };
  return {
    signal,
    async aws(sdk, client, method, input, role) {
      const { [client]: Client } = await import(`@aws-sdk/${sdk}`);
      // At an endpoint of its own, the local cloud, every account is the same one.
      const called = new Client(role && !access().endpoint ? await session(role) : access());
      let text = '';
      const keepBody = (next: (args: object) => Promise<Responded>) => async (args: object) => {
        const result = await next(args);
        const body = Buffer.concat(await Array.fromAsync(result.response.body));
        // At once: the deserializer makes another kind of array of it.
        text = String(body);
        return { ...result, response: Object.assign(result.response, { body }) };
      };
      called.middlewareStack.add(keepBody, { step: 'deserialize', priority: 'low' });
      return { ...(await called[method](input, limited(signal))), body: text };
    },
  };
}

/** By zone, what the API of its DNS host has of it, or why that could not be read. Absent: nobody is asked. */
export type ReadZones = ReadonlyMap<string, FoundZone>;

/** One look-up after the other, as Route 53 takes five requests a second; all within `LIMIT_MS`. Nobody is asked where `apisOf` is undefined. */
export async function readZones(
  zones: readonly ZoneDeclaration[],
  apisOf: (zone: ZoneDeclaration) => ZoneApis | undefined,
): Promise<ReadZones> {
  const read = new Map<string, FoundZone>();
  const over = AbortSignal.timeout(LIMIT_MS);
  const end = late();
  // Nobody may wait for it.
  end.catch(() => undefined);
  for (const zone of zones) {
    const [apis, { lookUp }] = [apisOf(zone), dnsHost(zone.provider)];
    if (apis === undefined || lookUp === undefined) continue;
    const found = Promise.race([end, ...(over.aborted ? [] : [lookUp(zone, apis)])]);
    read.set(zone.name, await found.catch(({ message }: Error) => unknown(message)));
  }
  return read;
}

/** Whether records of the zone can be protected, which the keys of the account tell. */
export const hasProtections = ({ provider }: ZoneDeclaration): boolean =>
  dnsHost(provider).hasProtections === true;

export function readOf(zone: HostZone, read: ReadZones) {
  const { protections, flattens } = (zone.provider === 'external' ? undefined : read.get(zone.name)) ?? {};
  return { protections: typeof protections === 'string' ? undefined : protections, flattens };
}

/** One line for each zone that was asked in vain for what decides about its records. */
export function unreadZones(
  zones: readonly ZoneDeclaration[],
  read: ReadZones,
): [zone: string, text: string][] {
  return zones.flatMap((zone): [string, string][] => {
    const { found, nameServers, protections = found } = read.get(zone.name) ?? {};
    if (hasProtections(zone))
      return typeof protections === 'string'
        ? [[zone.name, `which of its records are protected is not known: ${protections}`]]
        : [];
    // Of a zone that was read, the name servers are known.
    const isUnread = found !== undefined && nameServers === undefined;
    return isUnread ? [[zone.name, `whether it flattens every CNAME is not known: ${found}`]] : [];
  });
}

/** Providers retry for minutes where they have no network. */
export async function late(): Promise<never> {
  await setTimeout(LIMIT_MS, undefined, { ref: false });
  throw new Error(`no response within ${LIMIT_MS / 1000} s`);
}

/** Of zones in other accounts by a role that is assumed, or by a token of its own. */
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
