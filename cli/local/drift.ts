// `npm run local -- drift`: changes or deletes one resource of the local cloud behind Pulumi's back, as somebody does in a
// console, so that `pulumi refresh` and `pulumi preview --refresh` have something to find.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { join as joined, type Shown, shown } from '@petstore/custom-domains/output';
import {
  connectProvider,
  ProviderCallError,
  type ProviderClient,
  type StoredResource,
} from '@petstore/local-cloud/provider/client';
import { CommandError } from '../../command-error.ts';
import { printFailure } from '../../exit.ts';
import { terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import {
  chooseResource,
  nameOf,
  notRunning,
  providerPort,
  resourceTable,
  storedResources,
} from './resources.ts';

export interface DriftOptions {
  readonly delete: boolean;
  /** `ttl=60`: a top-level input, and its value as JSON or as text. */
  readonly set: readonly string[];
}

/**
 * Resolves to what is printed: without a name, the resources, on a terminal of so many columns. Throws UsageError and
 * CommandError.
 */
export async function drift(
  folder: string,
  given: string | undefined,
  options: DriftOptions,
  columns = Number.POSITIVE_INFINITY,
): Promise<Shown> {
  const resources = storedResources(folder);
  if (given === undefined) {
    if (options.delete || options.set.length > 0) throw withoutName(options);
    return resourceTable(resources, columns);
  }
  const resource = chooseResource(given, resources);
  const name = nameOf(resource, resources);
  if (options.delete === options.set.length > 0)
    throw new UsageError(
      options.delete ? '--delete and --set exclude each other: give one.' : '--delete or --set is needed.',
      `for example: npm run local -- drift ${name} --delete`,
    );
  const client = connectProvider(providerPort(folder, resource.type));
  try {
    await change(client, resource, options);
  } catch (error) {
    throw asCommandError(error, name, folder);
  } finally {
    client.close();
  }
  const what = options.delete ? 'deleted' : `changed (${options.set.join(', ')})`;
  return joined([
    shown`${name} is ${what} in the local cloud; the stack's state does not know it`,
    shown`  next    source .local/pulumi.env`,
    shown`          pulumi preview --refresh --diff`,
    shown`          pulumi up --refresh`,
  ]);
}

function withoutName(options: DriftOptions): UsageError {
  const option = options.delete ? '--delete' : '--set';
  return new UsageError(
    `${option} needs the name of a resource.`,
    `npm run local -- drift NAME ${option === '--set' ? `--set ${options.set[0]}` : option}; all names: npm run local -- drift`,
  );
}

function change(client: ProviderClient, resource: StoredResource, { set, ...options }: DriftOptions) {
  if (options.delete) return client.delete(resource);
  return client.update(resource, { ...resource.inputs, ...Object.fromEntries(set.map(assignment)) });
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

function asCommandError(error: unknown, name: string, folder: string): unknown {
  if (!(error instanceof ProviderCallError)) return error;
  if (error.code === 'provider-unreachable') return notRunning(folder);
  return new CommandError(`${name} was not changed: ${error.message}`, { cause: error });
}

const FOLDER = join(fileURLToPath(new URL('../../..', import.meta.url)), '.local');

/** Resolves to the exit status: 1 where the cloud refused the change, 2 where the command is wrong. */
export async function runDrift(resource: string | undefined, options: DriftOptions): Promise<number> {
  try {
    const out = terminal(process.stdout);
    out.line(await drift(FOLDER, resource, options, out.columns));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof CommandError)) throw error;
    printFailure(error.message);
    return error instanceof UsageError ? 2 : 1;
  }
}
