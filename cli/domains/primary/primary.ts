// `domains primary`: a host becomes the primary of its site, and the former primary takes its place.
import { command, shown } from '@petstore/custom-domains/output';
import { setPrimary } from '../../../infra/config/edit/edit.ts';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { openToEdit, type SharedOptions } from '../context.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { checkSinceCommit, printNext } from '../pull-request.ts';
import { hostNamed, loadPlan } from '../stack.ts';

/** Resolves to the exit status: 0 also where the host is the primary already. */
export async function runPrimary(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = openToEdit(options, io);
  const { folder, stack } = context;
  const before = loadPlan(folder, stack);
  const plan = servingHost(name, before);
  const { host, site } = plan;
  const file = `Pulumi.${stack}.yaml`;
  if (plan.role === 'primary') {
    io.print(shown`${host} is the primary of ${site} already; ${file} was not changed`);
    return 0;
  }
  await editStack(context, (text) => setPrimary(text, host));
  io.print(shown`${host} is now the primary of ${site} in ${file}`);
  const check = await checkSinceCommit(context, [host, before.settings[site].primary ?? host]);
  await printNext(context, 'primary', host, [check]);
  return 0;
}

/** Throws UsageError for a host that the stack does not have, or that may not serve yet: a primary is an address that is public. */
function servingHost(name: string, { stack, hosts }: StackPlan): HostPlan {
  const host = hostNamed(name);
  const plan = hosts.find((one) => one.host === host);
  if (plan === undefined) {
    throw new UsageError(
      `${host} is not declared in Pulumi.${stack}.yaml.`,
      `add it first: ${command`npm run domains -- add ${host} --stack ${stack} --site docs`}, or --site api`,
    );
  }
  if (plan.role === 'primary') return plan;
  if (plan.zone.provider === 'external' && !plan.zone.verified) {
    throw new UsageError(
      `${host} is external and not verified: nothing serves it until then.`,
      `verify it first: ${domainsCommand('verify', host, { stack })}`,
    );
  }
  if (plan.moving !== undefined) {
    throw new UsageError(
      `${host} is in petstore:moving: another place serves it until its move is done.`,
      `end the move first: ${domainsCommand('move', host, { stack })}`,
    );
  }
  return plan;
}
