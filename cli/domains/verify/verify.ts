// `domains verify`: whether the records of an external host are right; then it joins petstore:verified, and a deployment attaches it.
import { shown } from '@petstore/custom-domains/output';
import {
  check,
  exitStatus,
  type Finding,
  formatFindings,
  MARKS,
  paint,
} from '@petstore/custom-domains/preflight';
import { listHost } from '../../../infra/config/edit/edit.ts';
import { deployCommand, nextSteps, verificationFindings } from '../../../infra/hosts/external-host.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import {
  assertFreshDns,
  type Context,
  deploymentEnded,
  openToEdit,
  type SharedOptions,
  stepOptions,
} from '../context.ts';
import { type Deployed, expectedOf, externalFacts, requireOutputs, targetOf } from '../deployed-hosts.ts';
import { editStack } from '../edit-stack.ts';
import { nextLines } from '../formats/text.ts';
import { judged } from '../host-report.ts';
import { assertAttached } from '../inspect.ts';
import type { Io } from '../io.ts';
import { checkOfHosts, localOutcome, nextCommands } from '../pull-request.ts';
import { declaredHost, loadPlan } from '../stack.ts';

/** Reads the records of an external host, and adds it to petstore:verified where they are right. Throws UsageError for another host, UnknownStateError where its DNS cannot be judged, ProblemsError where its zone was lost. */
export async function verifyHost(name: string, context: Context) {
  const { folder, stack } = context;
  const all = loadPlan(folder, stack);
  const plan = declaredHost(all, name);
  const { host, zone } = plan;
  if (zone.provider !== 'external')
    throw new UsageError(
      `${host} is in the declared zone ${zone.name}.`,
      'nothing to verify: the stack sets its records itself',
    );
  await deploymentEnded(context);
  assertFreshDns(context);
  const outputs = await requireOutputs(context, context.io.signal);
  const deployed = outputs.get(host);
  // What lost its line is to be verified again; the records of what lost its zone are right only because they are the stack's.
  assertAttached(context, { ...all, hosts: [asVerified(plan)] }, undefined, outputs);
  const { findings, isAwaited } = await readFindings(plan, outputs, context);
  const isRoutingLater = plan.moving !== undefined || isAwaited;
  const { open, later } = verificationFindings(findings, isRoutingLater);
  const isRouted = findings.some(({ code }) => code === 'already-configured');
  const isNew = open.length === 0 && !zone.verified;
  if (isNew) await editStack(context, (text) => listHost(text, 'petstore:verified', host));
  // The routing record of a routed host is right: its steps are those of a host that is not verified, which name the others.
  const unverified: HostPlan = { ...plan, zone: { provider: 'external', verified: false } };
  // Where a deployment is next, its owner does nothing.
  const isOwners = open.length > 0 || (!isNew && later.length > 0 && targetOf(deployed) !== undefined);
  const about = open.length > 0 && isRouted ? unverified : plan;
  const facts = { plan: about, findings: open.length > 0 ? open : later, ...externalFacts(deployed) };
  const next = isOwners ? nextSteps(facts, stepOptions(context)) : [];
  const file = `Pulumi.${stack}.yaml`;
  const kept = open.length > 0 ? `${file} was not changed` : 'it is in petstore:verified already';
  const outcome = isNew ? `added to petstore:verified in ${file}` : kept;
  const text = verdictOf(plan, open, later, isRouted);
  return { plan, open, later, isNew, next, outcome, text };
}

function verdictOf(
  { zone }: HostPlan,
  open: readonly Finding[],
  later: readonly Finding[],
  isRouted: boolean,
): string {
  if (open.length > 0)
    return zone.provider === 'external' && zone.verified
      ? 'is in petstore:verified, and its records are not right now'
      : 'is not verified yet';
  // The routing record of a host of the API is known later.
  const records = isRouted ? 'its records are right' : 'its validation record is right';
  if (later.length > 0) return `verified: ${records}, and Amazon may issue; its name does not lead here yet`;
  return `verified: ${records}, nothing conflicts, and Amazon may issue`;
}

function asVerified(plan: HostPlan): HostPlan {
  return { ...plan, zone: { provider: 'external', verified: true } };
}

/** Checked like a verified host: missing records count. `isAwaited`: its routing record is not to be expected yet. */
async function readFindings(plan: HostPlan, outputs: Deployed, context: Context) {
  const { stack, io, local } = context;
  const { host, zone } = plan;
  const expected = expectedOf(outputs.get(host), io.now());
  if (expected?.validation === undefined)
    throw new UsageError(
      `${host} is not deployed yet, so its records are not known.`,
      // A running local cloud has deployed what it can: only the findings say why not.
      local === undefined
        ? `deploy it first: ${deployCommand(stack)}`
        : `see what prevents its deployment: ${checkOfHosts(stack, [host])}`,
    );
  // Before its verification it is not attached, whatever its certificate is.
  const { attached: _, ...records } = expected;
  const present = zone.provider === 'external' && zone.verified ? expected : records;
  const checked = await check([asVerified(plan)], context.newReader(), {
    expected: new Map([[host, present]]),
  });
  // What is done next depends on whether the host is verified, not only on whether it could be.
  const findings = checked.flatMap((one) => judged({ ...one, plan }, outputs, stepOptions(context)).findings);
  return { findings, isAwaited: expected.routingAwaited === true };
}

/** Resolves to the exit status: 1 while something is missing. */
export async function runVerify(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = openToEdit(options, io);
  const { plan, open, later, isNew, text, outcome, next } = await verifyHost(name, context);
  const isVerified = open.length === 0;
  const verdict = isVerified ? 'ok' : 'blocked';
  io.print(shown`${paint(verdict, MARKS[verdict], io.color)} ${plan.host} ${text}\n  ${outcome}`);
  const found = isVerified ? later : open;
  if (found.length > 0)
    io.print(shown`\n${formatFindings(found, { color: io.color, indent: 4, width: io.width })}\n`);
  for (const line of nextLines(next, 2)) io.print(line);
  if (!isVerified) return exitStatus(open) || 1;
  if (next.length === 0) await printDeployment(context, plan.host, isNew);
  return 0;
}

async function printDeployment(context: Context, host: string, isNew: boolean): Promise<void> {
  const { io, stack, local } = context;
  if (isNew && local === undefined) {
    const first = stack === 'local' ? [deployCommand(stack)] : [];
    for (const line of await nextCommands(context, 'verify', host, first)) io.print(line);
    return;
  }
  if (isNew) for (const line of localOutcome(context, 'npm run local attaches it now')) io.print(line);
  io.print(shown`  next    ${domainsCommand('status', host, context)}`);
}
