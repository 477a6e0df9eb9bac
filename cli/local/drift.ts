// `npm run local -- drift`: changes or deletes one resource of the local cloud behind Pulumi's back, as somebody does in a
// console, so that `pulumi refresh` and `pulumi preview --refresh` have something to find.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseUrn } from '@petstore/custom-domains/names';
import { type Shown, shown, table } from '@petstore/custom-domains/output';
import {
  connectProvider,
  ProviderCallError,
  type StoredResource,
} from '@petstore/local-cloud/provider/client';
import { CommandError } from '../command-error.ts';
import { reportError } from '../exit.ts';
import { localDestroyed, servedCloud } from '../served-cloud.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { checkpointFile, checkpointResources } from './engine-backend.ts';
import { isWrittenBy, START, writtenAddresses } from './engine-environment.ts';

export interface DriftOptions {
  readonly delete: boolean;
  /** `ttl=60`: a top-level input, and its value as JSON or as text. */
  readonly set: readonly string[];
}

const LIST = 'npm run local -- drift';
const FOLDER = join(import.meta.dirname, '../../.local');

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
  name: string | undefined,
  options: DriftOptions,
  columns = Number.POSITIVE_INFINITY,
): Promise<Shown> {
  const resources = storedResources(folder);
  const isChange = options.delete || options.set.length > 0;
  if (name === undefined && !isChange) {
    const rows = [...resources].map(([own, { type }]) => [own, kindOf(type)]);
    const next = shown`  next    ${LIST} NAME --delete, or --set ttl=60`;
    return shown`The resources of the local stack:\n\n${table(['NAME', 'TYPE'], rows, columns)}\n\n${next}`;
  }
  const resource = resources.get(name ?? '');
  if (name === undefined || resource === undefined)
    throw new UsageError(`The local stack has no resource "${name ?? ''}".`, `all of them: ${LIST}`);
  if (!isChange || (options.delete && options.set.length > 0))
    throw new UsageError('Either --delete or --set is needed.', `for example: ${LIST} ${name} --delete`);
  await change(folder, resource, name, options);
  const what = options.delete ? 'deleted' : `changed (${options.set.join(', ')})`;
  return shown`${name} is ${what} in the local cloud; the stack's state does not know it
  next    source .local/pulumi.env
          pulumi preview --refresh --diff
          pulumi up --refresh`;
}

async function change(folder: string, resource: StoredResource, name: string, options: DriftOptions) {
  const inputs = { ...resource.inputs, ...Object.fromEntries(options.set.map(assignment)) };
  const [provider = ''] = resource.type.split(':');
  // `aws:PORT,cloudflare:PORT`.
  const [, port] = new RegExp(`\\b${provider}:(\\d+)`).exec(writtenAddresses(folder)) ?? [];
  if (port === undefined) throw notRunning();
  const client = connectProvider(Number(port));
  try {
    await (options.delete ? client.delete(resource) : client.update(resource, inputs));
  } catch (error) {
    if (!(error instanceof ProviderCallError)) throw error;
    if (error.code === 'provider-unreachable') throw notRunning();
    const [what, fix] = [`${name} was not changed: ${error.message}`, inputsOf(resource)];
    if (error.code === 'inputs-refused') throw new UsageError(what, fix);
    throw new CommandError(`${what}\n  ${fix}`, { cause: error });
  } finally {
    client.close();
  }
}

const inputsOf = ({ inputs }: StoredResource): string => `its inputs: ${Object.keys(inputs).join(', ')}`;

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

interface Stored extends StoredResource {
  readonly custom: boolean;
  /** It was replaced, and is still to be deleted: it has the URN of what replaced it. */
  readonly delete?: boolean;
}

/** `DnsRecord` of `cloudflare:index/dnsRecord:DnsRecord`. */
const kindOf = (type: string): string => type.split(':').at(-1) ?? type;

/**
 * Custom resources as the state orders them, each by the shortest name that no other one has: its logical name, the same with its
 * kind (`Bucket::docs`), or its URN.
 * Throws UsageError where no local cloud with the engine runs here, or its stack is destroyed.
 */
function storedResources(folder: string): ReadonlyMap<string, StoredResource> {
  const run = servedCloud(folder);
  if (run === undefined || !isWrittenBy(folder, run) || !existsSync(checkpointFile(folder)))
    throw notRunning();
  const all = checkpointResources<Stored>(folder).filter(
    ({ custom, type, delete: isReplaced = false }) => custom && !isReplaced && !type.startsWith('pulumi:'),
  );
  if (all.length === 0) throw localDestroyed();
  const namesOf = ({ urn, type }: Stored) => {
    const { name } = parseUrn(urn);
    return [name, `${kindOf(type)}::${name}`];
  };
  const uses = Map.groupBy(all.flatMap(namesOf), (name) => name);
  const nameOf = (one: Stored) => namesOf(one).find((name) => uses.get(name)?.length === 1) ?? one.urn;
  return new Map(all.map((one) => [nameOf(one), one]));
}

function notRunning(): UsageError {
  return new UsageError(
    'No local cloud with the Pulumi engine runs here, and without it nothing finds a drift.',
    `start it in another terminal, after Ctrl-C where one without it runs: ${START}`,
  );
}
