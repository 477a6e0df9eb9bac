// `domains add` and `domains remove`, and how every command changes a stack's file: whole, or not at all.

import { sync as writeFileAtomic } from 'write-file-atomic';
import {
  addHost,
  addRemoval,
  type EditResult,
  type NewHost,
  removeHost,
} from '../../../infra/config/edit/edit.ts';
import { ProblemsError } from '../../../infra/config/problem.ts';
import { readStackFile, type StackText, stackFile } from '../../../infra/config/stack-file.ts';
import { type Context, openContext, type SharedOptions } from '../context.ts';
import type { Io } from '../io.ts';
import { chooseHosts, loadPlan } from '../stack.ts';

export type AddOptions = SharedOptions & Omit<NewHost, 'host'>;

export function runAdd(host: string, options: AddOptions, io: Io): number {
  const context = openContext(options, io);
  const { site, redirectTo, status } = options;
  editStack(context, (file) => addHost(file, { host, site, redirectTo, status }));
  const [added] = chooseHosts(loadPlan(context.folder, context.stack), [host]);
  const what = redirectTo === undefined ? `a host of ${site}` : `a redirect of ${site} to ${redirectTo}`;
  io.print(`${added?.host} is ${what} now, in Pulumi.${context.stack}.yaml`);
  io.print(`  next    npm run domains -- check --stack ${context.stack} --host ${added?.host}`);
  return 0;
}

export function runRemove(name: string, options: SharedOptions, io: Io): number {
  const context = openContext(options, io);
  const { folder, stack } = context;
  const before = loadPlan(folder, stack);
  const [plan] = chooseHosts(before, [name]);
  if (plan === undefined) return 2;
  editStack(context, (file) => {
    const edited = removeHost(file, plan.host);
    // Production asks for each removal by name; whoever gives this command means it.
    return 'problems' in edited || !before.production
      ? edited
      : addRemoval({ ...file, ...edited }, plan.host);
  });
  io.print(
    `${plan.host} is out of Pulumi.${stack}.yaml${before.production ? ', and listed in petstore:removals' : ''}`,
  );
  if (plan.role === 'redirect') return 0;
  io.print('  links to it will break. If it was shared, set up a redirect first, in the same change:');
  io.print(`  ${redirectCommand(plan.host, plan.site, stack, before.settings[plan.site].primary)}`);
  return 0;
}

/** The command that keeps the links of a removed host. */
export function redirectCommand(host: string, site: string, stack: string, primary?: string): string {
  const to = primary === undefined || primary === host ? 'HOST' : primary;
  return `npm run domains -- add ${host} --stack ${stack} --site ${site} --redirect-to ${to}`;
}

/** Writes what the edit made of the stack's file; throws ProblemsError, with the file as it was, where it was refused. */
export function editStack({ folder, stack }: Context, change: (file: StackText) => EditResult): void {
  const path = stackFile(folder, stack);
  const file = readStackFile(path);
  const edited = 'problems' in file ? file : change(file);
  if ('problems' in edited) throw new ProblemsError(`Pulumi.${stack}.yaml`, edited.problems);
  // Renamed into place: a crash leaves the old file or the new one, with the same permissions and owner.
  writeFileAtomic(path, edited.text);
}
