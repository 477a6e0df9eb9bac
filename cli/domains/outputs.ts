// Where the outputs of a stack come from: a file, the local cloud, or the Pulumi CLI.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError, unreadableFile } from '@petstore/custom-domains/output';
import { readNamed } from '@petstore/custom-domains/preflight';
import { z } from 'zod';
import { type Deployed, readHosts } from '../../infra/hosts/host-output.ts';
import { deployCommand } from '../../infra/hosts/next-steps.ts';
import { LOCAL_FILES } from '../local-files.ts';
import { localDestroyed, notRunning } from '../served-cloud.ts';
import { knownOutputs } from '../stack-outputs.ts';
import { readRunningCloud, type StackPlace } from './context.ts';

/** From --outputs, or for the local stack from the file of `npm run local`; undefined where there is neither. */
export function readOutputs({ folder, stack, outputsFile }: StackPlace): Deployed | undefined {
  const local = join(folder, '.local', LOCAL_FILES.outputs);
  const isLocal = outputsFile === undefined && stack === 'local' && existsSync(local);
  const path = isLocal ? local : outputsFile && resolve(folder, outputsFile);
  return path === undefined ? undefined : hostsOf(path, stack, () => JSON.parse(readNamed(path)));
}

/** The same, or from the Pulumi CLI where there is no file. Throws UsageError where that fails too. */
export async function requireOutputs(where: StackPlace, signal: AbortSignal): Promise<Deployed> {
  const { stack, folder } = where;
  const known = readOutputs(where);
  if (known === undefined && stack === 'local')
    throw readRunningCloud(folder) ? localDestroyed() : notRunning(join(folder, '.local'));
  const what = `What stack ${stack} has deployed`;
  const otherwise = 'give it with --outputs FILE, as "pulumi stack output --json" writes it';
  const outputs = known ?? (await knownOutputs({ stack, folder, signal, what }, otherwise));
  return known ?? hostsOf(`stack ${stack}`, stack, () => outputs);
}

/** `read` gives all outputs. Throws UsageError where they cannot be read, are another stack's, or have another form. */
function hostsOf(source: string, stack: string, read: () => unknown): Deployed {
  let [what, fix] = ['it has no "hosts"', 'give the output of "pulumi stack output --json"'];
  try {
    const outputs = read() ?? {};
    if (Object.keys(outputs).length === 0)
      [what, fix] = [
        'there are none before its first deployment',
        `deploy it first: ${deployCommand(stack)}`,
      ];
    const { hosts, stack: own = stack } = outputs as { readonly hosts?: unknown; readonly stack?: unknown };
    if (own !== stack) what = `it has those of the stack ${own}, not of ${stack}`;
    else if (hosts !== undefined) return readHosts(hosts);
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    what = syscall === undefined ? message : `it ${unreadableFile(error)}`;
    if (error instanceof z.ZodError) what = z.prettifyError(error);
  }
  throw new UsageError(
    `${source} does not have the outputs of this project's stack ${stack}: ${what.replace(/\s*\n\s*/g, ' ')}.`,
    fix,
  );
}
