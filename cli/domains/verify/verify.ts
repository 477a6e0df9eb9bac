// `domains verify`: whether the records of an external host are right; then it joins petstore:verified, and a deployment attaches it.
import { shown, UsageError } from '@petstore/custom-domains/output';
import { exitStatus, formatFindings, isRouted, MARKS, paint } from '@petstore/custom-domains/preflight';
import { verificationFindings } from '../../../infra/hosts/judge.ts';
import { deployCommand } from '../../../infra/hosts/next-steps.ts';
import { isServed } from '../../../infra/plan/plan-stack.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { type Context, dnsSettled, openContext, type SharedOptions } from '../context.ts';
import { editStack } from '../edit-stack.ts';
import { nextLines } from '../formats/text.ts';
import { readHosts, reportOf } from '../hosts.ts';
import { assertAttached } from '../inspect.ts';
import type { Io } from '../io.ts';
import { requireOutputs } from '../outputs.ts';
import { printNext } from '../pull-request.ts';
import { declaredHost, loadPlan } from '../stack.ts';

/** Throws UsageError for a host that is not external or not deployed, UnknownStateError for stale DNS, ProblemsError for a lost zone. */
export async function verifyHost(name: string, context: Context) {
  const { folder, stack, local } = context;
  const all = loadPlan(folder, stack);
  const plan = declaredHost(all, name);
  const { host, zone } = plan;
  if (zone.provider !== 'external')
    throw new UsageError(
      `${host} is in the declared zone ${zone.name}.`,
      'nothing to verify: the stack sets its records itself',
    );
  await dnsSettled(context);
  const outputs = await requireOutputs(context, context.io.signal);
  // What lost its line is to be verified again; the records of what lost its zone are right only because they are the stack's.
  const verified: HostPlan = { ...plan, zone: { provider: 'external', verified: true } };
  assertAttached(folder, { ...all, hosts: [verified] }, outputs);
  const [read] = await readHosts([plan], all, outputs, context.reads());
  // A running local cloud has deployed what it can: only the findings say why not.
  const see = `see what prevents its deployment: ${domainsCommand('status', host, context)}`;
  if (read?.own?.validation === undefined)
    throw new UsageError(
      `${host} is not deployed yet, so its records are not known.`,
      local === undefined ? `deploy it first: ${deployCommand(stack)}` : see,
    );
  const { open, later } = verificationFindings(read);
  const { steps, next } = reportOf(read, context);
  const change = steps.find(({ reason }) => reason === 'unverified')?.edit;
  if (change !== undefined) await editStack(context, change);
  const [isVerified, isNew] = [open.length === 0, change !== undefined];
  const file = `Pulumi.${stack}.yaml`;
  // The routing record of a host of the API is known later.
  const records = `${isRouted(read.findings) ? 'its records are' : 'its validation record is'} right`;
  const kept = isVerified ? 'it is in petstore:verified already' : `${file} was not changed`;
  const lost = isServed(plan)
    ? 'in petstore:verified, and its records are not right now'
    : 'not verified yet';
  return {
    ...{ plan, isVerified, isNew, found: isVerified ? later : open },
    text: `${host} is ${isVerified ? `verified: ${records}` : lost}`,
    outcome: isNew ? `added to petstore:verified in ${file}` : kept,
    // Where a deployment is next, its owner does nothing.
    next: isNew ? [] : next,
  };
}

/** Resolves to the exit status: 1 while something is missing. */
export async function runVerify(name: string, options: SharedOptions, io: Io): Promise<number> {
  const context = openContext(options, io, true);
  const { plan, isVerified, isNew, found, text, outcome, next } = await verifyHost(name, context);
  const verdict = isVerified ? 'ok' : 'blocked';
  io.print(shown`${paint(verdict, MARKS[verdict], io.color)} ${text}\n  ${outcome}`);
  if (found.length > 0)
    io.print(shown`\n${formatFindings(found, { color: io.color, indent: 4, width: io.width })}\n`);
  const command = domainsCommand('status', plan.host, context);
  const status = isVerified && !isNew && next.length === 0 ? [{ when: '', command }] : [];
  for (const line of nextLines([...next, ...status], 2)) io.print(line);
  if (isNew) await printNext(context, 'verify', plan.host, context.local ? [command] : []);
  return isVerified ? 0 : exitStatus(found) || 1;
}
