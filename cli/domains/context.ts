// The context of a command, from the options that all share, and the local cloud that runs in the folder: whether it has deployed the
// files as they are, and read its zone file.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { count, shown, unreadableFile } from '@petstore/custom-domains/output';
import {
  createReader,
  limitsOf,
  type Reader,
  ResolverError,
  readRootKeys,
} from '@petstore/custom-domains/preflight';
import { stackFile, stacksIn } from '../../infra/config/stack-file.ts';
import type { Access } from '../../infra/hosts/zone-apis.ts';
import type { Audience } from '../../infra/plan/stack-option.ts';
import { LOCAL_FILES, type Ready, readPrivate, stampOf } from '../local-files.ts';
import { assertFolder, assertStack } from '../options.ts';
import { lastStart, notRunning, servedCloud } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { UsageError } from '../usage-error.ts';
import { type Io, UnknownStateError } from './io.ts';

/** The options of all commands, as commander passes them. */
export interface SharedOptions {
  readonly stack?: string;
  readonly dir?: string;
  readonly outputs?: string;
  readonly resolver?: string;
  readonly resolverOnly?: boolean;
  readonly authorityPort?: number;
  /** The file with the keys of the root zone. */
  readonly rootKeys?: string;
  /** Seconds for one DNS packet. */
  readonly timeout?: number;
  /** Of a command that has several: `text`, unless it is named. */
  readonly format?: string;
}

/** The words of the options that hold for any stack, for a printed command: where the project is, and how DNS is read. */
export function sharedWords(given: Omit<SharedOptions, 'stack' | 'outputs'>): readonly string[] {
  const { dir, resolver, resolverOnly, authorityPort, rootKeys } = given;
  return [
    ...(dir === undefined ? [] : ['--dir', dir]),
    ...(resolver === undefined ? [] : ['--resolver', resolver]),
    ...(resolverOnly ? ['--resolver-only'] : []),
    ...(authorityPort === undefined ? [] : ['--authority-port', String(authorityPort)]),
    ...(rootKeys === undefined ? [] : ['--root-keys', rootKeys]),
  ];
}

/** The same, with what is deployed: for a command that is run at once, and not after a deployment. */
export function readingWords({ outputsFile, reading }: Context): readonly string[] {
  return [...(outputsFile === undefined ? [] : ['--outputs', outputsFile]), ...reading];
}

/** It is the audience of what the command prints too. */
export interface Context extends Audience {
  readonly io: Io;
  /** That of the project. */
  readonly folder: string;
  /** --outputs */
  readonly outputsFile?: string;
  /** The local cloud that runs in the folder, where the command is about it. */
  readonly local?: Ready;
  /** Whether there is DNS to read: the local stack has none while its cloud does not run. */
  readonly canRead: boolean;
  /** A new one with an empty cache. Throws UsageError where there is no DNS to read. */
  newReader(): Reader;
  /** As `sharedWords` has them. */
  readonly reading: readonly string[];
  /** What the reader cannot see because of the options. */
  readonly notes: readonly string[];
}

/** A stack's file. */
export type StackPlace = Pick<Context, 'folder' | 'stack' | 'outputsFile'>;

/**
 * Throws UsageError where the folder has no file of the stack. With `base`, a git revision, that may be because the change
 * removes it, which `inspect` finds out.
 */
export function openContext(options: SharedOptions & { readonly base?: string }, io: Io): Context {
  const folder = resolve(io.folder, options.dir ?? '.');
  const running = readRunningCloud(folder);
  const stack = options.stack ?? (running === undefined ? 'production' : LOCAL_STACK);
  if (options.base === undefined) assertStack(stack, folder);
  else assertFolder(folder);
  if (options.stack === undefined && stack !== LOCAL_STACK)
    io.error(
      shown`note: no stack is named, and npm run local does not run here, so this is about ${stack}; --stack names another`,
    );
  const local = stack === LOCAL_STACK ? running : undefined;
  const resolver = options.resolver ?? local?.dnsServer;
  const { authorityPort, resolverOnly = false, timeout, rootKeys } = options;
  const canRead = stack !== LOCAL_STACK || resolver !== undefined;
  const readerOptions = {
    ...{ resolver, resolverOnly, authorityPort, signal: io.signal },
    // The local cloud's zones are not signed, at port 53 neither, where the reader would take them for the internet's.
    trustAnchors: rootKeys !== undefined ? rootKeysOf(resolve(io.folder, rootKeys)) : local && [],
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
  };
  const newReader = () => {
    // No other resolver knows the local stack's names.
    if (!canRead) throw notRunning(join(folder, '.local'));
    try {
      return createReader(readerOptions);
    } catch (error) {
      throw error instanceof ResolverError
        ? new UsageError(`${error.message}.`, 'for example --resolver 1.1.1.1')
        : error;
    }
  };
  const notes = limitsOf({ resolverOnly });
  const reading = sharedWords(options);
  // A local cloud that was started by an earlier version does not write it.
  const file: string | undefined = local?.internetFile;
  const internetFile = file && relative(io.folder, file);
  return {
    ...{ io, folder, stack, outputsFile: options.outputs, internetFile },
    ...{ local, canRead, newReader, reading, notes },
  };
}

