// `domains remove`: a host out of the stack's file.
import { type Shown, shown } from '@petstore/custom-domains/output';
import { type Finding, formatFindings } from '@petstore/custom-domains/preflight';
import { addRemoval, type EditResult, removeHost } from '../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import { ownersRemoval } from '../../../infra/hosts/external-removal.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import { openToEdit, type SharedOptions } from '../context.ts';
import { readOutputs } from '../deployed-hosts.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { editStack } from '../edit-stack.ts';
import { brokenLinks, capital } from '../formats/text.ts';
import type { Io } from '../io.ts';
import { ownersTask, stepOptions } from '../next-steps.ts';
import { checkSinceCommit, printNext } from '../pull-request.ts';
import { keptBy } from '../removed-hosts.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { takenWith } from '../taken-with.ts';
import { remainingOf, removedTargets, withoutListed } from '../targets.ts';
import { type RemovalTerms, removalTerms } from './never-deployed.ts';
import { lastHost } from './removed-with.ts';

/** Resolves to the exit status. What is found of the host's record does not prevent the edit. */
export async function runRemove(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = await openToEdit(options, io);
  const { folder, stack } = context;
  const before = loadPlan(folder, stack);
  const [plan] = chooseHosts(before, [name]) as [HostPlan];
  await deploymentEnded(context);
  const deployed = readOutputs({ folder, stack, file: context.outputsFile });
  // DNS is read before the edit, which the local stack deploys at once.
  const leading = context.canRead
    ? await removedTargets([plan.host], before, deployed, context)
    : new Map<string, readonly Finding[]>();
  const remaining = isExternal(plan) ? await remainingOf([plan.host], deployed, context) : new Map();
  // The file is unchanged, and `main` gives the status.
  if (io.signal.aborted) return 0;
  const { isListed, never } = removalTerms(plan.host, before, deployed);
  const takenFrom = takenWith(context);
  await editStack(context, (file) => removal(file, plan.host, { isListed }));
  const { from, removed } = takenFrom(plan.host);
  io.print(
    shown`${plan.host} is removed from Pulumi.${stack}.yaml${from === undefined ? '' : `, also from ${from}`}${isListed ? ', and listed in petstore:removals' : ''}`,
  );
  if (never !== undefined && before.production)
    io.print(shown`  not listed in petstore:removals, as it was never deployed: ${never}`);
  if (plan.role === 'primary') io.print(lastHost(plan.site, removed));
  // Nobody has a link to a host that was never deployed.
  if (never === undefined) {
    for (const line of linkLines(plan, loadPlan(folder, stack))) io.print(line);
    for (const line of verificationLines(plan, stack)) io.print(line);
  }
  const listed = remaining.get(plan.host);
  const owners = isExternal(plan) ? ownersRemoval(listed, stepOptions(context)) : undefined;
  const findings = (leading.get(plan.host) ?? []).map((one) => withoutListed(one, listed));
  if (findings.length > 0)
    io.print(formatFindings(findings, { color: io.color, indent: 2, width: io.width }));
  if (owners !== undefined) io.print(ownersTask(owners, 2));
  await printNext(context, 'remove', plan.host, [await checkSinceCommit(context)]);
  return 0;
}

/** In the words of the check that is printed as the next step. `after`: the stack without the host. */
function linkLines(plan: HostPlan, after: StackPlan): Shown[] {
  const { keep, keepBy } = keptBy(plan, after);
  const broken = `${capital(brokenLinks(plan))} when this is deployed`;
  if (keepBy === 'declaration') return [shown`  ${broken}, and no host is left to redirect them to.`];
  return [shown`  ${broken}. If it was public, add a redirect to the same change:`, shown`  ${keep}`];
}

/** Without its entry in `petstore:verified`, an external host that is declared again is not attached. */
function verificationLines({ host, zone }: HostPlan, stack: string): Shown[] {
  if (zone.provider !== 'external' || !zone.verified) return [];
  return [
    shown`  Declared again, it is not in petstore:verified, and is not attached until it is verified again:`,
    shown`  ${domainsCommand('verify', host, { stack })}`,
  ];
}

const isExternal = ({ zone }: HostPlan): boolean => zone.provider === 'external';

/** Production requires a confirmation of each removal of a deployed host by name, and whoever asks for this edit gives it. */
export function removal(file: StackText, host: string, { isListed }: RemovalTerms): EditResult {
  const edited = removeHost(file, host);
  return 'problems' in edited || !isListed ? edited : addRemoval({ ...file, ...edited }, host);
}
