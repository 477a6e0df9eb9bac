// `domains verify`: is a host set by hand ready? Then it joins petstore:verified, and the next deployment attaches it.

import type { Finding, FindingCode } from '@petstore/custom-domains/preflight';
import { check, exitStatus, formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import { addVerified } from '../../../infra/config/edit/edit.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { type Context, openContext, type SharedOptions } from '../context.ts';
import { editStack } from '../edit/change.ts';
import { type Io, UsageError } from '../io.ts';
import { expectedOf, requireOutputs } from '../outputs.ts';
import { chooseHosts, loadPlan } from '../stack.ts';

/** Findings that do not stand in the way, whatever their severity for a host whose owner has yet to act. */
const harmless: readonly FindingCode[] = ['already-configured', 'wildcard-hidden', 'nameservers-disagree'];

/** Where the new record is known only once the host is attached (api), the old one cannot be replaced before. */
const untilAttached: readonly FindingCode[] = ['conflicting-record', 'cname-elsewhere'];

/** Resolves to the exit status: 1 while something is missing. */
export async function runVerify(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = openContext(options, io);
  const [plan] = chooseHosts(loadPlan(context.folder, context.stack), [name]) as [HostPlan];
  if (plan.zone.provider !== 'external') {
    throw new UsageError(
      `${plan.host} is in the declared zone ${plan.zone.name}.`,
      'the stack sets its records itself: there is nothing to verify',
    );
  }
  const { findings, target } = await readFindings(plan, context);
  const passed = target === undefined ? [...harmless, ...untilAttached] : harmless;
  const open = findings.filter(({ code }) => !passed.includes(code));
  if (open.length > 0) {
    const details = formatFindings(open, { color: io.color, indent: 4, width: io.width });
    const mark = paint('blocked', MARKS.blocked, io.color);
    io.print(
      `${mark} ${plan.host} is not verified yet; Pulumi.${context.stack}.yaml was not changed\n\n${details}`,
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
    `${mark} ${plan.host} verified: its records are right, nothing is in the way, and Amazon may issue\n  ${what}`,
  );
  io.print(nextStep(context, isNew));
  return 0;
}

/** Judged as verified hosts are: what its owner has not yet done counts. */
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

function nextStep({ stack }: Context, isNew: boolean): string {
  if (!isNew) return '  next    npm run domains -- status';
  return stack === 'local' ? '  npm run local attaches it now' : `  next    pulumi up --stack ${stack}`;
}
