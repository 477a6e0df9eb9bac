// `npm run local -- drift`: changes or deletes one resource of the local cloud behind Pulumi's back, as somebody does in a
// console, so that `pulumi refresh` and `pulumi preview --refresh` have something to find.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseUrn } from '@petstore/custom-domains/names';
import { type Shown, shellWord, shown, table } from '@petstore/custom-domains/output';
import {
  connectProvider,
  ProviderCallError,
  type StoredResource,
} from '@petstore/local-cloud/provider/client';
import { closest } from '../../infra/config/did-you-mean.ts';
import { CommandError } from '../command-error.ts';
import { reportError } from '../exit.ts';
import { localDestroyed, servedCloud } from '../served-cloud.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { checkpointFile, checkpointResources } from './engine-backend.ts';
import { isWrittenBy, writtenAddresses } from './environment-file.ts';

export interface DriftOptions {
  readonly delete: boolean;
  /** `ttl=60`: a top-level input, and its value as JSON or as text. */
  readonly set: readonly string[];
}

const LIST = 'npm run local -- drift';
const START = 'npm run local -- --engine';
const FOLDER = join(fileURLToPath(new URL('../..', import.meta.url)), '.local');

export async function runDrift(resource: string | undefined, options: DriftOptions): Promise<void> {
  const out = terminal(process.stdout);
  await drift(FOLDER, resource, options, out.columns).then(out.line, reportError);
}

/**
 * Resolves to what is printed: without a name, the resources, on a terminal of so many columns. `folder`: `.local`. Throws
 * UsageError and CommandError.
 */
export async function drift(
  folder: string,
  given: string | undefined,
  options: DriftOptions,
  columns = Number.POSITIVE_INFINITY,
): Promise<Shown> {
  const resources = storedResources(folder);
  if (given === undefined) {
    const [option] = [...(options.delete ? ['--delete'] : []), ...options.set.map((text) => `--set ${text}`)];
    if (option === undefined) return resourceTable(resources, columns);
    throw new UsageError(
      `${option} needs the name of a resource.`,
      `${LIST} NAME ${option}; all names: ${LIST}`,
    );
  }
  const resource = chooseResource(given, resources);
  const name = nameOf(resource, resources);
  if (options.delete === options.set.length > 0)
    throw new UsageError(
      options.delete ? '--delete and --set exclude each other: give one.' : '--delete or --set is needed.',
      `for example: ${LIST} ${name} --delete`,
    );
  await change(folder, resource, name, options);
  const what = options.delete ? 'deleted' : `changed (${options.set.join(', ')})`;
  return shown`${name} is ${what} in the local cloud; the stack's state does not know it
  next    source .local/pulumi.env
          pulumi preview --refresh --diff
          pulumi up --refresh`;
}

async function change(folder: string, resource: StoredResource, name: string, options: DriftOptions) {
  const inputs = { ...resource.inputs, ...Object.fromEntries(options.set.map(assignment)) };
  const client = connectProvider(providerPort(folder, resource.type));
  try {
    await (options.delete ? client.delete(resource) : client.update(resource, inputs));
  } catch (error) {
    if (!(error instanceof ProviderCallError)) throw error;
    if (error.code === 'provider-unreachable') throw notRunning();
    throw new CommandError(`${name} was not changed: ${error.message}`, { cause: error });
  } finally {
    client.close();
  }
}

function assignment(text: string): [name: string, value: unknown] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set ${text} is not NAME=VALUE.`, 'for example --set ttl=60');
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), JSON.parse(value)];
  } catch {
    return [text.slice(0, at), value];
  }
}

/** A resource has three names: its logical one, unique within its type alone, `type::name` as at the end of its URN, and the URN. */
const namesOf = ({ urn, type }: StoredResource): string[] => {
  const { name } = parseUrn(urn);
  return [name, `${type}::${name}`, urn];
};

const named = (all: readonly StoredResource[], name: string) =>
  all.filter((one) => namesOf(one).includes(name));

/** The shortest name that no other resource has. */
function nameOf(resource: StoredResource, all: readonly StoredResource[]): string {
  return namesOf(resource).find((name) => named(all, name).length === 1) ?? resource.urn;
}

/** Throws UsageError where no resource has the name, or several do. */
function chooseResource(name: string, all: readonly StoredResource[]): StoredResource {
  const [found, ...others] = named(all, name);
  if (found === undefined) {
    const meant = closest(
      name,
      all.map((one) => nameOf(one, all)),
    );
    const question = meant === undefined ? '' : `did you mean "${meant}"? `;
    throw new UsageError(`The local stack has no resource "${name}".`, `${question}All of them: ${LIST}`);
  }
  if (others.length === 0) return found;
  const choices = [found, ...others].map((one) => `${LIST} ${shellWord(nameOf(one, all))}`);
  throw new UsageError(
    `${choices.length} resources are named "${name}".`,
    `name one with its type:\n  ${choices.join('\n  ')}`,
  );
}

function resourceTable(all: readonly StoredResource[], columns: number): Shown {
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
function storedResources(folder: string): readonly StoredResource[] {
  const run = servedCloud(folder);
  if (run === undefined) throw notRunning();
  if (!isWrittenBy(folder, run))
    throw new UsageError(
      `The local cloud that runs here (process ${run.pid}) has no Pulumi engine, and without it nothing finds a drift.`,
      `stop it with Ctrl-C, and start: ${START}`,
    );
  if (!existsSync(checkpointFile(folder))) throw notRunning();
  const all = checkpointResources<Stored>(folder).filter(
    ({ custom, type, delete: isReplaced = false }) => custom && !isReplaced && !type.startsWith('pulumi:'),
  );
  if (all.length === 0) throw localDestroyed();
  return all;
}

/** The port of the package's provider, from the environment file of the engine: `aws:PORT,cloudflare:PORT`. */
function providerPort(folder: string, type: string): number {
  const [name = ''] = type.split(':');
  const address = writtenAddresses(folder)
    .split(',')
    .find((one) => one.startsWith(`${name}:`));
  if (address === undefined) throw notRunning();
  return Number(address.slice(name.length + 1));
}

function notRunning(): UsageError {
  return new UsageError(
    'No local cloud with the Pulumi engine runs here.',
    `start it in another terminal: ${START}`,
  );
}
