// `domains adopt`: a host that is live already, into petstore:adopt of the stack's file; the next deployment takes it over.
import { command, join, type Shown, shown } from '@petstore/custom-domains/output';
import { check, exitStatus, formatFindings, withAdoption } from '@petstore/custom-domains/preflight';
import { addAdoption } from '../../../infra/config/edit/edit.ts';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { type Context, openToEdit, type SharedOptions } from '../context.ts';
import { readOutputs } from '../deployed-hosts.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { printNext } from '../pull-request.ts';
import { chooseHosts, loadPlan } from '../stack.ts';

export interface AdoptOptions extends SharedOptions {
  readonly mapping?: string;
  readonly distribution?: string;
}

/** Resolves to the exit status: 1 where DNS has records at the host that are not the stack's. */
export async function runAdopt(name: string, options: AdoptOptions, io: Io): Promise<number> {
  const context = await openToEdit(options, io);
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
  io.print(takenOver(plan, ids));
  const findings = context.canRead ? withAdoption(plan, checked?.findings ?? [], { declared: true }) : [];
  if (findings.length > 0)
    io.print(formatFindings(findings, { color: io.color, indent: 2, width: io.width }));
  await printNext(context, 'adopt', plan.host, [command`pulumi preview --stack ${stack}`]);
  return exitStatus(findings);
}

/** Where the stack's outputs are at hand: what they have is the stack's own. Throws UsageError. */
function requireForeign({ host }: HostPlan, { folder, stack, outputsFile: file }: Context): void {
  const own = readOutputs({ folder, stack, file })?.get(host);
  if (own?.certificate !== 'ISSUED' || own.target === undefined) return;
  throw new UsageError(
    `${host} is deployed by the stack ${stack} already: there is nothing to take over.`,
    `see it with ${domainsCommand('status', host, { stack })}`,
  );
}

interface IdOption {
  readonly option: 'mapping' | 'distribution';
  readonly wrong: 'mapping' | 'distribution';
  readonly served: string;
  readonly fix: (host: string) => string;
}

const ID_OPTIONS: Readonly<Record<HostPlan['target'], IdOption>> = {
  gateway: {
    option: 'mapping',
    wrong: 'distribution',
    served: 'an API: its mapping',
    fix: (host) =>
      `--mapping ID, the ApiMappingId of: aws apigatewayv2 get-api-mappings --domain-name ${host} (or --mapping none)`,
  },
  distribution: {
    option: 'distribution',
    wrong: 'mapping',
    served: 'a distribution: it',
    fix: (host) =>
      `--distribution ID, from: aws cloudfront list-distributions --query "DistributionList.Items[?Aliases.Items && contains(Aliases.Items, '${host}')].Id"`,
  },
};

/** What no look-up finds, which depends on the kind of the host. Throws UsageError where it is absent, or of another kind. */
function idsOf({ host, target }: HostPlan, options: AdoptOptions): { readonly [id: string]: string } {
  const { option, wrong, served, fix } = ID_OPTIONS[target];
  if (options[wrong] !== undefined)
    throw new UsageError(`${host} is served by ${served} is not what --${wrong} names.`, fix(host));
  const id = options[option];
  if (id !== undefined) return { [option]: id };
  throw new UsageError(`${host} is served by ${served} has an id, which no look-up finds.`, fix(host));
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
