// The context of a command, from the options that all share: the folder, the stack, and a DNS reader.
import { join, relative, resolve } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import { createReader, limitsOf, type Reader, ResolverError } from '@petstore/custom-domains/preflight';
import { stacksIn } from '../../infra/config/stack-file.ts';
import type { StepOptions } from '../../infra/hosts/external-host.ts';
import { assertFolder, assertStack } from '../options.ts';
import { notRunning } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { UsageError } from '../usage-error.ts';
import type { Io } from './io.ts';
import { cloudStopped, type LocalPlace, readRunningCloud } from './running-cloud.ts';

/** The options of all commands, as commander passes them. */
export interface SharedOptions {
  readonly stack?: string;
  readonly dir?: string;
  readonly outputs?: string;
  readonly resolver?: string;
  readonly resolverOnly?: boolean;
  readonly authorityPort?: number;
  /** Seconds for one DNS packet. */
  readonly timeout?: number;
}

/** A stack's file, in the project's folder. */
export interface StackPlace {
  readonly folder: string;
  readonly stack: string;
  /** --outputs */
  readonly outputsFile?: string;
}

/** The same, where git is asked about it. */
export interface GitPlace extends StackPlace {
  readonly io: Io;
}

export interface Context extends GitPlace, LocalPlace {
  /** Whether there is DNS to read: the local stack has none while its cloud does not run. */
  readonly canRead: boolean;
  /** A new one with an empty cache. Throws UsageError where there is no DNS to read. */
  newReader(): Reader;
  /** What the reader cannot see because of the options. */
  readonly notes: readonly string[];
}

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
      shown`note: ${cloudStopped(folder) ?? 'no stack is named'}, so this is about ${stack}; --stack names another`,
    );
  const local = stack === LOCAL_STACK ? running : undefined;
  const resolver = options.resolver ?? local?.dnsServer;
  const { authorityPort, resolverOnly = false, timeout } = options;
  const canRead = stack !== LOCAL_STACK || resolver !== undefined;
  const reading = {
    resolver,
    resolverOnly,
    authorityPort,
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    signal: io.signal,
  };
  const newReader = () => {
    // No other resolver knows the local stack's names.
    if (!canRead) throw notRunning(join(folder, '.local'));
    try {
      return createReader(reading);
    } catch (error) {
      if (!(error instanceof ResolverError)) throw error;
      throw new UsageError(`${error.message}.`, 'for example --resolver 1.1.1.1');
    }
  };
  const notes = limitsOf({ resolverOnly });
  return { io, folder, stack, outputsFile: options.outputs, local, canRead, newReader, notes };
}

/**
 * The context of a command that changes a stack's file: of the one that --stack names, without it of the local stack while
 * `npm run local` serves it. Throws UsageError where there is neither.
 */
export function openToEdit(options: SharedOptions, io: Io): Context {
  const folder = resolve(io.folder, options.dir ?? '.');
  assertFolder(folder);
  if (options.stack === undefined && readRunningCloud(folder) === undefined) {
    const stopped = cloudStopped(folder);
    throw new UsageError(
      `No stack is named${stopped === undefined ? '' : `, and ${stopped}`}, so no file was changed.`,
      `name it with --stack: ${stacksIn(folder).join(', ')}`,
    );
  }
  return openContext(options, io);
}

/** For the next steps of its external hosts. */
export function stepOptions({ stack, local, io }: Context): StepOptions {
  // A local cloud that was started by an earlier version does not write it.
  const file: string | undefined = local?.internetFile;
  return { stack, internetFile: file && relative(io.folder, file) };
}
