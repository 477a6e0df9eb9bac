// One host in the stack's output `hosts`: the schema of what a deployment writes and every command reads, and what is asked of it.
import type { StackState } from '@petstore/custom-domains/many-hosts';
import { type Expected, isAbout, isCode } from '@petstore/custom-domains/preflight';
import * as z from 'zod';
import { SITE_NAMES } from '../config/site.ts';
import { attachmentKind } from '../plan/plan-stack.ts';

const record = z.object({
  name: z.string(),
  type: z.enum(['CNAME', 'ALIAS', 'HTTPS']),
  value: z.string(),
  ttl: z.number(),
  purpose: z.enum(['validation', 'routing']),
});

const namedRecord = z.object({ type: z.string(), value: z.string() });

/** A host whose records lead to its old place, when the deployment read them. */
const waiting = z.object({
  old: z.array(namedRecord).readonly(),
  /** No provider changes them, as the zone's DNS host lists them, into the stack's records in one change. */
  isByHand: z.boolean(),
  aliasWaits: z.boolean(),
  /** What is wrong, where the line in petstore:moving does not name what is there. */
  why: z.string().optional(),
});
export type WaitingOutput = z.infer<typeof waiting>;

const deployedHost = z.object({
  site: z.enum(SITE_NAMES),
  role: z.enum(['primary', 'domain', 'redirect']),
  zone: z.string().optional(),
  provider: z.string().optional(),
  url: z.url().optional(),
  /** What the routing record points at; absent until it exists. */
  target: z.string().optional(),
  /** ACM's status as this run knows it; `FAILED` where the host was not created. */
  certificate: z.string(),
  /** Whether it waits for its certificate, and so has it. Absent of a host that failed. */
  attached: z.boolean().optional(),
  /** Why it failed in this run, in ACM's word where ACM gave one: `CAA_ERROR`. Absent for a host that did not. */
  reason: z.string().optional(),
  /** It was attached, and this run failed to change it: all but the reason is as before. Absent of every other host. */
  failed: z.literal(true).optional(),
  /** How the request before this one ended, while the certificate is not issued: `FAILED`, `VALIDATION_TIMED_OUT`. */
  earlierRequest: z.string().optional(),
  /** What its routing record waits for, of a host that moves in. Absent for every other host. */
  waiting: waiting.optional(),
  /** Until when (ISO 8601) an external host's missing routing record is no drift. Absent once a deployment has seen it, and for others. */
  routingAwaitedUntil: z.string().optional(),
  /** The attachment that the host left: the first deployment after `until` (ISO 8601) deletes it. Absent where there is none. */
  kept: z.object({ target: z.enum(['gateway', 'distribution']), until: z.string() }).optional(),
  records: z.array(record).readonly(),
});
export type DeployedHost = z.infer<typeof deployedHost>;

/** Why preflight left a host out of the run: then nothing of it exists. */
const text = z.string().default('');
const reason = z.object({ code: text, found: text, why: text, fix: text });
const leftOutHost = z.object({ blocked: z.array(reason).readonly() });

const outputs = z.object({ hosts: z.record(z.string(), z.union([leftOutHost, deployedHost])) });
export type LeftOutHost = z.infer<typeof leftOutHost>;
export type HostOutput = LeftOutHost | DeployedHost;

/** By host. One that the preflight left out is not deployed. */
export interface Deployed extends ReadonlyMap<string, DeployedHost> {
  /** By host that was left out: what of the account serves it, which no command reads. */
  readonly adoptable?: ReadonlyMap<string, z.infer<typeof reason>>;
}

/** The output `hosts`. Throws ZodError where it has another form. */
export function readHosts(value: unknown): Deployed {
  return deployedIn(outputs.parse({ hosts: value }).hosts);
}

/** Of the last deployment that reached its end, empty for a stack never deployed. */
export function previousHosts({ outputs }: StackState): Deployed {
  return deployedIn((outputs.hosts ?? {}) as Readonly<Record<string, HostOutput>>);
}

export function deployedIn(all: Readonly<Record<string, HostOutput>>): Deployed {
  const deployed = new Map<string, DeployedHost>();
  const adoptable = new Map<string, z.infer<typeof reason>>();
  for (const [host, one] of Object.entries(all)) {
    if (!('blocked' in one)) deployed.set(host, one);
    else
      for (const found of one.blocked)
        if (isCode(found.code) && isAbout({ code: found.code }, 'adoption')) adoptable.set(host, found);
  }
  return Object.assign(deployed, { adoptable });
}

/** Something of it exists: neither before its deployment nor after one that failed. */
export function hasRecords(output: DeployedHost | undefined): output is DeployedHost {
  return output !== undefined && output.certificate !== 'FAILED';
}

/** The records that DNS must have for the host at that time; undefined for a host that is not deployed, or failed. */
export function recordsOf(output: DeployedHost | undefined, now: Date): Expected | undefined {
  if (!hasRecords(output)) return undefined;
  const { records, routingAwaitedUntil, url, attached } = output;
  const find = (purpose: string, isHttps: boolean) =>
    records.find((one) => one.purpose === purpose && (one.type === 'HTTPS') === isHttps);
  const target = find('routing', false)?.value ?? output.target;
  const https = find('routing', true);
  const isAwaited = target === undefined || isRoutingAwaited(routingAwaitedUntil, now);
  return {
    target,
    validation: find('validation', false),
    ...(https && { https: https.value }),
    ...(isAwaited && { routingAwaited: true }),
    kind: attachmentKind(output),
    ...(attached && { attached }),
    ...(url !== undefined && { httpsPort: httpsPort(url) }),
  };
}

export function isRoutingAwaited(routingAwaitedUntil: string | undefined, now: Date): boolean {
  return routingAwaitedUntil !== undefined && now.getTime() < Date.parse(routingAwaitedUntil);
}

/** A host's URL, no final slash: `https://api.petstore.example`. It has a port only where the local cloud cannot have 443. */
export type UrlFor = (host: string) => string;

export function httpsUrls(port = 443): UrlFor {
  return (host) => (port === 443 ? `https://${host}` : `https://${host}:${port}`);
}

export function httpsPort(url: string): number {
  return Number(new URL(url).port || 443);
}
