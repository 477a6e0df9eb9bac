// The deployed hosts and their records, from the stack's outputs: a file, the local cloud, or the Pulumi CLI.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unreadableFile } from '@petstore/custom-domains/output';
import type { Expected, FindingText } from '@petstore/custom-domains/preflight';
import { z } from 'zod';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import { isRoutingDue } from '../../infra/hosts/external-host.ts';
import { httpsPort, isRoutingAwaited } from '../../infra/hosts/host-output.ts';
import { targetOf as attachedTo } from '../../infra/plan/plan-stack.ts';
import type { HostPlan } from '../../infra/plan/types.ts';
import { LOCAL_FILES } from '../local-files.ts';
import { localDestroyed, notRunning } from '../served-cloud.ts';
import { knownOutputs } from '../stack-outputs.ts';
import { UsageError } from '../usage-error.ts';
import { readRunningCloud, type StackPlace } from './context.ts';

const record = z.object({
  name: z.string(),
  type: z.enum(['CNAME', 'ALIAS', 'HTTPS']),
  value: z.string(),
  ttl: z.number(),
  purpose: z.enum(['validation', 'routing']),
});
/** Of a host that moves in, while its records lead to its old place. */
const waiting = z.object({
  old: z.array(z.object({ type: z.string(), value: z.string() })),
  isByHand: z.boolean(),
  aliasWaits: z.boolean(),
  why: z.string().optional(),
});
const host = z.object({
  site: z.enum(SITE_NAMES),
  role: z.enum(['primary', 'domain', 'redirect']),
  zone: z.string().optional(),
  provider: z.string().optional(),
  target: z.string().optional(),
  url: z.string().optional(),
  certificate: z.string(),
  attached: z.boolean().optional(),
  reason: z.string().optional(),
  failed: z.literal(true).optional(),
  earlierRequest: z.string().optional(),
  routingAwaitedUntil: z.string().optional(),
  kept: z.object({ target: z.enum(['gateway', 'distribution']), until: z.string() }).optional(),
  records: z.array(record),
  waiting: waiting.optional(),
});
/** A host that preflight left out of the deployment. */
const text = z.string().default('');
const reason = z.object({ code: text, found: text, why: text, fix: text });
const blocked = z.object({ blocked: z.array(reason) });
/** The output of `pulumi stack output --json`; other outputs are ignored. */
const outputs = z.object({ hosts: z.record(z.string(), z.union([blocked, host])) });

export type DeployedHost = z.infer<typeof host>;
/** Deployed hosts by name. */
export interface Deployed extends ReadonlyMap<string, DeployedHost> {
  /** By host that was left out: what of the account serves it, which no command reads. */
  readonly adoptable?: ReadonlyMap<string, FindingText>;
}

/** What of a host is kept though the host left it, in a sentence; undefined: nothing. */
export function keptSentence({ kept }: DeployedHost, now: Date): string | undefined {
  if (kept === undefined) return undefined;
  const { target, until } = kept;
  return now.getTime() < Date.parse(until)
    ? `its former ${target} is kept until ${until}: the first deployment after that deletes it`
    : `its former ${target} was kept until ${until}: the next deployment deletes it`;
}

/** From --outputs, or for the local stack from the file of `npm run local`; undefined where there is neither. */
export function readOutputs({ folder, stack, outputsFile: file }: StackPlace): Deployed | undefined {
  if (file !== undefined) return readFile(resolve(folder, file), stack);
  const local = join(folder, '.local', LOCAL_FILES.outputs);
  return stack === 'local' && existsSync(local) ? readFile(local, stack) : undefined;
}

/** The same, or from the Pulumi CLI where there is no file. Throws UsageError where that fails too. */
export async function requireOutputs(where: StackPlace, signal: AbortSignal): Promise<Deployed> {
  const known = readOutputs(where);
  if (known !== undefined) return known;
  if (where.stack === 'local') {
    const isRunning = readRunningCloud(where.folder) !== undefined;
    throw isRunning ? localDestroyed() : notRunning(join(where.folder, '.local'));
  }
  const { stack, folder } = where;
  const outputs = await knownOutputs(
    { stack, folder, signal, what: `What stack ${stack} has deployed` },
    'give it with --outputs FILE, as "pulumi stack output --json" writes it',
  );
  return hostsOf(`stack ${stack}`, stack, () => outputs);
}

