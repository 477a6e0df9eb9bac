// The local cloud that runs in a folder, from .local/ready.json: whether it has deployed the files as they are, and read its zone file.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { count, shown } from '@petstore/custom-domains/output';
import type { ZoneFileProblem } from '@petstore/local-cloud/dns/zone-file-error';
import { stackFile } from '../../infra/config/stack-file.ts';
import { LOCAL_FILES, type Ready, stampOf } from '../local-files.ts';
import { lastStart, notRunning, servedCloud } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { UnknownStateError } from './errors.ts';
import type { Io } from './io.ts';

/** The project's folder, with the local cloud that runs there where the command is about it. */
export interface LocalPlace {
  readonly io: Io;
  readonly folder: string;
  readonly local?: Ready;
}

export function localFile(folder: string, name: keyof typeof LOCAL_FILES): string {
  return join(folder, '.local', LOCAL_FILES[name]);
}

/** Why there is no local stack to read, for whoever works on it: the shell has .local/pulumi.env, or a run has written its log. */
export function cloudStopped(folder: string): string | undefined {
  const wasUsed = process.env.PULUMI_STACK === LOCAL_STACK || existsSync(localFile(folder, 'log'));
  return wasUsed
    ? `the local cloud does not run here (${lastStart(join(folder, '.local'))} starts it)`
    : undefined;
}

/** Undefined where no `npm run local` serves this folder. */
export function readRunningCloud(folder: string): Ready | undefined {
  return servedCloud(join(folder, '.local'));
}

const POLL_MS = 100;
const LIMIT_MS = 60_000;

/**
 * Resolves when the running cloud has deployed, or refused, the files as they are now: until then its records and its outputs do
 * not belong together. At once for any other stack. Throws UnknownStateError where the limit passes or the signal comes, and
 * UsageError where the cloud does not run any more.
 */
export async function deploymentEnded({ io, folder, local }: LocalPlace, limitMs = LIMIT_MS): Promise<void> {
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

/**
 * The zone file of the local internet has a mistake, so that the local cloud refused it: its DNS is that from before. Exit status 3
 * of whatever reads DNS then.
 */
export interface StaleDns {
  /** From the folder of the command. */
  readonly file: string;
  readonly problems: readonly ZoneFileProblem[];
}

/** As the running cloud reports it now; undefined where its DNS is that of the present file, and for any other stack. */
export function staleDns({ folder, local, io }: LocalPlace): StaleDns | undefined {
  const running = local && readRunningCloud(folder);
  const problems = running?.deployment?.refusedInternet;
  if (problems === undefined || running?.internetFile === undefined) return undefined;
  return { file: relative(io.folder, resolve(folder, running.internetFile)), problems };
}

/** Nothing can be decided by that DNS. Throws UnknownStateError. */
export function assertFreshDns(context: LocalPlace): void {
  const stale = staleDns(context);
  if (stale !== undefined) throw new UnknownStateError(staleNote(stale));
}

/** With the first of its problems: the terminal of `npm run local` lists all. */
export function staleNote({ file, problems }: StaleDns): string {
  const [first] = problems;
  const outcome = 'so npm run local did not read it, and its DNS is that from before';
  return `${file} has ${count(problems.length, 'problem')}, ${outcome}: ${first?.path} ${first?.what}: ${first?.fix}`;
}
