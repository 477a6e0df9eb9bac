// What the stack has now, from its own state: which hosts are deployed, what they are attached to, and which records are theirs.
import { setTimeout } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import { DNS_HOSTS } from '../dns-hosts/list.ts';
import { hostNames } from '../names/logical-names.ts';
import { parseUrn } from '../names/urn.ts';
import { printable, shown } from '../output/index.ts';
import type { Expected } from '../preflight/observation/observation.ts';
import { httpsParamsOf, httpsRecord, type ValidationOption, validationRecord } from './host-record.ts';
import type { HostTarget } from './targets.ts';

/** A resource as the state has it: its type token, and its outputs as its provider returned them. */
export interface StackResource {
  readonly type: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

export interface StackState {
  /** Outputs of the last deployment that reached its end; empty for a stack never deployed. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The logical names of every resource, whichever provider it is of. */
  readonly names: ReadonlySet<string>;
  /** Every resource by type and logical name (`typedName`): the two attachments of a host that moved share a name. */
  readonly typed: ReadonlyMap<string, StackResource>;
}

/** The key of a resource in `StackState.typed`. */
export const typedName = (type: string, name: string): string => `${type}::${name}`;

export const CERTIFICATE_VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';

/**
 * Reads it once, with Pulumi's built-in functions: `pulumi:pulumi:readStackOutputs` and `…ResourceOutputs`
 * (pulumi/pulumi, pkg/resource/deploy/builtins.go). Throws where it cannot be read: a run that took a deployed host
 * for a new one would find that host's own records as conflicts, leave it out, and so delete it.
 */
export async function readStackState(): Promise<StackState> {
  const stack = [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join('/');
  try {
    const [outputs, resources] = await Promise.all([
      read('readStackOutputs', { name: stack }),
      read('readStackResourceOutputs', { stackName: stack }),
    ]);
    const entries = Object.entries(resources) as [string, StackResource][];
    const parsed = entries.map(([urn, resource]) => ({ ...parseUrn(urn), resource }));
    return {
      outputs,
      names: new Set(parsed.map(({ name }) => name)),
      typed: new Map(parsed.map(({ type, name, resource }) => [typedName(type, name), resource])),
    };
  } catch (error) {
    throw new pulumi.RunError(
      printable(
        shown`the state of the stack ${stack} could not be read, so which hosts are deployed is not known; nothing was changed: ${(error as Error).message}`,
      ),
      { cause: error },
    );
  }
}

const TRIES = 4;
const DELAY_MS = 100;

/**
 * Under the file backend, the engine may be writing the state of this run: gocloud.dev's fileblob replaces the file beside it that has
 * its attributes not in one step, so that a reader may find it empty (`failed to load checkpoint: EOF`).
 */
async function read(
  name: string,
  args: Record<string, string>,
  tries = TRIES,
): Promise<Record<string, unknown>> {
  try {
    const result = (await pulumi.runtime.invoke(`pulumi:pulumi:${name}`, args)) as { outputs: object };
    return { ...result.outputs };
  } catch (error) {
    if (tries === 1) throw error;
    await setTimeout(DELAY_MS);
    return read(name, args, tries - 1);
  }
}

interface CertificateOutputs {
  readonly arn?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly domainValidationOptions?: readonly ValidationOption[];
}

/** The certificate of that logical name; undefined where the state has none. */
export function certificateOf({ typed }: StackState, name: string): CertificateOutputs | undefined {
  return typed.get(typedName('aws:acm/certificate:Certificate', name))?.outputs;
}

/** One, or two while the host has an attachment that it left; their validation record is the same. */
function certificatesOf(state: StackState, host: string): CertificateOutputs[] {
  const { certificate, secondCertificate } = hostNames(host);
  return [certificate, secondCertificate].flatMap((name) => certificateOf(state, name) ?? []);
}

/** Whether the stack has begun to deploy that host: its certificate is the first of its resources. */
export function isDeployed(state: StackState, host: string): boolean {
  return certificatesOf(state, host).length > 0;
}

/** The records that the stack itself sets for a host, or its owner: no conflict, whichever zone the host moves to. */
export function ownRecords(state: StackState, host: string): Expected {
  const names = hostNames(host);
  const has = (name: string) => state.names.has(name);
  const attachment = currentAttachment(state, host);
  const options = certificatesOf(state, host)[0]?.domainValidationOptions ?? [];
  const option = options.find(({ domainName }) => domainName === host);
  // An alias of Route 53 has no data of its own, but what CloudFront announces for the distribution.
  const { httpVersion } = (attachment?.resource.outputs ?? {}) as { readonly httpVersion?: string };
  const unset = [
    ...(has(names.routingRecord) || has(names.routingRecordA) ? [] : ['routing' as const]),
    ...(has(names.validationRecord) ? [] : ['validation' as const]),
  ];
  return {
    target: attachment?.target,
    validation: option && validationRecord(option),
    routingAwaited: attachment === undefined ? true : undefined,
    kind: attachment?.kind,
    attached: attachment?.certificate === undefined ? undefined : true,
    unset: unset.length > 0 ? unset : undefined,
    https: has(names.httpsRecord) ? httpsRecord(host, httpsParamsOf(httpVersion)).value : undefined,
  };
}

/**
 * The tag of an attachment that its host left: the time, in ISO 8601, until which it is kept. It is set after the routing
 * record leads elsewhere and removed before the record leads back, so that a run that ends anywhere leaves no wrong one.
 */
export const KEPT_UNTIL_TAG = 'kept-until';

export interface DeployedAttachment {
  readonly kind: HostTarget['kind'];
  readonly resource: StackResource;
  /** The name that a routing record points at. */
  readonly target: string | undefined;
  /** ARN; undefined for a distribution that waits for it. */
  readonly certificate: string | undefined;
  /** The tag's value; undefined for one that the host has not left, or whose run did not reach the tag. */
  readonly keptUntil: string | undefined;
}

const TYPES = {
  gateway: 'aws:apigatewayv2/domainName:DomainName',
  distribution: 'aws:cloudfront/distribution:Distribution',
} as const;

export function attachmentOf(
  { typed }: StackState,
  host: string,
  kind: HostTarget['kind'],
): DeployedAttachment | undefined {
  const resource = typed.get(typedName(TYPES[kind], hostNames(host).attachment));
  if (resource === undefined) return undefined;
  const { domainNameConfiguration, domainName, viewerCertificate, tags } = resource.outputs as {
    readonly domainNameConfiguration?: {
      readonly targetDomainName?: string;
      readonly certificateArn?: string;
    };
    readonly domainName?: string;
    readonly viewerCertificate?: { readonly acmCertificateArn?: string };
    readonly tags?: Readonly<Record<string, string>>;
  };
  return {
    kind,
    resource,
    target: kind === 'gateway' ? domainNameConfiguration?.targetDomainName : domainName,
    certificate:
      domainNameConfiguration?.certificateArn ?? (viewerCertificate?.acmCertificateArn || undefined),
    keptUntil: tags?.[KEPT_UNTIL_TAG],
  };
}

/** The one that the host has not left. After a run that ended within a move, the one that the routing record leads to. */
export function currentAttachment(state: StackState, host: string): DeployedAttachment | undefined {
  const both = [attachmentOf(state, host, 'gateway'), attachmentOf(state, host, 'distribution')];
  const [first, second] = both.filter((one) => one !== undefined && one.keptUntil === undefined);
  const target = routingRecordOf(state, host)?.target;
  return second !== undefined && second.target === target ? second : first;
}

/** The routing record as the state has it; an alias has no TTL of its own. */
export function routingRecordOf(
  { typed }: StackState,
  host: string,
): { readonly target: string; readonly ttl?: number } | undefined {
  const { routingRecord, routingRecordA } = hostNames(host);
  for (const name of [routingRecord, routingRecordA]) {
    for (const { record } of DNS_HOSTS) {
      const found = record && typed.get(typedName(record.type, name));
      const read = found && record?.read(found.outputs);
      if (read !== undefined) return { target: read.value, ttl: read.ttl };
    }
  }
  return undefined;
}
