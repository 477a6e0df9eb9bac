// One run of the local stack: start, deploy, print the addresses, follow changes, stop cleanly. It has `.local/` for itself, by a lock,
// and for its owner alone: that holds an API key, the certificate authority's key and the secret of a run.
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shown, terminal, UsageError } from '@petstore/custom-domains/output';
import { startCloud } from '@petstore/local-cloud/cloud';
import { startServer } from '@petstore/local-cloud/dns/server';
import { listenOnLoopback } from '@petstore/local-cloud/listen';
import { CommandError } from '../command-error.ts';
import { printFailure, reportError } from '../exit.ts';
import { LOCAL_FILES, removeFile, writeJson } from '../local-files.ts';
import { acquireLock, ownLock } from '../lock-file.ts';
import { saveStart } from '../served-cloud.ts';
import { unwritableIn } from '../unwritable.ts';
import { cloudLog } from './cloud-log.ts';
import { ENVIRONMENT_FILE } from './engine-environment.ts';
import { localAccess } from './local-access.ts';
import { Session } from './session.ts';
import { inputProblems, planStart, type StartOptions } from './start-plan.ts';

/** Where a host can be moved from, to practise: internet.zone has hosts that lead there. */
const OTHER_PLATFORM = 'shops.platform.example';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the domains page of the project's folder. */
type ServePage = (
  folder: string,
  signal: AbortSignal,
) => Promise<{ readonly url: string; close(): Promise<unknown> }>;

/** Runs until Ctrl-C. Resolves to the exit status: 0 stopped by the user, 1 could not start, 2 the config is wrong, a port is taken, or `.local` cannot be written. */
export async function runLocal(options: StartOptions, servePage: ServePage): Promise<number> {
  const out = terminal(process.stdout);
  const folder = join(ROOT, '.local');
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  onStopSignal(() => stop.abort(new Error('stopped')));
  let lock: { release: () => void } | undefined;
  /** Closed when the run ends, the last one first. */
  const opened: { close(): Promise<unknown> }[] = [];
  try {
    // From here on, what this process and those that it starts create is for the owner alone: folders 0700, files 0600.
    process.umask(0o077);
    // The functions run in threads of this process, and Lambda's time zone is UTC.
    process.env.TZ = 'UTC';
    lock = lockFolder(folder);
    // Whatever ends the process, such as a full disk.
    process.on('exit', lock.release);
    // What the cloud's store writes has no caller.
    process.on('uncaughtException', (error) => end(unwritableIn(folder, error) ?? error));
    // `.local` itself may be a link to a folder elsewhere.
    makePrivate(realpathSync(folder));
    removeFile(folder, LOCAL_FILES.ready);
    const { plan, internetFile, sources } = planStart(ROOT, folder, options);
    await assertFree(options);
    if (options.fresh) {
      const deleted = deleteEarlier(folder, options.engine);
      out.line(shown`Deleted in .local: ${deleted.join(', ') || 'nothing'}`);
      out.line(
        shown`Your hosts and records are kept; without them: git checkout -- Pulumi.local.yaml cli/local/internet.zone`,
      );
    }
    // Each engine has the state of its own deployments only, so each has a cloud of its own.
    const own = options.engine ? join(folder, 'engine') : folder;
    mkdirSync(own, { recursive: true });
    const cloud = await startCloud({
      folder: own,
      otherPlatform: OTHER_PLATFORM,
      region: plan.region,
      ports: { https: options.port, http: options.httpPort, dns: options.dnsPort },
      internetFile,
      log: cloudLog(join(folder, LOCAL_FILES.log), terminal(process.stderr)),
    });
    opened.push(cloud);
    writeJson(folder, LOCAL_FILES.api, localAccess(cloud));
    const page = await servePage(ROOT, signal);
    const session = new Session({
      ...{ root: ROOT, folder, cloud, sources, out, signal, engine: options.engine },
      dashboardUrl: page.url,
    });
    opened.push(session, page);
    await session.start(plan);
    saveStart(folder, process.argv.slice(2));
    await stopped;
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    const problems = inputProblems(error);
    const refused = unwritableIn(folder, error);
    if (refused !== undefined) end(refused);
    printFailure(problems ?? (error as Error).message);
    return problems === undefined ? 1 : 2;
  } finally {
    if (signal.aborted) out.line(shown`\n  Stopping: current requests are completed first.`);
    // Without the lock, the file belongs to another run.
    if (lock !== undefined) removeFile(folder, LOCAL_FILES.ready);
    const closeAll = async () => {
      for (const one of opened.toReversed()) await one.close();
    };
    await endInTime(closeAll());
    // A deployment that was under way may have written it once more.
    if (lock !== undefined)
      for (const name of ['ready', 'api'] as const) removeFile(folder, LOCAL_FILES[name]);
  }
}

