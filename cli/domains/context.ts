// The context of a command, from the options that all share, and the local cloud that runs in the folder: whether it has deployed the
// files as they are, and read its zone file.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { count, shown, UsageError, unreadableFile } from '@petstore/custom-domains/output';
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
import { assertFolder, assertStack, stackAdvice } from '../options.ts';
import { lastStart, notRunning, servedCloud } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { type Io, UnknownStateError } from './io.ts';

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
  readonly format?: string;
}

export interface Context extends Audience {
  readonly io: Io;
  readonly folder: string;
  readonly outputsFile?: string;
  /** The local cloud that runs in the folder, where the command is about it. */
  readonly local?: Ready;
  /** Whether there is DNS to read: the local stack has none while its cloud does not run. */
  readonly canRead: boolean;
  /** With a new reader, whose cache is empty. Throws UsageError where there is no DNS to read. */
  reads(): Reads;
  /** What the reader cannot see because of the options. */
  readonly notes: readonly string[];
  /** Why the DNS of the local cloud is not that of its zone file, which was refused. Undefined where it was read, and for any other stack. */
  stale(): string | undefined;
}

export type StackPlace = Pick<Context, 'folder' | 'stack' | 'outputsFile'>;

/** What hosts are read with, for whom. */
export interface Reads {
  readonly reader: Reader;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly audience: Audience;
  /** The certificate, in PEM, that signs those of the local cloud; undefined for any other stack. Throws UsageError where it was deleted. */
  authority(): string | undefined;
}

/** Throws UsageError where the folder has no file of the stack, unless `base` is given: the change may remove it, which `inspect` finds out;
 * and where `isEdit`, as the command changes a file, and none is named but the local one while it is served. */
export function openContext(options: SharedOptions & { base?: string }, io: Io, isEdit = false): Context {
  const folder = resolve(io.folder, options.dir ?? '.');
  assertFolder(folder);
  const running = readRunningCloud(folder);
  const stack = options.stack ?? (running === undefined ? 'production' : LOCAL_STACK);
  if (options.stack === undefined && running === undefined) {
    const unnamed = 'no stack is named, and npm run local does not run here';
    const fix = `name it with --stack; ${stackAdvice(stacksIn(folder))}`;
    if (isEdit) throw new UsageError(`No file was changed: ${unnamed}.`, fix);
    io.error(shown`note: ${unnamed}, so this is about ${stack}; --stack names another`);
  }
  if (options.base === undefined) assertStack(stack, folder);
  const local = stack === LOCAL_STACK ? running : undefined;
  const { authorityPort, outputs: outputsFile, resolverOnly = false, rootKeys, timeout } = options;
  const resolver = options.resolver ?? local?.dnsServer;
  const canRead = stack !== LOCAL_STACK || resolver !== undefined;
  const readerOptions = {
    ...{ resolver, resolverOnly, authorityPort, signal: io.signal },
    // The local cloud's zones are not signed, at port 53 neither, where the reader would take them for the internet's.
    trustAnchors: rootKeys !== undefined ? readRootKeys(resolve(io.folder, rootKeys)) : local && [],
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
  };
  const newReader = () => {
    // No other resolver knows the local stack's names.
    if (!canRead) throw notRunning(join(folder, '.local'));
    try {
      return createReader(readerOptions);
    } catch (error) {
      if (!(error instanceof ResolverError)) throw error;
      throw new UsageError(`${error.message}.`, 'for example --resolver 1.1.1.1');
    }
  };
  const internetFile = local && relative(io.folder, local.internetFile);
  // The local stack is the default only while it is served.
  const named = stack === LOCAL_STACK && running === undefined ? ['--stack', stack] : [];
  return {
    ...{ io, folder, stack, outputsFile, local, canRead, words: [...named, ...wordsOf(options)] },
    reading: wordsOf({ ...options, outputs: undefined }),
    internetFile,
    notes: limitsOf({ resolverOnly }),
    stale: () => internetFile && staleDns(folder, internetFile),
    reads() {
      const authority = () => local && authorityOf(local, io.folder);
      return { reader: newReader(), now: io.now(), signal: io.signal, audience: this, authority };
    },
  };
}

