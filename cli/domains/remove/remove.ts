// `domains remove`: a host out of the stack's file.
import { type Shown, shown } from '@petstore/custom-domains/output';
import { formatFindings } from '@petstore/custom-domains/preflight';
import { addRemoval, type EditResult, removeHost } from '../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import { openToEdit, type SharedOptions } from '../context.ts';
import { type Deployed, readOutputs } from '../deployed-hosts.ts';
import { editStack } from '../edit-stack.ts';
import { brokenLinks, capital } from '../formats/text.ts';
import type { Io } from '../io.ts';
import { ownersTask } from '../next-steps.ts';
import { checkSinceCommit, printNext } from '../pull-request.ts';
import { keptBy, removalFacts } from '../removed-hosts.ts';
import { deploymentEnded } from '../running-cloud.ts';
import { chooseHosts, loadPlan } from '../stack.ts';

/** What the removal of a declared host needs, of the command and of the page alike. */
export interface RemovalTerms {
  /** Production refuses it without an entry in petstore:removals. */
  readonly isListed: boolean;
  /** Nobody has a link to a host that was never deployed. Where the outputs are not known, it may have been. */
  readonly isDeployed: boolean;
}

export function removalTerms(
  host: string,
  { production }: StackPlan,
  deployed: Deployed | undefined,
): RemovalTerms {
  const isDeployed = deployed === undefined || deployed.has(host);
  return { isListed: production && isDeployed, isDeployed };
}

/** Production requires a confirmation of each removal of a deployed host by name, and whoever asks for this edit gives it. */
export function removal(file: StackText, host: string, { isListed }: RemovalTerms): EditResult {
  const edited = removeHost(file, host);
  return 'problems' in edited || !isListed ? edited : addRemoval({ ...file, ...edited }, host);
}

/** Of a primary, which can be removed only as the last host of its site. */
export const noOtherHost = ({ site }: HostPlan): string =>
  `${site} has no other host: only its default address serves it.`;

/** Resolves to the exit status. What is found of the host's record does not prevent the edit. */
export async function runRemove(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = openToEdit(options, io);
  const { folder, stack } = context;
  const before = loadPlan(folder, stack);
  const [plan] = chooseHosts(before, [name]) as [HostPlan];
  const { host } = plan;
  await deploymentEnded(context);
  const deployed = readOutputs(context);
  // DNS is read before the edit, which the local stack deploys at once.
  const { unlisted, owners } = (await removalFacts([host], before, deployed, context))(host);
  // The file is unchanged, and `main` gives the status.
  if (io.signal.aborted) return 0;
  const terms = removalTerms(host, before, deployed);
  await editStack(context, (file) => removal(file, host, terms));
  const listed = terms.isListed ? ', and listed in petstore:removals' : '';
  io.print(shown`${host} is removed from Pulumi.${stack}.yaml${listed}`);
  if (!terms.isDeployed) io.print(shown`  It was never deployed: the outputs of ${stack} do not have it.`);
  if (plan.role === 'primary') io.print(shown`  ${noOtherHost(plan)}`);
  if (terms.isDeployed) for (const line of afterwards(plan, loadPlan(folder, stack))) io.print(line);
  if (unlisted.length > 0)
    io.print(formatFindings(unlisted, { color: io.color, indent: 2, width: io.width }));
  if (owners !== undefined) io.print(ownersTask(owners, 2));
  await printNext(context, 'remove', host, [await checkSinceCommit(context)]);
  return 0;
}

/** What breaks, in the words of the check that is printed as the next step. `after`: the stack without the host. */
function afterwards(plan: HostPlan, after: StackPlan): Shown[] {
  const { keep, keepBy } = keptBy(plan, after);
  const broken = `${capital(brokenLinks(plan))} when this is deployed`;
  const links =
    keepBy === 'declaration'
      ? [shown`  ${broken}, and no host is left to redirect them to.`]
      : [shown`  ${broken}. If it was public, add a redirect to the same change:`, shown`  ${keep}`];
  if (plan.zone.provider !== 'external' || !plan.zone.verified) return links;
  return [
    ...links,
    shown`  Declared again, it is not in petstore:verified, and is not attached until it is verified again:`,
    shown`  ${domainsCommand('verify', plan.host, after)}`,
  ];
}
