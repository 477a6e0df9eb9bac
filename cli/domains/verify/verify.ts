// `domains verify`: whether the records of an external host are right; then it joins petstore:verified, and a deployment attaches it.
import { shown } from '@petstore/custom-domains/output';
import { exitStatus, formatFindings, isRouted, MARKS, paint } from '@petstore/custom-domains/preflight';
import { verificationFindings } from '../../../infra/hosts/judge.ts';
import { stagesOf } from '../../../infra/hosts/lifecycle.ts';
import { deployCommand, editOf, nextSteps } from '../../../infra/hosts/next-steps.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import {
  assertFreshDns,
  type Context,
  deploymentEnded,
  openToEdit,
  readsOf,
  type SharedOptions,
} from '../context.ts';
import { editStack } from '../edit-stack.ts';
import { nextLines } from '../formats/text.ts';
import { type ReadHost, readHosts } from '../hosts.ts';
import { assertAttached } from '../inspect.ts';
import type { Io } from '../io.ts';
import { requireOutputs } from '../outputs.ts';
import { checkOf, printNext } from '../pull-request.ts';
import { declaredHost, loadPlan } from '../stack.ts';

/** Throws UsageError for a host that is not external or not deployed, UnknownStateError for stale DNS, ProblemsError for a lost zone. */
export async function verifyHost(name: string, context: Context) {
  const read = await readRecords(name, context);
  const { plan } = read;
  const { open, later } = verificationFindings(read);
  const stages = stagesOf(read);
  const proven = stages.find(({ reason }) => reason === 'unverified');
  const change = proven && editOf(proven, read);
  if (change !== undefined) await editStack(context, change);
  const isNew = change !== undefined;
  const isVerified = open.length === 0;
  const file = `Pulumi.${context.stack}.yaml`;
  const kept = isVerified ? 'it is in petstore:verified already' : `${file} was not changed`;
  return {
    ...{ plan, open, later, isNew },
    // Where a deployment is next, its owner does nothing.
    next: isNew ? [] : nextSteps(stages, read, context),
    outcome: isNew ? `added to petstore:verified in ${file}` : kept,
    text: verdictOf(read, open.length, later.length),
  };
}

async function readRecords(name: string, context: Context): Promise<ReadHost> {
  const { folder, stack, local } = context;
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
  // What lost its line is to be verified again; the records of what lost its zone are right only because they are the stack's.
  const verified: HostPlan = { ...plan, zone: { provider: 'external', verified: true } };
  assertAttached(folder, { ...all, hosts: [verified] }, undefined, outputs);
  const [read] = await readHosts([plan], all, outputs, readsOf(context));
  if (read?.own?.validation !== undefined) return read;
  throw new UsageError(
    `${host} is not deployed yet, so its records are not known.`,
    // A running local cloud has deployed what it can: only the findings say why not.
    local === undefined
      ? `deploy it first: ${deployCommand(stack)}`
      : `see what prevents its deployment: ${checkOf(context, [host])}`,
  );
}

function verdictOf({ plan: { zone }, findings }: ReadHost, open: number, later: number): string {
  const isVerified = zone.provider === 'external' && zone.verified;
  if (open > 0)
    return isVerified ? 'is in petstore:verified, and its records are not right now' : 'is not verified yet';
  // The routing record of a host of the API is known later.
  const records = isRouted(findings) ? 'its records are right' : 'its validation record is right';
  if (later > 0) return `verified: ${records}, and Amazon may issue; its name does not lead here yet`;
  return `verified: ${records}, nothing conflicts, and Amazon may issue`;
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
  if (isVerified && next.length === 0) {
    const status = domainsCommand('status', plan.host, context);
    if (!isNew) io.print(shown`  next    ${status}`);
    else await printNext(context, 'verify', plan.host, context.local ? [status] : []);
  }
  return isVerified ? 0 : exitStatus(open) || 1;
}
