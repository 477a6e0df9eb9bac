// What a run needs from outside of `.local/`, looked at before it starts: a run that is refused here has deleted nothing.
import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { assertAccountAllowed } from '@petstore/local-cloud/account';
import { readInternet } from '@petstore/local-cloud/dns/zone-file';
import { ZoneFileError } from '@petstore/local-cloud/dns/zone-file-error';
import { formatProblems, ProblemsError } from '../../infra/config/problem.ts';
import { CommandError } from '../command-error.ts';
import { hashSources } from '../deployed-sources.ts';
import { UsageError } from '../usage-error.ts';
import { findPulumi, NO_PULUMI } from './engine-environment.ts';
import { loadLocalPlan, localStackFile } from './local-stack.ts';
import { assertPorts, type Ports } from './ports.ts';

export interface StartOptions extends Ports {
  readonly internet?: string;
  readonly fresh: boolean;
  readonly engine: boolean;
}

/**
 * The plan, the internet file, which was read and is valid, and the sources as they were at the latest when the plan was made of
 * them. `folder`: `.local`. Throws what an input is refused with: UsageError, CommandError, ProblemsError or ZoneFileError; and
 * the provider's own error for a stack of another account.
 */
export async function planStart(
  root: string,
  folder: string,
  { internet, fresh, engine, ...ports }: StartOptions,
) {
  if (engine && findPulumi() === undefined) throw new CommandError(NO_PULUMI);
  await assertPorts(ports);
  const internetFile = internet ?? defaultInternet(root);
  const sources = hashSources({ stackFile: localStackFile(root), internetFile });
  const plan = loadLocalPlan(root);
  assertAccountAllowed(plan.settings.allowedAccountIds);
  readInternet(internetFile);
  if (fresh) assertKept(folder, internetFile);
  return { plan, internetFile, sources };
}

/** Throws UsageError for a file that --fresh deletes. */
function assertKept(folder: string, internetFile: string): void {
  if (relative(realpathSync(folder), realpathSync(internetFile)).startsWith('..')) return;
  throw new UsageError(
    `${internetFile} is in ${folder}, which --fresh deletes.`,
    'move it elsewhere, and name that with --internet',
  );
}

/** Throws UsageError where it was deleted: whoever left --internet out is not advised to leave it out. */
function defaultInternet(root: string): string {
  const file = 'cli/local/internet.zone';
  if (existsSync(join(root, file))) return join(root, file);
  throw new UsageError(
    `${join(root, file)} is missing: it has the records of the local internet.`,
    `restore it with git checkout -- ${file}, or name another zone file with --internet`,
  );
}

/** Undefined for any other error. `outcome` ends the heading of a zone file's problems. */
export function inputProblems(error: unknown, outcome?: string): string | undefined {
  if (error instanceof ProblemsError || error instanceof UsageError) return error.message;
  if (error instanceof ZoneFileError) return formatProblems(error.file, error.problems, outcome);
  return undefined;
}
