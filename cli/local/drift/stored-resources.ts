// What the running local cloud of `--engine` has deployed: the ports of its providers, and the state of its stack.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseUrn } from '@petstore/custom-domains/names';
import type { StoredResource } from '@petstore/local-cloud/provider/client';
import { LOCAL_FILES } from '../../local-files.ts';
import { LOCAL_STACK, PROJECT } from '../../stack-names.ts';
import { UsageError } from '../../usage-error.ts';

interface Checkpoint {
  readonly checkpoint: {
    readonly latest?: { readonly resources?: readonly (StoredResource & { readonly custom: boolean })[] };
  };
}

/** Custom resources by logical name. Throws UsageError where no local cloud with the engine runs here. */
export function storedResources(folder: string): ReadonlyMap<string, StoredResource> {
  const file = join(folder, 'pulumi', '.pulumi', 'stacks', PROJECT, `${LOCAL_STACK}.json`);
  if (!existsSync(join(folder, LOCAL_FILES.ready)) || !existsSync(file)) throw notRunning();
  const { checkpoint } = JSON.parse(readFileSync(file, 'utf8')) as Checkpoint;
  const own = (checkpoint.latest?.resources ?? []).filter(
    ({ custom, type }) => custom && !type.startsWith('pulumi:'),
  );
  return new Map(own.map((one) => [parseUrn(one.urn).name, one]));
}

/** The port of the package's provider, from the environment file of the engine. */
export function providerPort(folder: string, type: string): number {
  const file = join(folder, 'pulumi.env');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, addresses = ''] = /^export PULUMI_DEBUG_PROVIDERS='([^']*)'$/m.exec(text) ?? [];
  const ports = new Map(addresses.split(',').map((one) => one.split(':') as [string, string]));
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
