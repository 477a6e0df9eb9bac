// Reads the stack's own state from the engine.
import { setTimeout } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import { parseUrn } from '../names/urn.ts';
import { printable, shown } from '../output/index.ts';
import { type StackResource, type StackState, typedName } from './state.ts';

/** Throws where it cannot be read (pulumi/pulumi, pkg/resource/deploy/builtins.go): a run that took a deployed host for a new one would
 *  leave it out as blocked, and so delete it. */
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
    const text = shown`the state of the stack ${stack} could not be read, so which hosts are deployed is not known; nothing was changed: ${(error as Error).message}`;
    throw new pulumi.RunError(printable(text), { cause: error });
  }
}

const TRIES = 4;
const DELAY_MS = 100;

// Of the file backend a reader may find the state empty while the engine writes it: fileblob of gocloud.dev is not atomic there.
async function read(name: string, args: object, tries = TRIES): Promise<Record<string, unknown>> {
  try {
    const result = (await pulumi.runtime.invoke(`pulumi:pulumi:${name}`, args)) as { outputs: object };
    return { ...result.outputs };
  } catch (error) {
    if (tries === 1) throw error;
    await setTimeout(DELAY_MS);
    return read(name, args, tries - 1);
  }
}
