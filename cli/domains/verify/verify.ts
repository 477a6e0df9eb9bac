// `domains verify`: checks the records of an external host and adds it to petstore:verified; the next deployment attaches it.

import { type Shown, shown } from '@petstore/custom-domains/output';
import type { Finding, FindingCode } from '@petstore/custom-domains/preflight';
import { check, exitStatus, formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import { addVerified } from '../../../infra/config/edit/edit.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import type { Context, SharedOptions } from '../context.ts';
import { expectedOf, requireOutputs } from '../deployed-hosts.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { openToEdit } from '../stack-to-edit.ts';

/** Findings that do not prevent a verification, whatever their severity. */
const HARMLESS: readonly FindingCode[] = ['already-configured', 'wildcard-hidden', 'nameservers-disagree'];

/** For a host of the API the new record is known only once it is attached, so the old one cannot be replaced before. */
const UNTIL_ATTACHED: readonly FindingCode[] = ['conflicting-record', 'cname-elsewhere'];

/** Resolves to the exit status: 1 while something is missing. */
export async function runVerify(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = await openToEdit(options, io);
  const [plan] = chooseHosts(loadPlan(context.folder, context.stack), [name]) as [HostPlan];
  if (plan.zone.provider !== 'external') {
    throw new UsageError(
      `${plan.host} is in the declared zone ${plan.zone.name}.`,
      'nothing to verify: the stack sets its records itself',
    );
  }
  const { findings, target } = await readFindings(plan, context);
  // Of a host that moves in, the routing record is the last step.
  const passed = target === undefined || plan.moving ? [...HARMLESS, ...UNTIL_ATTACHED] : HARMLESS;
  const open = findings.filter(({ code }) => !passed.includes(code));
  if (open.length > 0) {
    const details = formatFindings(open, { color: io.color, indent: 4, width: io.width });
    const mark = paint('blocked', MARKS.blocked, io.color);
    io.print(
      shown`${mark} ${plan.host} is not verified yet; Pulumi.${context.stack}.yaml was not changed\n\n${details}`,
    );
    return exitStatus(open) || 1;
  }
  const mark = paint('ok', MARKS.ok, io.color);
  const isNew = !plan.zone.verified;
  if (isNew) editStack(context, (file) => addVerified(file, plan.host));
  const what = isNew
    ? `added to petstore:verified in Pulumi.${context.stack}.yaml`
    : 'it is in petstore:verified already';
  io.print(
    shown`${mark} ${plan.host} verified: its records are right, nothing conflicts, and Amazon may issue\n  ${what}`,
  );
  io.print(nextStep(context, isNew));
  return 0;
}

/** Checked like a verified host: missing records count. */
async function readFindings(
  plan: HostPlan,
  context: Context,
): Promise<{ findings: readonly Finding[]; target?: string }> {
  const { folder, stack, outputsFile: file, io } = context;
  const deployed = (await requireOutputs({ folder, stack, file }, io.signal)).get(plan.host);
  const expected = expectedOf(deployed);
  if (expected?.validation === undefined) {
    throw new UsageError(
      `${plan.host} is not deployed yet, so its records are not known.`,
      'deploy it first: pulumi up',
    );
  }
  const strict: HostPlan = { ...plan, zone: { provider: 'external', verified: true } };
  const [checked] = await check([strict], context.newReader(), {
    expected: new Map([[plan.host, expected]]),
  });
  return { findings: checked?.findings ?? [], target: expected.target };
}

function nextStep({ stack }: Context, isNew: boolean): Shown {
  if (!isNew) return shown`  next    npm run domains -- status`;
  return stack === 'local'
    ? shown`  npm run local attaches it now`
    : shown`  next    pulumi up --stack ${stack}`;
}