/** The run cannot go on, and has nothing to close: what it would write then cannot be written either. */
function end(error: unknown): never {
  reportError(error);
  process.exit();
}

/** Throws UsageError for taken ports, all of them at once, before anything is deleted. */
async function assertFree({ port, httpPort, dnsPort }: StartOptions): Promise<void> {
  const tcp = async (number: number, option: string) =>
    (await listenOnLoopback(createServer(), number, option)).stop();
  const dns = async () => (await startServer(dnsPort, '--dns-port', () => undefined)).close();
  const probes = [tcp(port, '--port'), tcp(httpPort, '--http-port'), dns()];
  const taken = (await Promise.allSettled(probes)).flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as Error).message] : [],
  );
  if (taken.length > 0) throw new UsageError('The local cloud cannot listen.', taken.join('\n  '));
}

const OTHERS = 0o077;

/** Takes the rights of all others from the folder and from what is in it; links are not followed. */
export function makePrivate(path: string): void {
  // Absent where another program, such as a run of the engine, has just removed it.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & OTHERS) !== 0) chmodSync(path, found.mode & 0o7777 & ~OTHERS);
  if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}

const LOCK = 'lock';
/** That of this process, while it has the folder. */
export const LOCK_FILE = ownLock(LOCK);

/** Locks the folder. Throws CommandError where a running process holds the lock. */
export function lockFolder(folder: string): { release: () => void } {
  // Not `recursive`: with it, Node reports a read-only file system as ENOENT.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(folder);
  const lock = acquireLock(join(folder, LOCK));
  if ('release' in lock) return lock;
  const { heldBy } = lock;
  throw new CommandError(
    `another "npm run local" of this folder is running (process ${heldBy}): stop it with Ctrl-C there, or kill ${heldBy}`,
  );
}

/** With Pulumi's engine the cloud and the state are in folders of their own. */
const OF_ENGINE: ReadonlySet<string> = new Set(['engine', 'pulumi', ENVIRONMENT_FILE]);

/** What earlier runs of one of the two engines have left; that of the other one stays. Returns the names. */
export function deleteEarlier(folder: string, engine: boolean): string[] {
  const names = readdirSync(folder).filter((name) => name !== LOCK_FILE && OF_ENGINE.has(name) === engine);
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  return names;
}

/** Longer than the longest request (API Gateway's 30 s). */
const STOP_LIMIT_MS = 40_000;
const PARENT_EVERY_MS = 1_000;

/** The first signal stops cleanly, the second at once. A reader of the output that has gone, as `head` does, stops it too. */
function onStopSignal(stop: () => void): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(130);
    isStopping = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  const parent = process.ppid;
  // npm ends its shell at SIGTERM, and the shell does not pass it on: then this process has another parent.
  const isOrphan = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
  setInterval(() => isOrphan() && !isStopping && onSignal(), PARENT_EVERY_MS).unref();
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' && !isStopping) onSignal();
  });
}

/** Ends the process where that takes too long. */
export async function endInTime(closing: Promise<void>): Promise<void> {
  const limit = setTimeout(() => process.exit(1), STOP_LIMIT_MS);
  await closing;
  clearTimeout(limit);
}
