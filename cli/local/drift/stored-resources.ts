// What the running local cloud of `--engine` has deployed: the ports of its providers, and the state of its stack.
import { existsSync } from 'node:fs';
import type { StoredResource } from '@petstore/local-cloud/provider/client';
import { servedCloud } from '../../served-cloud.ts';
import { UsageError } from '../../usage-error.ts';
import { checkpointFile, checkpointResources } from '../checkpoint.ts';
import { writtenAddresses } from '../environment-file.ts';

interface Stored extends StoredResource {
  readonly custom: boolean;
  /** It was replaced, and is still to be deleted: it has the URN of what replaced it. */
  readonly delete?: boolean;
}

/** Custom resources, as the state orders them. Throws UsageError where no local cloud with the engine runs here. */
export function storedResources(folder: string): readonly StoredResource[] {
  if (servedCloud(folder) === undefined || !existsSync(checkpointFile(folder))) throw notRunning();
  return checkpointResources<Stored>(folder).filter(
    ({ custom, type, delete: isReplaced = false }) => custom && !isReplaced && !type.startsWith('pulumi:'),
  );
}

/** The port of the package's provider, from the environment file of the engine. */
export function providerPort(folder: string, type: string): number {
  const ports = new Map(
    writtenAddresses(folder)
      .split(',')
      .map((one) => one.split(':') as [string, string]),
  );
  const port = Number(ports.get(type.split(':')[0] ?? ''));
  if (Number.isInteger(port) && port > 0) return port;
  throw notRunning();
}

export function notRunning(): UsageError {
  return new UsageError(
    'No local cloud with the Pulumi engine runs here.',
    'start it in another terminal: npm run local -- --engine',
  );
}
