// Whether the records of an external host are right: then it joins petstore:verified.
import { check, type Expected, type Finding } from '@petstore/custom-domains/preflight';
import { addVerified } from '../../../infra/config/edit/edit.ts';
import {
  deployCommand,
  laterFindings,
  type NextStep,
  nextSteps,
  openFindings,
} from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import type { Context } from '../context.ts';
import { type DeployedHost, expectedOf, externalFacts, requireOutputs, targetOf } from '../deployed-hosts.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { editStack } from '../edit-stack.ts';
import { stepOptions } from '../next-steps.ts';
import { checkOfHosts } from '../pull-request.ts';
import { chooseHosts, loadPlan } from '../stack.ts';
import { assertFreshDns } from '../stale-dns.ts';

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
  /** It was verified before, and only its routing record is left to set. */
  readonly isRoutingAwaited: boolean;
  /** What its owner does next; empty where a deployment is next. */
  readonly next: readonly NextStep[];
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
  const isRoutingAwaited =
    open.length === 0 && !isNew && later.length > 0 && targetOf(deployed) !== undefined;
  const steps = (about: HostPlan, of: readonly Finding[]) =>
    nextSteps({ plan: about, findings: of, ...externalFacts(deployed) }, stepOptions(context));
  // The routing record of a routed host is right: its steps are those of a host that is not verified, which name the others.
  const unverified: HostPlan = { ...plan, zone: { provider: 'external', verified: false } };
  const next =
    open.length > 0 ? steps(isRouted ? unverified : plan, open) : isRoutingAwaited ? steps(plan, later) : [];
  return { plan, deployed, open, later, isRouted, isNew, isRoutingAwaited, next };
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
      // A running local cloud has deployed what it can: only the findings say why not.
      context.local === undefined
        ? `deploy it first: ${deployCommand(context.stack)}`
        : `see what prevents its deployment: ${checkOfHosts(context.stack, [plan.host])}`,
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

/** What was seen to be right: the routing record of a host of the API is known later. */
export function verifiedText({ later, isRouted }: Verification): string {
  const records = isRouted ? 'its records are right' : 'its validation record is right';
  if (later.length > 0) return `${records}, and Amazon may issue; its name does not lead here yet`;
  return `${records}, nothing conflicts, and Amazon may issue`;
}