/** Where DNS is read, when, until which signal, and for whom. */
export interface Reads {
  readonly reader: Reader;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly audience: Audience;
}

/** With a new reader, whose cache is empty. Throws UsageError where there is no DNS to read. */
export function readsOf({ newReader, io, stack, internetFile, reading }: Context): Reads {
  const audience = { stack, internetFile, reading };
  return { reader: newReader(), now: io.now(), signal: io.signal, audience };
}

function rootKeysOf(file: string) {
  const read = readRootKeys(file);
  if ('keys' in read) return read.keys;
  throw new UsageError(`--root-keys ${file} ${read.what}.`, read.fix);
}

/** Of a command that changes a file: none is by default, but the local one while it is served. Throws UsageError. */
export function openToEdit(options: SharedOptions, io: Io): Context {
  const folder = resolve(io.folder, options.dir ?? '.');
  assertFolder(folder);
  if (options.stack === undefined && readRunningCloud(folder) === undefined)
    throw new UsageError(
      'No stack is named, and npm run local does not run here, so no file was changed.',
      `name it with --stack: ${stacksIn(folder).join(', ')}`,
    );
  return openContext(options, io);
}

/** Undefined where no `npm run local` serves this folder. */
export function readRunningCloud(folder: string): Ready | undefined {
  return servedCloud(join(folder, '.local'));
}

/** The APIs of the local cloud that the command is about, with its credentials; undefined for any other stack. */
export function localAccess({ folder, local }: Context): Partial<Access> | undefined {
  const text = local && readPrivate(join(folder, '.local'), LOCAL_FILES.api);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The certificate, in PEM, that signs those of the local cloud; undefined for any other stack. Throws UsageError where it was deleted. */
export function localAuthority({ io, folder, local }: Context): string | undefined {
  if (local === undefined) return undefined;
  try {
    return readFileSync(local.caFile, 'utf8');
  } catch (error) {
    const fix = `stop the local cloud and start it again, which writes it: ${lastStart(join(folder, '.local'))}`;
    throw new UsageError(`${relative(io.folder, local.caFile)} ${unreadableFile(error)}.`, fix);
  }
}

const POLL_MS = 100;
const LIMIT_MS = 60_000;

/**
 * Resolves when the running cloud has deployed, or refused, the files as they are now: until then its records and its outputs do not
 * belong together. Throws UnknownStateError at the limit or the signal, and UsageError where the cloud does not run any more.
 */
export async function deploymentEnded({ io, folder, local }: Context, limitMs = LIMIT_MS): Promise<void> {
  if (local === undefined) return;
  const end = io.now().getTime() + limitMs;
  for (let waits = 0; ; waits += 1) {
    const running = readRunningCloud(folder);
    if (running === undefined) throw notRunning(join(folder, '.local'));
    if (!isDeploying(folder, running)) break;
    if (waits === 0) io.progress(shown`npm run local is deploying; waiting until it ends`);
    if (io.signal.aborted || io.now().getTime() > end)
      throw new UnknownStateError(
        `npm run local still deploys after ${limitMs / 1000} s, so the state of the local stack could not be found out.\n  its terminal shows what it waits for: run this again when it has ended`,
      );
    await io.sleep(POLL_MS);
  }
  io.progress(shown``);
}

/** Also between the change of a file and the moment at which the running cloud notices it. */
function isDeploying(folder: string, { deployment, internetFile }: Ready): boolean {
  // A local cloud that was started by an earlier version did not write these.
  if (deployment === undefined || internetFile === undefined) return false;
  const [stack, internet] = [stackFile(folder, LOCAL_STACK), resolve(folder, internetFile)].map(stampOf);
  return deployment.isRunning || stack !== deployment.stackFile || internet !== deployment.internetFile;
}

const MOST_PROBLEMS = 5;

/**
 * Why the DNS of the local cloud is not that of its zone file: that has mistakes, of which the first are named, so that it was refused.
 * Undefined where it was read, and for any other stack.
 */
export function staleDns({ folder, local, io }: Context): string | undefined {
  const { internetFile, deployment } = (local && readRunningCloud(folder)) ?? {};
  const problems = deployment?.refusedInternet;
  if (problems === undefined || internetFile === undefined) return undefined;
  const file = relative(io.folder, resolve(folder, internetFile));
  const named = problems.slice(0, MOST_PROBLEMS).map(({ path, what, fix }) => `${path} ${what}: ${fix}`);
  const outcome = 'so npm run local did not read it, and its DNS is that from before';
  return `${file} has ${count(problems.length, 'problem')}, ${outcome}: ${named.join('; ')}`;
}

/** Nothing is decided by DNS that is out of date. Throws UnknownStateError. */
export function assertFreshDns(context: Context): void {
  const stale = staleDns(context);
  if (stale !== undefined) throw new UnknownStateError(stale);
}
