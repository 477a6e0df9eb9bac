// The end of the deployment that `npm run local` makes: until then its records and its outputs do not belong together.
import { join, resolve } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import { stackFile } from '../../infra/config/stack-file.ts';
import { hashSources } from '../deployed-sources.ts';
import { notRunning } from '../served-cloud.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import type { LocalPlace } from './context.ts';
import { type RunningCloud, readRunningCloud } from './running-cloud.ts';
import { UnknownStateError } from './unknown-state-error.ts';

const POLL_MS = 100;
const LIMIT_MS = 60_000;

/**
 * Resolves when the running cloud has deployed, or refused, the files as they are now; at once for any other stack. Throws
 * UnknownStateError where the limit passes or the signal comes, and UsageError where the cloud stops meanwhile.
 */
export async function deploymentEnded({ io, folder, local }: LocalPlace, limitMs = LIMIT_MS): Promise<void> {
  if (local === undefined || !isDeploying(folder, local)) return;
  io.progress(shown`npm run local is deploying; waiting until it ends`);
  const end = io.now().getTime() + limitMs;
  while (isDeploying(folder, runningCloud(folder))) {
    if (io.signal.aborted || io.now().getTime() > end) throw stillDeploying(limitMs);
    await io.sleep(POLL_MS);
  }
  io.progress(shown``);
}

/** Also between the change of a file and the moment at which the running cloud notices it. */
function isDeploying(folder: string, { deployment, internetFile }: RunningCloud): boolean {
  if (deployment === undefined || internetFile === undefined) return false;
  const present = hashSources({
    stackFile: stackFile(folder, LOCAL_STACK),
    internetFile: resolve(folder, internetFile),
  });
  return (
    deployment.isRunning ||
    present.stackFile !== deployment.stackFile ||
    present.internetFile !== deployment.internetFile
  );
}

function runningCloud(folder: string): RunningCloud {
  const running = readRunningCloud(folder);
  if (running === undefined) throw notRunning(join(folder, '.local'));
  return running;
}

function stillDeploying(limitMs: number): UnknownStateError {
  const what = `npm run local still deploys after ${limitMs / 1000} s, so the state of the local stack could not be found out.`;
  return new UnknownStateError(
    `${what}\n  its terminal shows what it waits for: run this again when it has ended`,
  );
}
