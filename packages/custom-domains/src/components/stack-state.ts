// What the stack has now, from its own state: which hosts are deployed, and which DNS records are theirs.
import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../names/logical-names.ts';
import { parseUrn } from '../names/urn.ts';
import { printable, shown } from '../output/index.ts';
import type { Expected } from '../preflight/observation/observation.ts';
import { currentAttachment } from './deployed-attachments.ts';
import { httpsParamsOf, httpsRecord, type ValidationOption, validationRecord } from './host-record.ts';
import { CERTIFICATE, type StackResource, type StackState, typedName } from './stack-resources.ts';

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

async function read(name: string, args: Record<string, string>): Promise<Record<string, unknown>> {
  const result = (await pulumi.runtime.invoke(`pulumi:pulumi:${name}`, args)) as { outputs: object };
  return { ...result.outputs };
}

/** Whether the stack has begun to deploy that host: its certificate is the first of its resources. */
export function isDeployed(state: StackState, host: string): boolean {
  return certificatesOf(state, host).length > 0;
}

/** The records that the stack itself sets for a host, or its owner: no conflict, whichever zone the host moves to. */
export function ownRecords(state: StackState, host: string): Expected {
  const attachment = currentAttachment(state, host);
  const [certificate] = certificatesOf(state, host);
  const unset = unsetRecords(state, host);
  return {
    target: attachment?.target,
    validation: validationOf(host, certificate),
    ...(attachment === undefined && { routingAwaited: true }),
    ...(attachment && { kind: attachment.kind }),
    ...(attachment?.certificate !== undefined && { attached: true }),
    ...(unset.length > 0 && { unset }),
    ...(state.names.has(hostNames(host).httpsRecord) && { https: httpsOf(host, attachment?.resource) }),
  };
}

function unsetRecords({ names }: StackState, host: string): NonNullable<Expected['unset']> {
  const { validationRecord, routingRecord, routingRecordA } = hostNames(host);
  const isRouted = names.has(routingRecord) || names.has(routingRecordA);
  return [
    ...(isRouted ? [] : (['routing'] as const)),
    ...(names.has(validationRecord) ? [] : (['validation'] as const)),
  ];
}

/** One, or two while the host has an attachment that it left; their validation record is the same. */
function certificatesOf({ typed }: StackState, host: string): StackResource[] {
  const { certificate, secondCertificate } = hostNames(host);
  return [certificate, secondCertificate].flatMap((name) => typed.get(typedName(CERTIFICATE, name)) ?? []);
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
