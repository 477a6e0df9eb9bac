// What is inside a Host: a CustomHost, once every argument is right.
import { CustomHost, type CustomHostArgs, gatewayTarget, type HostTarget } from '@petstore/custom-domains';
import { dnsHost, type HostZone, hostSpec, zoneAccount } from '@petstore/custom-domains/dns-hosts';
import { certificateRequest } from '@petstore/custom-domains/many-hosts';
import { join, paragraph, printable, type Shown, shown } from '@petstore/custom-domains/output';
import * as pulumi from '@pulumi/pulumi';
import { distribution } from './distribution.ts';
import type { Host, HostArgs, Zone } from './host.ts';
import { currentRun, type Run } from './run.ts';

type Options = pulumi.ComponentResourceOptions;

/** Resolves to what declares it. Rejects with every problem of the arguments, which have the types of the schema. */
export async function customHost(name: string, args: HostArgs, options: Options) {
  const run = currentRun();
  const aws = (options.providers as Record<string, pulumi.ProviderResource> | undefined)?.aws;
  const { enabled = true, ...reader } = args.preflight ?? {};
  const { host } = args;
  const zone = hostZone(args.zone);
  const problems: Shown[] = [...zoneProblems(args.zone), ...ttlProblems(args)];
  const attempt = <Result>(act: () => Result): Result | undefined => {
    try {
      return act();
    } catch (error) {
      problems.push(paragraph((error as Error).message));
      return undefined;
    }
  };
  const redirects = run.redirects(aws && { resource: aws, urn: await valueOf(aws.urn) });
  const target = attempt(() => targetOf(args, run, redirects));
  const preflight = attempt(() => (enabled ? run.preflight(reader) : 'off'));
  attempt(() => hostSpec(host, zone, args.gateway === undefined ? 'distribution' : 'gateway'));
  assertNone(problems);
  const dns = await run.dnsOf(zone);
  const request = await certificateRequest(host, await run.state(), { invoke: { provider: aws } });
  const given = { dns, target, preflight, request } as Pick<CustomHostArgs, 'dns' | 'target' | 'preflight' | 'request'>;
  return ({ host, ttl, tags }: HostArgs, parent: Host) =>
    new CustomHost(name, { host, ttl, tags, ...given }, { parent });
}

/** Throws with all of them, each on a line of its own. */
export function assertNone(problems: readonly Shown[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  throw new Error(printable(others.length === 0 ? first : join(['', ...problems], '\n  - ')));
}

const valueOf = (output: pulumi.Output<string>) => new Promise<string>((resolve) => output.apply(resolve));

function targetOf({ gateway, distribution: site, redirect }: HostArgs, run: Run, redirects: Redirects): HostTarget {
  const given = [gateway, site, redirect].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new Error(`give one of gateway, distribution and redirect, not ${given.length} of them`);
  if (gateway) return gatewayTarget({ stage: '$default', ...gateway }, [], run.pace);
  if (redirect) return redirects.target({ status: 308, ...redirect });
  return distribution(site as NonNullable<typeof site>);
}
type Redirects = ReturnType<Run['redirects']>;

function hostZone({ provider, verified = false, ...zone }: Zone): HostZone {
  // The fields of each DNS host are checked by zoneProblems.
  return (provider === 'external' ? { provider, verified } : { provider, ...zone }) as HostZone;
}

/** The fields of the zone against those that its DNS host has. */
function zoneProblems(zone: Zone): Shown[] {
  const { title, zone: fields } = dnsHost(zone.provider);
  const known = fields === undefined ? ['verified'] : ['name', ...Object.keys(fields)];
  const given = Object.entries(zone).filter(([field, value]) => field !== 'provider' && value !== undefined);
  const strange = given.filter(([field]) => !known.includes(field));
  const variable = zoneAccount(hostZone(zone))?.variable;
  return [
    ...strange.map(([field]) => shown`zone.${field} is not for ${title}: leave it out`),
    ...Object.entries(fields ?? {}).flatMap(([field, { required, pattern, refusal }]) => {
      const value = zone[field as keyof Zone];
      if (value === undefined) return required ? [shown`zone.${field} is missing: ${refusal.fix}`] : [];
      if (new RegExp(pattern, 'u').test(String(value))) return [];
      return [shown`zone.${field} ${JSON.stringify(value)} ${refusal.what}: ${refusal.fix}`];
    }),
    ...(variable === undefined || process.env[variable]
      ? []
      : [shown`zone.tokenVariable: the environment variable ${variable} is not set`]),
  ];
}

function ttlProblems({ ttl, zone }: HostArgs): Shown[] {
  const { range, because } = dnsHost(zone.provider).ttl;
  const [min, max] = range;
  if (ttl === undefined || (Number.isInteger(ttl) && ttl >= min && ttl <= max)) return [];
  return [shown`ttl must be a whole number from ${min} to ${max} (${because}), not ${ttl}`];
}
