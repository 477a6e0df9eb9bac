// `domains verify`: checks the records of an external host and adds it to petstore:verified; the next deployment attaches it.
import { type Shown, shown } from '@petstore/custom-domains/output';
import { exitStatus, formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import {
  deployCommand,
  domainsCommand,
  nextSteps,
  recordsCommand,
} from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { type Context, openToEdit, type SharedOptions } from '../context.ts';
import { externalFacts, targetOf } from '../deployed-hosts.ts';
import type { Io } from '../io.ts';
import { nextLines, stepOptions } from '../next-steps.ts';
import { editCommands, nextCommands } from '../pull-request.ts';
import { type Verification, verifiedText, verifyHost } from './verification.ts';

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
  const isLast = (await editCommands(context, 'verify', host)).commands.at(-1) === deploy;
  return isLast ? next : [...next, shown`  then    ${deploy} attaches it`];
}
