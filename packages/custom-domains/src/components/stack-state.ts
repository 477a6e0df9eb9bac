// What the stack has now, from its own state: which hosts are deployed, and which DNS records are theirs.
import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../names/logical-names.ts';
import { parseUrn } from '../names/urn.ts';
import { printable, shown } from '../output/index.ts';
import type { Expected } from '../preflight/observation/observation.ts';
import { httpsParamsOf, httpsRecord, type ValidationOption, validationRecord } from './host-record.ts';

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
  /** AWS's resources by logical name. */
  readonly resources: ReadonlyMap<string, StackResource>;
}

const CERTIFICATE = 'aws:acm/certificate:Certificate';

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
    const names = Object.keys(resources).map((urn) => parseUrn(urn).name);
    return { outputs, names: new Set(names), resources: byName(resources) };
  } catch (error) {
    throw new pulumi.RunError(
      printable(
        shown`the state of the stack ${stack} could not be read, so which hosts are deployed is not known; nothing was changed: ${(error as Error).message}`,
      ),
      { cause: error },
    );
  }
}

async function read(name: string, args: Record<string, string>): Promise<Record<string, unknown>> {
  const result = (await pulumi.runtime.invoke(`pulumi:pulumi:${name}`, args)) as { outputs: object };
  return { ...result.outputs };
}

/** AWS's only: a component, or a DNS host's record, may have the logical name of one of them. */
function byName(resources: Readonly<Record<string, unknown>>): Map<string, StackResource> {
  const entries = Object.entries(resources) as [string, StackResource][];
  const aws = entries.filter(([, { type }]) => type.startsWith('aws:'));
  return new Map(aws.map(([urn, resource]) => [parseUrn(urn).name, resource]));
}

/** Whether the stack has begun to deploy that host: its certificate is the first of its resources. */
export function isDeployed({ resources }: StackState, host: string): boolean {
  return resources.get(hostNames(host).certificate)?.type === CERTIFICATE;
}

/** The records that the stack itself sets for a host, or its owner: no conflict, whichever zone the host moves to. */
export function ownRecords({ resources }: StackState, host: string): Expected {
  const names = hostNames(host);
  const attachment = resources.get(names.attachment);
  return {
    target: targetOf(attachment),
    validation: validationOf(host, resources.get(names.certificate)),
    ...(resources.has(names.httpsRecord) && { https: httpsOf(host, attachment) }),
  };
}

/** A gateway's domain name has it in its configuration, a distribution beside its other outputs. */
function targetOf(attachment: StackResource | undefined): string | undefined {
  const { domainNameConfiguration, domainName } = (attachment?.outputs ?? {}) as {
    domainNameConfiguration?: { targetDomainName?: string };
    domainName?: string;
  };
  if (domainNameConfiguration !== undefined) return domainNameConfiguration.targetDomainName;
  return domainName;
}

/** Of a Route 53 alias, which has no data of its own: what CloudFront announces for the distribution. */
function httpsOf(host: string, distribution: StackResource | undefined): string {
  const { httpVersion } = (distribution?.outputs ?? {}) as { httpVersion?: string };
  return httpsRecord(host, httpsParamsOf(httpVersion)).value;
}

function validationOf(host: string, certificate: StackResource | undefined): Expected['validation'] {
  const options = (certificate?.outputs.domainValidationOptions ?? []) as ValidationOption[];
  const option = options.find(({ domainName }) => domainName === host);
  return option && validationRecord(option);
}
