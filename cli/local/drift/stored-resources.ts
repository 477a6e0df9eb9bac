// What the running local cloud of `--engine` has deployed: the ports of its providers, and the state of its stack.
import { existsSync } from 'node:fs';
import type { StoredResource } from '@petstore/local-cloud/provider/client';
import { lastStartWithEngine, localDestroyed, servedCloud } from '../../served-cloud.ts';
import { UsageError } from '../../usage-error.ts';
import { checkpointFile, checkpointResources } from '../checkpoint.ts';
import { isWrittenBy, writtenAddresses } from '../environment-file.ts';

interface Stored extends StoredResource {
  readonly custom: boolean;
  /** It was replaced, and is still to be deleted: it has the URN of what replaced it. */
  readonly delete?: boolean;
}

/** Custom resources, as the state orders them. Throws UsageError where no local cloud with the engine runs here, or its stack is destroyed. */
export function storedResources(folder: string): readonly StoredResource[] {
  const run = servedCloud(folder);
  if (run === undefined) throw notRunning(folder);
  if (!isWrittenBy(folder, run)) throw withoutEngine(folder, run.pid);
  if (!existsSync(checkpointFile(folder))) throw notRunning(folder);
  const all = checkpointResources<Stored>(folder).filter(
    ({ custom, type, delete: isReplaced = false }) => custom && !isReplaced && !type.startsWith('pulumi:'),
  );
  if (all.length === 0) throw localDestroyed();
  return all;
}

/** The port of the package's provider, from the environment file of the engine. */
export function providerPort(folder: string, type: string): number {
  const ports = new Map(
    writtenAddresses(folder)
      .split(',')
      .map((one) => one.split(':') as [string, string]),
  );
  const port = ports.get(type.split(':')[0] ?? '');
  if (port === undefined) throw notRunning(folder);
  return Number(port);
}

export function notRunning(folder: string): UsageError {
  return new UsageError(
    'No local cloud with the Pulumi engine runs here.',
    `start it in another terminal: ${lastStartWithEngine(folder)}`,
  );
}

/** Its resources are not those of the engine's state. */
function withoutEngine(folder: string, pid: number): UsageError {
  return new UsageError(
    `The local cloud that runs here (process ${pid}) has no Pulumi engine, and without it nothing finds a drift.`,
    `stop it with Ctrl-C, and start: ${lastStartWithEngine(folder)}`,
  );
}
