// The local stack deployed by the real Pulumi engine, with a file backend under `.local/`: the file of its state, and its lock, one JSON
// file for each run that changes the stack. https://github.com/pulumi/pulumi/blob/master/pkg/backend/diy/lock.go
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { CancelledError } from '@petstore/local-cloud/engine/deployment';
import { serveProviders } from '@petstore/local-cloud/provider/packages';
import { CommandError } from '../command-error.ts';
import { findPulumi } from '../executables.ts';
import { writePrivate } from '../local-files.ts';
import { isRunning } from '../lock-file.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';
import {
  ENVIRONMENT_FILE,
  engineEnvironment,
  environmentFile,
  NO_PULUMI,
  START,
  UNLOCK,
  writtenAddresses,
} from './engine-environment.ts';
import { type Deployer, requireSameRegion } from './local-stack.ts';

interface EngineStackOptions {
  readonly root: string;
  readonly folder: string;
  readonly cloud: Cloud;
  readonly region: string;
  readonly signal: AbortSignal;
  /** A connection was refused, for the reason in the text. */
  readonly onRefused: (text: string) => void;
  /** What the engine prints of a resource that it has created; of its beginning nothing is passed on. */
  readonly onCreated: (line: string) => void;
  /** What it prints else. */
  readonly onLine: (line: string) => void;
}

const REFUSED = 'a connection to the providers was refused: not of this user, by /proc/net/tcp or lsof';

const BEGINS = '  … stack      deployed by pulumi up: from empty, it takes half a minute';

/** Serves the providers and creates the stack; throws CommandError where there is no `pulumi`. */
export async function startEngineStack(options: EngineStackOptions) {
  const { root, folder, cloud, signal } = options;
  const pulumi = findPulumi();
  if (pulumi === undefined) throw new CommandError(NO_PULUMI);
  // A shell that sourced the file of the last run still reaches them, where their ports are free.
  const earlier = writtenAddresses(folder);
  let isRefusing = false;
  const onRefused = () => {
    if (!isRefusing) options.onRefused(REFUSED);
    isRefusing = true;
  };
  const providers = await serveProviders(cloud.registry, options.region, earlier, onRefused);
  const environment = engineEnvironment(root, folder, cloud, providers.addresses);
  mkdirSync(join(folder, 'pulumi'), { recursive: true });
  writePrivate(folder, ENVIRONMENT_FILE, environmentFile(environment, root));
  const engine = { pulumi, root, environment, signal };
  // Where nothing is a terminal, it is the only line for as long as that takes.
  options.onLine(BEGINS);
  await runPulumi(engine, ['stack', 'select', LOCAL_STACK, '--create', '--non-interactive']);

  /** Without the table of the keys, which every deployed stack has, the stack is destroyed or only begun. */
  async function readOutputs(): Promise<Record<string, unknown> | undefined> {
    const { out } = await runPulumi(engine, ['stack', 'output', '--json']);
    const outputs = JSON.parse(out) as Record<string, unknown>;
    return outputs.tables === undefined ? undefined : outputs;
  }

  return {
    /** The program itself reads the config and builds the content. */
    async deploy({ region }: { readonly region: string }, _artifacts?: unknown, ended = signal) {
      requireSameRegion(region, deployedRegion(folder), `${START} --fresh`);
      // Nobody approves a preview here: with it, the program runs twice, and the first deployment takes 20 s in place of 13 s.
      // Without its outputs, a hundred lines that the last ones of the start, `domains status` and `pulumi stack output` say too.
      const shown = ['--color', 'never', '--suppress-outputs', '--suppress-progress'];
      const up = ['up', '--yes', '--skip-preview', '--non-interactive', ...shown];
      const { status, endedBy } = await runPulumi({ ...engine, signal: ended }, up, options);
      const deployment = { outputs: undefined, changes: [], failures: [] };
      if (ended.aborted) return { ...deployment, error: new CancelledError() };
      const what = endedBy ? `was ended by ${endedBy}` : 'could not deploy everything: see above';
      const fix = isLocked(folder) ? `\n  the stack is locked; ${UNLOCK}` : '';
      const failed = new CommandError(`the engine ${what}${fix}`);
      return { ...deployment, outputs: await readOutputs(), error: status === 0 ? undefined : failed };
    },
    shared: {
      stateFile: checkpointFile(folder),
      lockHolder: () => lockHolder(folder),
      outputs: readOutputs,
    },
    close: () => providers.close(),
  } satisfies Deployer;
}

