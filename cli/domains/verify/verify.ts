// `domains verify`: checks the records of an external host and adds it to petstore:verified; the next deployment attaches it.
import { type Shown, shown } from '@petstore/custom-domains/output';
import { exitStatus, type Finding, formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import { deployCommand, domainsCommand, recordsCommand } from '../../../infra/hosts/external-host.ts';
import { type Context, openToEdit, type SharedOptions } from '../context.ts';
import { targetOf } from '../deployed-hosts.ts';
import type { Io } from '../io.ts';
import { nextLines, stepOptions } from '../next-steps.ts';
import { editCommands, nextCommands } from '../pull-request.ts';
import { type Verification, verifiedText, verifyHost } from './verification.ts';

/** Resolves to the exit status: 1 while something is missing. */
export async function runVerify(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = await openToEdit(options, io);
  const verification = await verifyHost(name, context);
  const { plan, open, isNew, next } = verification;
  const file = `Pulumi.${context.stack}.yaml`;
  if (open.length > 0) {
    const mark = paint('blocked', MARKS.blocked, io.color);
    const what = unverifiedText(verification);
    io.print(shown`${mark} ${plan.host} ${what}; ${file} was not changed\n\n${details(open, io)}\n`);
    for (const line of nextLines(next, 2)) io.print(line);
    return exitStatus(open) || 1;
  }
  const mark = paint('ok', MARKS.ok, io.color);
  const what = isNew ? `added to petstore:verified in ${file}` : 'it is in petstore:verified already';
  io.print(shown`${mark} ${plan.host} verified: ${verifiedText(verification)}\n  ${what}`);
  for (const line of laterLines(verification, context)) io.print(line);
  for (const line of await afterwards(context, verification)) io.print(line);
  return 0;
}

function details(findings: readonly Finding[], { color, width }: Io): Shown {
  return formatFindings(findings, { color, indent: 4, width });
}

function unverifiedText({ plan: { zone } }: Verification): string {
  return zone.provider === 'external' && zone.verified
    ? 'is in petstore:verified, and its records are not right now'
    : 'is not verified yet';
}

/** What its owner may leave as it is until the host is attached. Of an attached host, the next steps say what its owner does. */
function laterLines({ plan, deployed, later, isRoutingAwaited }: Verification, context: Context): Shown[] {
  if (later.length === 0) return [];
  if (isRoutingAwaited) return [shown`\n${details(later, context.io)}\n`];
  const command = recordsCommand(plan.host, stepOptions(context));
  const what =
    targetOf(deployed) === undefined
      ? `once it is attached, its owner changes the record at its name; what to set is then printed by: ${command}`
      : `its owner has yet to set its routing record: ${command}`;
  return [shown`  ${what}\n\n${details(later, context.io)}\n`];
}

async function afterwards(
  context: Context,
  { plan: { host }, isNew, isRoutingAwaited, next }: Verification,
): Promise<Shown[]> {
  if (isRoutingAwaited) return nextLines(next, 2);
  const status = domainsCommand('status', host, context);
  if (!isNew) return [shown`  next    ${status}`];
  if (context.local !== undefined)
    return [shown`  npm run local attaches it now`, shown`  next    ${status}`];
  if (context.stack === 'local') return nextCommands(context, 'verify', host, ['npm run local']);
  const lines = await nextCommands(context, 'verify', host);
  const deploy = deployCommand(context.stack);
  const isLast = (await editCommands(context, 'verify', host)).commands.at(-1) === deploy;
  return isLast ? lines : [...lines, shown`  then    ${deploy} attaches it`];
}
