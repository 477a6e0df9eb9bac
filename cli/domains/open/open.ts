// `domains open`: serves the page until Ctrl-C, or writes the page of one external host for its owner, a file that needs nothing else.
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shown, UsageError } from '@petstore/custom-domains/output';
import { deployCommand } from '../../../infra/hosts/next-steps.ts';
import { assertFolder, assertStack } from '../../options.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import { deploymentEnded, openContext, type SharedOptions } from '../context.ts';
import { readStatuses } from '../hosts.ts';
import type { Io } from '../io.ts';
import { requireOutputs } from '../outputs.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { ownerPage } from './pages/owner-page.ts';
import { servePage } from './server/listen.ts';

interface OpenOptions extends SharedOptions {
  /** 0 asks for a free one, as none does. */
  readonly port?: number;
  /** The folder to write the pages of external hosts to. */
  readonly export?: string;
}

/** Resolves when the command is stopped; with --export when the files are written. */
export async function runOpen(names: readonly string[], options: OpenOptions, io: Io): Promise<void> {
  const { port, dir, export: target, ...others } = options;
  if (target !== undefined) return runExport(names, target, { ...others, dir }, io);
  if (names.length > 0)
    throw new UsageError('The page shows every host.', 'leave the host out, or add --export DIR');
  if (others.outputs !== undefined && others.stack === undefined)
    throw new UsageError('--outputs is the file of one stack: none is named.', 'name it with --stack');
  const folder = resolve(io.folder, dir ?? '.');
  if (others.stack === undefined) assertFolder(folder);
  else assertStack(others.stack, folder);
  const page = await servePage(folder, io, others, port);
  io.print(shown`Domains  ${page.url}`);
  io.print(shown`  Only a browser that opens this address can use the page. Ctrl-C stops it.`);
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await page.close();
}

/** Without a name, every external host gets its page. */
async function runExport(names: readonly string[], folder: string, options: SharedOptions, io: Io) {
  const context = openContext(options, io);
  const { stack } = context;
  await deploymentEnded(context);
  const plan = loadPlan(context.folder, stack);
  const chosen = chooseHosts(plan, names);
  const deployed = await requireOutputs(context, io.signal);
  const external = chosen.filter(({ host, zone }) => zone.provider === 'external' && deployed.has(host));
  if (external.length === 0 || (names.length > 0 && external.length < chosen.length))
    throw new UsageError(
      `${names.length > 0 ? names.join(', ') : stack} has no records that an owner sets.`,
      `name an external host, one in no declared zone, that is deployed: ${deployCommand(stack)}`,
    );
  // An owner has no zone file of a local cloud: what is found is said as of a deployed stack.
  const named = stack === LOCAL_STACK ? { stack: 'STACK', internetFile: undefined } : {};
  const reads = { ...context, ...named }.reads();
  const statuses = await readStatuses(external, plan, deployed, reads);
  const target = resolve(io.folder, folder);
  try {
    // Not `recursive`: with it, Node tries without end below `/proc`.
    if (!existsSync(target)) mkdirSync(target);
    for (const status of statuses) {
      const file = join(target, `${status.plan.host}.html`);
      writeFileSync(file, ownerPage(status, io.now()));
      io.print(shown`${file}`);
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new UsageError(
      `${target} cannot be written (${error.message}).`,
      'name another folder with --export',
    );
  }
}
