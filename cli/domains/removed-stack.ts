// A stack whose file the change removes: each of its hosts is removed, under the rules for the removal of one.
import { shellWord } from '@petstore/custom-domains/output';
import { withoutHosts } from '../../infra/plan/removals.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { assertStack } from '../known-stack.ts';
import type { Context } from './context.ts';
import { readOutputs } from './deployed-hosts.ts';
import { type RemovedHostReport, removedReports, statusWith } from './removed-hosts.ts';
import { destroyCommand, type RenamedStack, renamedStack } from './renamed-stack.ts';
import { fileAt, loadBase } from './stack.ts';
import type { Known, StackReport } from './stack-report.ts';

/** Throws UsageError where the file is neither here nor at `base`. Status 3: what it declared there could not be read. */
export async function inspectRemoved(context: Context, base: string, known: Known): Promise<StackReport> {
  const { folder, stack, outputsFile: file } = context;
  const name = `Pulumi.${stack}.yaml`;
  const { plan } = await loadBase(folder, stack, base);
  if (plan === undefined && (await fileAt(folder, base, name)) === undefined) assertStack(stack, folder);
  const deployed = known.deployed ?? readOutputs({ folder, stack, file });
  const removed = plan === undefined ? [] : await removedReports(plan, withoutHosts(plan), deployed, context);
  const renamed = plan && (await renamedStack(folder, plan, base));
  const restore = renamed?.undo ?? `git checkout ${shellWord(base)} -- ${name}`;
  const reports = removed.map((host) => ofRemovedFile(host, restore));
  return {
    ...{ stack, base, isFileRemoved: true, hosts: [], removed: reports, unchanged: 0, uncompared: [] },
    ...(renamed && { renamed }),
    notes: [...context.notes, noteOf(name, base, { stack, plan, renamed })],
    status: plan === undefined ? 3 : statusWith(reports),
  };
}

interface Removed {
  readonly stack: string;
  readonly plan: StackPlan | undefined;
  readonly renamed: RenamedStack | undefined;
}

function noteOf(name: string, base: string, { stack, plan, renamed }: Removed): string {
  if (plan === undefined)
    return `${name} is removed, and has problems at ${base}, so which hosts it removes is not known`;
  if (renamed !== undefined)
    return `${name} is renamed to Pulumi.${renamed.to}.yaml since ${base}. That is a second stack: ${plan.stack} still stands with all that it has deployed, and a host belongs to one stack`;
  return `${name} is removed since ${base}. What the stack has deployed stays until ${destroyCommand(stack)}, which needs the file`;
}

/** No command edits a file that is not there. */
function ofRemovedFile(host: RemovedHostReport, restore: string): RemovedHostReport {
  return { ...host, keep: restore, keepBy: 'file' };
}
