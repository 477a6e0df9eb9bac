// What a run needs from outside of `.local/`, looked at before it starts: a run that is refused here has deleted nothing.
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UsageError } from '@petstore/custom-domains/output';
import { assertAccountAllowed } from '@petstore/local-cloud/account';
import { readInternet, ZoneFileError } from '@petstore/local-cloud/dns/zone-file';
import { formatProblems, ProblemsError } from '../../infra/config/problem.ts';
import { CommandError } from '../command-error.ts';
import { findPulumi } from '../executables.ts';
import { stampOf } from '../local-files.ts';
import { NO_PULUMI } from './engine-environment.ts';
import { loadLocalPlan, localStackFile } from './local-stack.ts';

export interface StartOptions {
  readonly port: number;
  readonly httpPort: number;
  readonly dnsPort: number;
  readonly internet?: string;
  readonly fresh: boolean;
  readonly engine: boolean;
}

/**
 * The plan, the internet file, which was read and is valid, and the sources as they were at the latest when the plan was made of
 * them. `folder`: `.local`. Throws what an input is refused with: UsageError, CommandError, ProblemsError or ZoneFileError; and
 * the provider's own error for a stack of another account.
 */
export function planStart(root: string, folder: string, options: StartOptions) {
  const { port, httpPort, dnsPort, internet, fresh, engine } = options;
  assertApart({ '--port': port, '--http-port': httpPort, '--dns-port': dnsPort });
  // A script gives an empty name where its variable is not set.
  if (internet === '') throw new UsageError('--internet is empty.', 'name a zone file, or leave it out');
  if (engine && findPulumi() === undefined) throw new CommandError(NO_PULUMI);
  const internetFile = internet ?? join(root, 'cli/local/internet.zone');
  const sources = { stackFile: stampOf(localStackFile(root)), internetFile: stampOf(internetFile) };
  const plan = loadLocalPlan(root);
  assertAccountAllowed(plan.settings.allowedAccountIds);
  readInternet(internetFile);
  if (fresh) assertKept(folder, internetFile);
  return { plan, internetFile, sources };
}

/** Throws UsageError for a number that more than one option has; 0 is another one for each. */
function assertApart(ports: Readonly<Record<string, number>>): void {
  const options = Object.keys(ports);
  for (const number of Object.values(ports)) {
    const same = options.filter((option) => ports[option] === number);
    if (number === 0 || same.length === 1) continue;
    throw new UsageError(
      `${same.join(' and ')} are the same port, ${number}.`,
      'give each a port of its own',
    );
  }
}

/** Throws UsageError for a file that --fresh deletes. */
function assertKept(folder: string, internetFile: string): void {
  if (relative(realpathSync(folder), realpathSync(internetFile)).startsWith('..')) return;
  throw new UsageError(
    `${internetFile} is in ${folder}, which --fresh deletes.`,
    'move it elsewhere, and name that with --internet',
  );
}

/** Undefined for any other error. `outcome` ends the heading of a zone file's problems. */
export function inputProblems(error: unknown, outcome?: string): string | undefined {
  if (error instanceof ProblemsError || error instanceof UsageError) return error.message;
  if (error instanceof ZoneFileError) return formatProblems(error.file, error.problems, outcome);
  return undefined;
}
