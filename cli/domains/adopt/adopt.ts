// `domains adopt`: a host that is live already, into petstore:adopt of the stack's file; the next deployment takes it over.
import { command, shown } from '@petstore/custom-domains/output';
import { check, exitStatus, formatFindings, withAdoption } from '@petstore/custom-domains/preflight';
import { addAdoption } from '../../../infra/config/edit/edit.ts';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { type Context, openToEdit, type SharedOptions } from '../context.ts';
import { readOutputs } from '../deployed-hosts.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { printNext } from '../pull-request.ts';
import { deploymentEnded } from '../running-cloud.ts';
import { chooseHosts, loadPlan } from '../stack.ts';

export interface AdoptOptions extends SharedOptions {
  readonly mapping?: string;
  readonly distribution?: string;
}

/** Resolves to the exit status: 1 where DNS has records at the host that are not the stack's. */
export async function runAdopt(name: string, options: AdoptOptions, io: Io): Promise<number> {
  const context = openToEdit(options, io);
  const { folder, stack } = context;
  const [plan] = chooseHosts(loadPlan(folder, stack), [name]) as [HostPlan];
  await deploymentEnded(context);
  requireForeign(plan, context);
  const ids = idsOf(plan, options);
  // DNS is read before the edit, which the local stack deploys at once.
  const [checked] = context.canRead ? await check([plan], context.newReader()) : [];
  // The file is unchanged, and `main` gives the status.
  if (io.signal.aborted) return 0;
  await editStack(context, (file) => addAdoption(file, { host: plan.host, ...ids }));
  io.print(shown`${plan.host} is in petstore:adopt of Pulumi.${stack}.yaml`);
  const findings = context.canRead ? withAdoption(plan, checked?.findings ?? [], { declared: true }) : [];
  if (findings.length > 0)
    io.print(formatFindings(findings, { color: io.color, indent: 2, width: io.width }));
  await printNext(context, 'adopt', plan.host, [command`pulumi preview --stack ${stack}`]);
  return exitStatus(findings);
}

/** Where the stack's outputs are at hand: what they have is the stack's own. Throws UsageError. */
function requireForeign({ host }: HostPlan, context: Context): void {
  const { stack } = context;
  const own = readOutputs(context)?.get(host);
  if (own?.certificate !== 'ISSUED' || own.target === undefined) return;
  throw new UsageError(
    `${host} is deployed by the stack ${stack} already: there is nothing to take over.`,
    `see it with ${domainsCommand('status', host, { stack })}`,
  );
}

/** What no look-up finds, which depends on the kind of the host. Throws UsageError where it is absent, or of another kind. */
function idsOf(
  { host, target }: HostPlan,
  { mapping, distribution }: AdoptOptions,
): { readonly [id: string]: string } {
  if (target === 'gateway') {
    if (mapping !== undefined && distribution === undefined) return { mapping };
    throw new UsageError(
      `${host} is served by an API: its mapping has an id, which no look-up finds.`,
      `--mapping ID, the ApiMappingId of: aws apigatewayv2 get-api-mappings --domain-name ${host} (or --mapping none)`,
    );
  }
  if (distribution !== undefined && mapping === undefined) return { distribution };
  throw new UsageError(
    `${host} is served by a distribution: it has an id, which no look-up finds.`,
    `--distribution ID, from: aws cloudfront list-distributions --query "DistributionList.Items[?Aliases.Items && contains(Aliases.Items, '${host}')].Id"`,
  );
}
