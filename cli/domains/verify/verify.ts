// `domains verify`: checks the records of an external host and adds it to petstore:verified; the next deployment attaches it.

import { type Shown, shown } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import { check, exitStatus, formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import { addVerified } from '../../../infra/config/edit/edit.ts';
import {
  deployCommand,
  domainsCommand,
  nextSteps,
  openFindings,
} from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import type { Context, SharedOptions } from '../context.ts';
import { type DeployedHost, expectedOf, externalFacts, requireOutputs } from '../deployed-hosts.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { nextLines, stepOptions } from '../next-steps.ts';
import { nextCommands } from '../pull-request.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { openToEdit } from '../stack-to-edit.ts';

/** Resolves to the exit status: 1 while something is missing. */
export async function runVerify(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = await openToEdit(options, io);
  const { plan, deployed, open, isNew } = await verifyHost(name, context);
  if (open.length > 0) {
    const details = formatFindings(open, { color: io.color, indent: 4, width: io.width });
    const mark = paint('blocked', MARKS.blocked, io.color);
    io.print(
      shown`${mark} ${plan.host} is not verified yet; Pulumi.${context.stack}.yaml was not changed\n\n${details}\n`,
    );
    const unverified: HostPlan = { ...plan, zone: { provider: 'external', verified: false } };
    const facts = { plan: unverified, findings: open, ...externalFacts(deployed) };
    for (const line of nextLines(nextSteps(facts, stepOptions(context)), 2)) io.print(line);
    return exitStatus(open) || 1;
  }
  const mark = paint('ok', MARKS.ok, io.color);
  const what = isNew
    ? `added to petstore:verified in Pulumi.${context.stack}.yaml`
    : 'it is in petstore:verified already';
  io.print(
    shown`${mark} ${plan.host} verified: its records are right, nothing conflicts, and Amazon may issue\n  ${what}`,
  );
  for (const line of await afterwards(context, plan, isNew)) io.print(line);
  return 0;
}

export interface Verification {
  readonly plan: HostPlan;
  readonly deployed: DeployedHost | undefined;
  /** What prevents the verification; empty: the host is verified. */
  readonly open: readonly Finding[];
  /** The host was added to petstore:verified now. */
  readonly isNew: boolean;
}

/** Reads the records of an external host, and adds it to petstore:verified where they are right. Throws UsageError for another host. */
export async function verifyHost(name: string, context: Context): Promise<Verification> {
  const [plan] = chooseHosts(loadPlan(context.folder, context.stack), [name]) as [HostPlan];
  if (plan.zone.provider !== 'external') {
    throw new UsageError(
      `${plan.host} is in the declared zone ${plan.zone.name}.`,
      'nothing to verify: the stack sets its records itself',
    );
  }
  const { findings, deployed, target } = await readFindings(plan, context);
  const open = openFindings(findings, plan.moving ? undefined : target);
  const isNew = open.length === 0 && !plan.zone.verified;
  if (isNew) await editStack(context, (file) => addVerified(file, plan.host));
  return { plan, deployed, open, isNew };
}

/** Checked like a verified host: missing records count. */
async function readFindings(
  plan: HostPlan,
  context: Context,
): Promise<{ findings: readonly Finding[]; deployed: DeployedHost | undefined; target?: string }> {
  const { folder, stack, outputsFile: file, io } = context;
  const deployed = (await requireOutputs({ folder, stack, file }, io.signal)).get(plan.host);
  const expected = expectedOf(deployed);
  if (expected?.validation === undefined) {
    throw new UsageError(
      `${plan.host} is not deployed yet, so its records are not known.`,
      `deploy it first: ${deployCommand(context.stack)}`,
    );
  }
  const strict: HostPlan = { ...plan, zone: { provider: 'external', verified: true } };
  const [checked] = await check([strict], context.newReader(), {
    expected: new Map([[plan.host, expected]]),
  });
  return { findings: checked?.findings ?? [], deployed, target: expected.target };
}

async function afterwards(context: Context, { host }: HostPlan, isNew: boolean): Promise<Shown[]> {
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
