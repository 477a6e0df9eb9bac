// Where the outputs of a stack come from: a file, the local cloud, or the Pulumi CLI.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unreadableFile } from '@petstore/custom-domains/output';
import { z } from 'zod';
import { type Deployed, readHosts } from '../../infra/hosts/host-output.ts';
import { LOCAL_FILES } from '../local-files.ts';
import { localDestroyed, notRunning } from '../served-cloud.ts';
import { knownOutputs } from '../stack-outputs.ts';
import { UsageError } from '../usage-error.ts';
import { readRunningCloud, type StackPlace } from './context.ts';

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