type EngineRun = Pick<EngineStackOptions, 'root' | 'signal'> &
  Record<'pulumi', string> & { environment: Record<string, string> };

const BEGUN = /^ *[+~-]+ .*ing \(\d+s\)\s*(\[diff: .*\])?\s*$/;
/** Of the stack itself: its warnings and errors are among the diagnostics again. */
const OF_STACK = /^ {4}pulumi:pulumi:Stack /;
const CREATED = /^ *\+ +\S+ \S+ created \(\S+\)\s*$/;
/** With how long a resource took, one line in three is longer than 80 columns. */
const TOOK = / \([\d.]+s\)/;

/** A run whose lines nobody gets throws where it fails; any other has printed the reason, unless a signal ended it: `endedBy`. */
async function runPulumi(
  { pulumi, root, environment, signal }: EngineRun,
  args: readonly string[],
  print?: Pick<EngineStackOptions, 'onCreated' | 'onLine'>,
): Promise<{ status: number; out: string; endedBy?: NodeJS.Signals }> {
  const child = spawn(pulumi, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    // A process group of its own: Ctrl-C of a terminal is sent to the whole group, and the engine would count it and the
    // signal below as the two that end it at once, which leaves the stack locked and resources that no state has.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The engine cancels its operations and leaves a stack that can be deployed again.
  const interrupt = () => child.kill('SIGINT');
  signal.addEventListener('abort', interrupt, { once: true });
  // The second Ctrl-C ends this process at once, and the engine with it.
  process.once('exit', interrupt);
  try {
    const streams = [child.stdout, child.stderr];
    const onLine = (line: string) => {
      if (BEGUN.test(line) || OF_STACK.test(line)) return;
      (CREATED.test(line) ? print?.onCreated : print?.onLine)?.(line.replace(TOOK, '').trimEnd());
    };
    if (print !== undefined) for (const input of streams) createInterface({ input }).on('line', onLine);
    const texts = print === undefined ? streams.map((stream) => text(stream)) : [];
    const ended = once(child, 'close').catch(({ message }) => {
      // As where its interpreter is missing, or it is of another machine's kind: it is there, and may be executed.
      const fix = 'get it anew  https://www.pulumi.com/docs/install/';
      throw new CommandError(`${pulumi} cannot be started (${message})\n  ${fix}`);
    });
    const [[code, endedBy], out = '', errors = ''] = await Promise.all([ended, ...texts]);
    if (code !== 0 && print === undefined)
      throw new CommandError(`pulumi ${args.join(' ')}: ${errors.trim()}`);
    return { status: code ?? 1, out, endedBy };
  } finally {
    signal.removeEventListener('abort', interrupt);
    process.off('exit', interrupt);
  }
}

/** `folder`: `.local/`. */
export function checkpointFile(folder: string): string {
  return join(folder, 'pulumi', '.pulumi', 'stacks', PROJECT, `${LOCAL_STACK}.json`);
}

/** By the tables: the output `region` is what the last run was given. Undefined without tables. */
export function deployedRegion(folder: string): string | undefined {
  type Read = { readonly type: string; readonly outputs?: { readonly arn?: string } };
  const file = checkpointFile(folder);
  if (!existsSync(file)) return undefined;
  const { checkpoint } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly checkpoint: { readonly latest?: { readonly resources?: readonly Read[] } };
  };
  const table = checkpoint.latest?.resources?.find(({ type }) => type === 'aws:dynamodb/table:Table');
  return table?.outputs?.arn?.split(':')[3];
}

/** Whether a run has the stack, or was killed and has left its lock. */
export function isLocked(folder: string): boolean {
  return lockFiles(folder).length > 0;
}

function lockFiles(folder: string): string[] {
  const locks = join(folder, 'pulumi', '.pulumi', 'locks', 'organization', PROJECT, LOCAL_STACK);
  const files = existsSync(locks) ? readdirSync(locks) : [];
  return files.filter((name) => name.endsWith('.json')).map((name) => join(locks, name));
}

/**
 * The id of the running process that holds the lock of the stack. Not this one, which never runs Pulumi in itself: a killed run had
 * its id. Of such a run, the engine itself says how its lock is removed.
 */
export function lockHolder(folder: string): number | undefined {
  try {
    const runs = lockFiles(folder).map((file) => JSON.parse(readFileSync(file, 'utf8')) as { pid: number });
    return runs.find((run) => run.pid !== process.pid && isRunning(run))?.pid;
  } catch {
    // One that is written or removed at this moment.
    return undefined;
  }
}
