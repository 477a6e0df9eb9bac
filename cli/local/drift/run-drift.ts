// `npm run local -- drift` as a process: its folder, its streams and its exit status.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../../command-error.ts';
import { printFailure } from '../../exit.ts';
import { terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import { type DriftOptions, drift } from './drift.ts';

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
