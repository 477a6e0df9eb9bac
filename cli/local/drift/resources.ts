// What the running local cloud of `--engine` has deployed: the resources of its stack by the names that choose each, as logical names
// alone are unique only within a type, and the ports of its providers.

import { existsSync } from 'node:fs';
import { parseUrn } from '@petstore/custom-domains/names';
import { type Shown, shellWord, shown, table } from '@petstore/custom-domains/output';
import type { StoredResource } from '@petstore/local-cloud/provider/client';
import { closest } from '../../../infra/config/did-you-mean.ts';
import { lastStartWithEngine, localDestroyed, servedCloud } from '../../served-cloud.ts';
import { UsageError } from '../../usage-error.ts';
import { checkpointFile, checkpointResources } from '../engine-backend.ts';
import { isWrittenBy, writtenAddresses } from '../environment-file.ts';

const LIST = 'npm run local -- drift';

/** Its logical name, `type::name` as at the end of its URN, and the URN. */
const namesOf = ({ urn, type }: StoredResource): string[] => {
  const { name } = parseUrn(urn);
  return [name, `${type}::${name}`, urn];
};

const named = (resources: readonly StoredResource[], name: string) =>
  resources.filter((one) => namesOf(one).includes(name));

/** The shortest name that no other resource has. */
export function nameOf(resource: StoredResource, all: readonly StoredResource[]): string {
  return namesOf(resource).find((name) => named(all, name).length === 1) ?? resource.urn;
}

/** Throws UsageError where no resource has the name, or several do. */
export function chooseResource(name: string, all: readonly StoredResource[]): StoredResource {
  const [found, ...others] = named(all, name);
  if (found === undefined) throw unknownResource(name, all);
  if (others.length === 0) return found;
  const choices = [found, ...others].map((one) => `${LIST} ${shellWord(nameOf(one, all))}`);
  throw new UsageError(
    `${choices.length} resources are named "${name}".`,
    `name one with its type:\n  ${choices.join('\n  ')}`,
  );
}

function unknownResource(name: string, all: readonly StoredResource[]): UsageError {
  const what = `The local stack has no resource "${name}".`;
  const names = all.map((one) => nameOf(one, all));
  const meant = closest(name, names);
  return new UsageError(
    what,
    `${meant === undefined ? '' : `did you mean "${meant}"? `}All of them: ${LIST}`,
  );
}

/** `columns`: of the terminal. */
export function resourceTable(all: readonly StoredResource[], columns: number): Shown {
  const rows = all.map((one) => [nameOf(one, all), one.type]);
  const next = shown`  next    ${LIST} NAME --delete, or --set ttl=60`;
  return shown`The resources of the local stack:\n\n${table(['NAME', 'TYPE'], rows, columns)}\n\n${next}`;
}

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
