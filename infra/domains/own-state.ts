// What this stack has now, from its own state: what a removal is judged by, and a host that moves.
import * as pulumi from '@pulumi/pulumi';
import { parseUrn } from '../urn.ts';
import type { HostOutput } from './outputs.ts';

const ownStack = () => [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join('/');

/** The hosts; none for a stack that was never deployed. A host that failed to be made is not deployed. */
export async function deployedHosts(): Promise<string[]> {
  const { value } = await new pulumi.StackReference(ownStack()).getOutputDetails('hosts');
  const hosts = Object.entries((value ?? {}) as Record<string, HostOutput>);
  return hosts.filter(([, { certificate }]) => certificate !== 'FAILED').map(([host]) => host);
}

/** Whether there is a resource of that logical name; the state is read once, where it is first asked for. */
export function deployedResources(): (name: string) => Promise<boolean> {
  let names: Promise<Set<string>> | undefined;
  return async (name) => {
    // Where it can't be found out there is none: a host stays blocked, and its findings are what is shown.
    names ??= resourceNames().catch(() => new Set());
    return (await names).has(name);
  };
}

async function resourceNames(): Promise<Set<string>> {
  // Of a stack that was never deployed Pulumi can read the outputs, which are none, but not the resources.
  const outputs = await read('readStackOutputs', { name: ownStack() });
  if (Object.keys(outputs).length === 0) return new Set();
  const resources = await read('readStackResourceOutputs', { stackName: ownStack() });
  return new Set(Object.keys(resources).map((urn) => parseUrn(urn).name));
}

/** By Pulumi's built-in functions: `pulumi:pulumi:<name>`. */
async function read(name: string, args: Record<string, string>): Promise<object> {
  return ((await pulumi.runtime.invoke(`pulumi:pulumi:${name}`, args)) as { outputs: object }).outputs;
}
