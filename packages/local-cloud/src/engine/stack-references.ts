// The engine's own functions, with which a program reads the last deployment of its stack
// (pulumi/pulumi, pkg/resource/deploy/builtins.go).
import { parseUrn } from '@petstore/custom-domains/names';
import * as pulumi from '@pulumi/pulumi';
import type { Backend } from './backend.ts';

export const STACK_OUTPUTS = 'pulumi:pulumi:readStackOutputs';

export const STACK_RESOURCES = 'pulumi:pulumi:readStackResourceOutputs';

/** The real engine's name for the organization of a file backend. */
export const ORGANIZATION = 'organization';

/** builtins.go, readStackReference: the stack's full name, and its outputs. */
export function stackOutputs(backend: Backend, name: unknown): object {
  assertOwnStack(name);
  return { name, outputs: backend.previousOutputs(), secretOutputNames: [] };
}

/** pkg/backend/backend.go, GetStackResourceOutputs: by URN, the type and the outputs of each resource. */
export function stackResources(backend: Backend, name: unknown): object {
  assertOwnStack(name);
  const resources = Object.entries(backend.previousResources());
  const outputs = resources.map(([urn, own]) => [urn, { type: parseUrn(urn).type, outputs: own }] as const);
  return { name, outputs: Object.fromEntries(outputs) };
}

/** This engine has one stack. The message is the real engine's for a stack that it does not know. */
function assertOwnStack(name: unknown): void {
  const own = `${ORGANIZATION}/${pulumi.getProject()}/${pulumi.getStack()}`;
  if (name !== own) throw new Error(`unknown stack "${name}"`);
}