/** `Audience.words` of a command with these options. */
export function wordsOf(options: SharedOptions): string[] {
  const { outputs, dir, resolver, authorityPort, rootKeys, resolverOnly, timeout } = options;
  const given = { outputs, dir, resolver, timeout, 'root-keys': rootKeys, 'authority-port': authorityPort };
  const words = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  return resolverOnly ? [...words, '--resolver-only'] : words;
}

/** Undefined where no `npm run local` serves this folder. */
export function readRunningCloud(folder: string): Ready | undefined {
  return servedCloud(join(folder, '.local'));
}

/** The APIs of the local cloud that the command is about, with its credentials; undefined for any other stack. */
export function localAccess(local: Ready | undefined): Partial<Access> | undefined {
  const text = local && readPrivate(dirname(local.caFile), LOCAL_FILES.api);
  return text === undefined ? undefined : JSON.parse(text);
}

function authorityOf({ caFile }: Ready, from: string): string {
  try {
    return readFileSync(caFile, 'utf8');
  } catch (error) {
    const fix = `stop the local cloud and start it again, which writes it: ${lastStart(dirname(caFile))}`;
    throw new UsageError(`${relative(from, caFile)} ${unreadableFile(error)}.`, fix);
  }
}

const POLL_MS = 100;
const LIMIT_MS = 60_000;

/** Resolves when the running cloud has deployed, or refused, the files as they are now: until then its records and outputs do not match.
 * Throws UnknownStateError at the limit or the signal, and UsageError where the cloud does not run any more. */
export async function deploymentEnded({ io, folder, local }: Context, limitMs = LIMIT_MS): Promise<void> {
  const end = io.now().getTime() + limitMs;
  for (let waits = 0; local !== undefined && isDeploying(folder); waits += 1) {
    if (waits === 0) io.progress(shown`npm run local is deploying; waiting until it ends`);
    if (io.signal.aborted || io.now().getTime() > end)
      throw new UnknownStateError(
        `npm run local still deploys after ${limitMs / 1000} s, so the state of the local stack could not be found out.\n  its terminal shows what it waits for: run this again when it has ended`,
      );
    await io.sleep(POLL_MS);
  }
  if (local !== undefined) io.progress(shown``);
}

/** Also between the change of a file and the moment at which the running cloud notices it. */
function isDeploying(folder: string): boolean {
  const running = readRunningCloud(folder);
  if (running === undefined) throw notRunning(join(folder, '.local'));
  const { deployment, internetFile } = running;
  const [stack, internet] = [stackFile(folder, LOCAL_STACK), internetFile].map(stampOf);
  return deployment.isRunning || stack !== deployment.stackFile || internet !== deployment.internetFile;
}

const MOST_PROBLEMS = 5;

function staleDns(folder: string, internetFile: string): string | undefined {
  const problems = readRunningCloud(folder)?.deployment.refusedInternet ?? [];
  const named = problems.slice(0, MOST_PROBLEMS).map(({ path, what, fix }) => `${path} ${what}: ${fix}`);
  const outcome = 'so npm run local did not read it, and its DNS is that from before';
  return problems.length === 0
    ? undefined
    : `${internetFile} has ${count(problems.length, 'problem')}, ${outcome}: ${named.join('; ')}`;
}

/** As `deploymentEnded`, for what decides by DNS. Throws UnknownStateError too where DNS is out of date. */
export async function dnsSettled(context: Context, limitMs?: number): Promise<void> {
  await deploymentEnded(context, limitMs);
  const stale = context.stale();
  if (stale !== undefined) throw new UnknownStateError(stale);
}
