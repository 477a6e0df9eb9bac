// `domains adopt`: a host that is live already, into petstore:adopt of the stack's file; the next deployment takes it over.
import { join, type Shown, shown } from '@petstore/custom-domains/output';
import { check, exitStatus, formatFindings, withAdoption } from '@petstore/custom-domains/preflight';
import { addAdoption } from '../../../infra/config/edit/edit.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import type { SharedOptions } from '../context.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { nextCommands } from '../pull-request.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { openToEdit } from '../stack-to-edit.ts';

export interface AdoptOptions extends SharedOptions {
  readonly mapping?: string;
  readonly distribution?: string;
}

/** Resolves to the exit status: 1 where DNS has records at the host that are not the stack's. */
export async function runAdopt(name: string, options: AdoptOptions, io: Io): Promise<number> {
  const context = await openToEdit(options, io);
  const { folder, stack } = context;
  const [plan] = chooseHosts(loadPlan(folder, stack), [name]) as [HostPlan];
  const ids = idsOf(plan, options);
  editStack(context, (file) => addAdoption(file, { host: plan.host, ...ids }));
  io.print(shown`${plan.host} is in petstore:adopt of Pulumi.${stack}.yaml`);
  io.print(takenOver(plan, ids));
  const [checked] = await check([plan], context.newReader());
  const findings = withAdoption(plan, checked?.findings ?? [], { declared: true });
  if (findings.length > 0)
    io.print(formatFindings(findings, { color: io.color, indent: 2, width: io.width }));
  const preview = `pulumi preview --stack ${stack}`;
  for (const line of await nextCommands(context, 'adopt', plan.host, [preview])) io.print(line);
  return exitStatus(findings);
}

/** What no look-up finds, which depends on the kind of the host. Throws UsageError where it is absent. */
function idsOf(plan: HostPlan, { mapping, distribution }: AdoptOptions): { readonly [id: string]: string } {
  const { host, target } = plan;
  if (target === 'gateway' && mapping !== undefined && distribution === undefined) return { mapping };
  if (target === 'distribution' && distribution !== undefined && mapping === undefined)
    return { distribution };
  if (target === 'gateway') {
    throw new UsageError(
      `${host} is served by an API: its mapping has an id, which no look-up finds.`,
      `--mapping ID, the ApiMappingId of: aws apigatewayv2 get-api-mappings --domain-name ${host} (or --mapping none)`,
    );
  }
  throw new UsageError(
    `${host} is served by a distribution: it has an id, which no look-up finds.`,
    `--distribution ID, from: aws cloudfront list-distributions --query "DistributionList.Items[?contains(Aliases.Items || \`[]\`, '${host}')].Id"`,
  );
}

/** What the program looks for in the account. */
function takenOver({ target, zone, host }: HostPlan, ids: { readonly [id: string]: string }): Shown {
  const [id = ''] = Object.values(ids);
  const serving = target === 'gateway' ? `domain name ${host}, API mapping ${id}` : `distribution ${id}`;
  const records =
    zone.provider === 'external'
      ? 'none: the owner of the host sets them'
      : "the validation record, and the routing record where its name, type and value are the stack's own; TTL 3600 is set";
  return join([
    shown`  certificate   the newest that is issued for this name; a new one is requested where there is none`,
    shown`  attachment    ${serving}`,
    shown`  records       ${records}`,
  ]);
}
