// `domains verify`: checks the records of an external host and adds it to petstore:verified; the next deployment attaches it.

import { type Shown, shown } from '@petstore/custom-domains/output';
import type { Expected, Finding } from '@petstore/custom-domains/preflight';
import { check, exitStatus, formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import { addVerified } from '../../../infra/config/edit/edit.ts';
import {
  deployCommand,
  domainsCommand,
  laterFindings,
  nextSteps,
  openFindings,
  recordsCommand,
} from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import type { Context, SharedOptions } from '../context.ts';
import { type DeployedHost, expectedOf, externalFacts, requireOutputs, targetOf } from '../deployed-hosts.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { nextLines, stepOptions } from '../next-steps.ts';
import { nextCommands } from '../pull-request.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { openToEdit } from '../stack-to-edit.ts';
import { assertFreshDns } from '../stale-dns.ts';

/** Resolves to the exit status: 1 while something is missing. */
export async function runVerify(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = await openToEdit(options, io);
  const verification = await verifyHost(name, context);
  const { plan, deployed, open, isNew, isRouted } = verification;
  if (open.length > 0) {
    const details = formatFindings(open, { color: io.color, indent: 4, width: io.width });
    const mark = paint('blocked', MARKS.blocked, io.color);
    io.print(
      shown`${mark} ${plan.host} ${unverifiedText(verification)}; Pulumi.${context.stack}.yaml was not changed\n\n${details}\n`,
    );
    const unverified: HostPlan = { ...plan, zone: { provider: 'external', verified: false } };
    const facts = { plan: isRouted ? unverified : plan, findings: open, ...externalFacts(deployed) };
    for (const line of nextLines(nextSteps(facts, stepOptions(context)), 2)) io.print(line);
    return exitStatus(open) || 1;
  }
  const mark = paint('ok', MARKS.ok, io.color);
  const what = isNew
    ? `added to petstore:verified in Pulumi.${context.stack}.yaml`
    : 'it is in petstore:verified already';
  io.print(shown`${mark} ${plan.host} verified: ${verifiedText(verification)}\n  ${what}`);
  printLater(verification, context);
  for (const line of await afterwards(context, verification)) io.print(line);
  return 0;
}

function unverifiedText({ plan: { zone } }: Verification): string {
  return zone.provider === 'external' && zone.verified
    ? 'is in petstore:verified, and its records are not right now'
    : 'is not verified yet';
}

/** What its owner may leave as it is until the host is attached. Of an attached host, the next steps say what its owner does. */
function printLater(verification: Verification, context: Context): void {
  const { plan, deployed, later } = verification;
  if (later.length === 0) return;
  const { color, width } = context.io;
  const details = formatFindings(later, { color, indent: 4, width });
  if (isRoutingAwaited(verification)) {
    context.io.print(shown`\n${details}\n`);
    return;
  }
  const command = recordsCommand(plan.host, stepOptions(context));
  const what =
    targetOf(deployed) === undefined
      ? `once it is attached, its owner changes the record at its name; what to set is then printed by: ${command}`
      : `its owner has yet to set its routing record: ${command}`;
  context.io.print(shown`  ${what}\n\n${details}\n`);
}

/** It was verified before, and only its routing record is left to set. */
function isRoutingAwaited({ deployed, later, isNew }: Verification): boolean {
  return !isNew && later.length > 0 && targetOf(deployed) !== undefined;
}

/** What was seen to be right: the routing record of a host of the API is known later. */
export function verifiedText({ later, isRouted }: Verification): string {
  const records = isRouted ? 'its records are right' : 'its validation record is right';
  if (later.length > 0) return `${records}, and Amazon may issue; its name does not lead here yet`;
  return `${records}, nothing conflicts, and Amazon may issue`;
}

export interface Verification {
  readonly plan: HostPlan;
  readonly deployed: DeployedHost | undefined;
  /** What prevents the verification; empty: the host is verified. */
  readonly open: readonly Finding[];
  /** What its owner changes only after it. */
  readonly later: readonly Finding[];
  /** Its routing record is set, and not only its validation record. */
  readonly isRouted: boolean;
  /** The host was added to petstore:verified now. */
  readonly isNew: boolean;
}

/** Reads the records of an external host, and adds it to petstore:verified where they are right. Throws UsageError for another host, UnknownStateError where its DNS cannot be judged. */
export async function verifyHost(name: string, context: Context): Promise<Verification> {
  const [plan] = chooseHosts(loadPlan(context.folder, context.stack), [name]) as [HostPlan];
  if (plan.zone.provider !== 'external') {
    throw new UsageError(
      `${plan.host} is in the declared zone ${plan.zone.name}.`,
      'nothing to verify: the stack sets its records itself',
    );
  }
  const { findings, deployed, expected } = await readFindings(plan, context);
  const isRoutingLater = plan.moving !== undefined || expected.routingAwaited === true;
  const open = openFindings(findings, isRoutingLater);
  const later = laterFindings(findings, isRoutingLater);
  const isRouted = findings.some(({ code }) => code === 'already-configured');
  const isNew = open.length === 0 && !plan.zone.verified;
  if (isNew) await editStack(context, (file) => addVerified(file, plan.host));
  return { plan, deployed, open, later, isRouted, isNew };
}

/** Checked like a verified host: missing records count. */
async function readFindings(
  plan: HostPlan,
  context: Context,
): Promise<{ findings: readonly Finding[]; deployed: DeployedHost | undefined; expected: Expected }> {
  const { folder, stack, outputsFile: file, io } = context;
  await deploymentEnded(context);
  assertFreshDns(context);
  const deployed = (await requireOutputs({ folder, stack, file }, io.signal)).get(plan.host);
  const expected = expectedOf(deployed, io.now());
  if (expected?.validation === undefined) {
    throw new UsageError(
      `${plan.host} is not deployed yet, so its records are not known.`,
      `deploy it first: ${deployCommand(context.stack)}`,
    );
  }
  // Before its verification it is not attached, whatever its certificate is.
  const { attached: _, ...records } = expected;
  const present = plan.zone.provider === 'external' && plan.zone.verified ? expected : records;
  const strict: HostPlan = { ...plan, zone: { provider: 'external', verified: true } };
  const [checked] = await check([strict], context.newReader(), {
    expected: new Map([[plan.host, present]]),
  });
  return { findings: checked?.findings ?? [], deployed, expected };
}

async function afterwards(context: Context, verification: Verification): Promise<Shown[]> {
  const { plan, deployed, later, isNew } = verification;
  const { host } = plan;
  if (isRoutingAwaited(verification)) {
    const facts = { plan, findings: later, ...externalFacts(deployed) };
    return [...nextLines(nextSteps(facts, stepOptions(context)), 2)];
  }
  const status = domainsCommand('status', host, context);
  if (!isNew) return [shown`  next    ${status}`];
  if (context.local !== undefined)
    return [shown`  npm run local attaches it now`, shown`  next    ${status}`];
  if (context.stack === 'local') return nextCommands(context, 'verify', host, ['npm run local']);
  const next = await nextCommands(context, 'verify', host);
  const deploy = deployCommand(context.stack);
  const isLast = String(next.at(-1)).endsWith(deploy);
  return isLast ? next : [...next, shown`  then    ${deploy} attaches it`];
}