/** Neither before its deployment nor after one that failed. */
export function hasRecords(deployed: DeployedHost | undefined): deployed is DeployedHost {
  return deployed !== undefined && deployed.certificate !== 'FAILED';
}

/** What its routing record points to, where that is known. */
export function targetOf(deployed: DeployedHost | undefined): string | undefined {
  if (!hasRecords(deployed)) return undefined;
  const routing = deployed.records.find(({ purpose, type }) => purpose === 'routing' && type !== 'HTTPS');
  return routing?.value ?? deployed.target;
}

/** The records that DNS must have for the host at that time; undefined for a host that is not deployed, or failed. */
export function expectedOf(deployed: DeployedHost | undefined, now: Date): Expected | undefined {
  if (!hasRecords(deployed)) return undefined;
  const validation = deployed.records.find(({ purpose }) => purpose === 'validation');
  const https = deployed.records.find(({ type }) => type === 'HTTPS');
  const target = targetOf(deployed);
  const isAwaited = target === undefined || isRoutingAwaited(deployed.routingAwaitedUntil, now.getTime());
  return {
    target,
    validation,
    ...(https && { https: https.value }),
    ...(isAwaited && { routingAwaited: true }),
    kind: attachedTo(deployed),
    ...(isAttached(deployed, true) && { attached: true }),
    ...(deployed.url !== undefined && { httpsPort: httpsPort(deployed.url) }),
  };
}

/** As the outputs say. Those of older programs do not: then it is attached where its certificate is issued, and `isServed` holds. */
export function isAttached({ attached, certificate }: DeployedHost, isServed: boolean): boolean {
  return attached ?? (isServed && certificate === 'ISSUED');
}

/** What the next step of an external host depends on. */
export function externalFacts(deployed: DeployedHost | undefined) {
  const { certificate, attached, waiting } = deployed ?? {};
  return { certificate, attached, aliasWaits: waiting?.aliasWaits, target: targetOf(deployed) };
}

/** Those that are to be set now: until a host in petstore:moving has its name here, its routing record is none of them. */
export function recordsDue(plan: HostPlan, deployed: DeployedHost | undefined): DeployedHost['records'] {
  const records = deployed?.records ?? [];
  if (isRoutingDue({ plan, ...externalFacts(deployed) })) return records;
  return records.filter(({ purpose }) => purpose === 'validation');
}

export function expectedHosts(deployed: Deployed | undefined, now: Date): Map<string, Expected> {
  const all = [...(deployed ?? [])].map(([name, one]) => [name, expectedOf(one, now)] as const);
  return new Map(all.filter((entry): entry is [string, Expected] => entry[1] !== undefined));
}

/** The output `hosts`; blocked hosts are not deployed. Throws ZodError where it has another form. */
export function readHosts(value: unknown): Deployed {
  const hosts = Object.entries(outputs.parse({ hosts: value }).hosts);
  const deployed = hosts.filter((entry): entry is [string, DeployedHost] => !('blocked' in entry[1]));
  const leftOut = hosts.flatMap(([name, one]) =>
    'blocked' in one ? one.blocked.map((reason) => [name, reason] as const) : [],
  );
  const adoptable = new Map(leftOut.filter(([, { code }]) => code === 'adoptable'));
  return Object.assign(new Map(deployed), { adoptable });
}

const OUTPUTS_FIX = 'give the output of "pulumi stack output --json"';

function readFile(path: string, stack: string): Deployed {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} ${unreadableFile(error)}.`, OUTPUTS_FIX);
  }
  return hostsOf(path, stack, () => JSON.parse(text));
}

/** `read` gives all outputs. Throws UsageError where they cannot be read, are another stack's, or have another form. */
function hostsOf(source: string, stack: string, read: () => unknown): Deployed {
  let what = 'it has no "hosts"';
  try {
    const { hosts, stack: own = stack } = (read() ?? {}) as {
      readonly hosts?: unknown;
      readonly stack?: unknown;
    };
    if (own !== stack) what = `it has those of the stack ${own}, not of ${stack}`;
    else if (hosts !== undefined) return readHosts(hosts);
  } catch (error) {
    what = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
  }
  throw new UsageError(
    `${source} does not have the outputs of this project's stack ${stack}: ${what.replace(/\s*\n\s*/g, ' ')}`,
    OUTPUTS_FIX,
  );
}
