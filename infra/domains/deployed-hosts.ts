// The hosts that this stack has now, from its own outputs: what a removal is judged by.
import * as pulumi from '@pulumi/pulumi';
import type { HostOutput } from './outputs.ts';

/** Empty for a stack that was never deployed. A host that failed to be made is not deployed. */
export async function deployedHosts(): Promise<string[]> {
  const self = [pulumi.getOrganization(), pulumi.getProject(), pulumi.getStack()].join('/');
  const { value } = await new pulumi.StackReference(self).getOutputDetails('hosts');
  const hosts = Object.entries((value ?? {}) as Record<string, HostOutput>);
  return hosts.filter(([, { certificate }]) => certificate !== 'FAILED').map(([host]) => host);
}
