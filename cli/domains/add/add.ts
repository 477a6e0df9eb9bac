// `domains add`: a host, or a redirect, into the stack's file.
import { REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import { command, shown } from '@petstore/custom-domains/output';
import { addHost, type NewHost } from '../../../infra/config/edit/edit.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { openToEdit, type SharedOptions } from '../context.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { checkOfHosts, printNext } from '../pull-request.ts';
import { chooseHosts, hostNamed, loadPlan } from '../stack.ts';

export interface AddOptions extends SharedOptions {
  readonly site?: NewHost['site'];
  readonly redirectTo?: string;
  /** One of REDIRECT_STATUSES, as it was typed. */
  readonly status?: string;
}

/** Resolves to the exit status, 0: what is refused throws, and the file is unchanged then. */
export async function runAdd(host: string, options: AddOptions, io: Io): Promise<number> {
  const { site, redirectTo, status, stack } = options;
  if (site === undefined) {
    const add = command`npm run domains -- add ${hostNamed(host)} ${stack === undefined ? [] : ['--stack', stack]} --site docs`;
    throw new UsageError('--site is missing: api or docs.', `for example ${add}`);
  }
  if (status !== undefined && redirectTo === undefined) {
    throw new UsageError(
      `--status ${status} is the status of a redirect, and there is no --redirect-to.`,
      'name the target with --redirect-to, or leave --status out',
    );
  }
  const context = openToEdit(options, io);
  const added = { host, site, redirectTo, status: REDIRECT_STATUSES.find((one) => String(one) === status) };
  const isChanged = await editStack(context, (file) => addHost(file, added));
  const [plan] = chooseHosts(loadPlan(context.folder, context.stack), [host]) as [HostPlan];
  const { redirect } = plan;
  const what =
    redirect === undefined
      ? `a host of ${site}`
      : `a redirect of ${site} to ${redirectTo} (${redirect.status})`;
  const file = `Pulumi.${context.stack}.yaml`;
  if (!isChanged) {
    io.print(shown`${plan.host} is ${what} already; ${file} was not changed`);
    return 0;
  }
  io.print(shown`${plan.host} is now ${what} in ${file}`);
  await printNext(context, 'add', plan.host, [checkOfHosts(context.stack, [plan.host])]);
  return 0;
}
