// The plan of a stack whose file a change has; where the file has problems, with all that the files alone say of the change.
import { stackKind } from '../../infra/config/defaults.ts';
import { declaredPlaces } from '../../infra/config/edit/declared-places.ts';
import { list, normal } from '../../infra/config/edit/host-list.ts';
import { isSharedHost } from '../../infra/config/other-stacks.ts';
import { type Problem, ProblemsError } from '../../infra/config/problem.ts';
import { parseStackText, type RawConfig, readStackFile, stackFile } from '../../infra/config/stack-file.ts';
import { unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { confirmations, refusalFix } from './confirmation.ts';
import type { Context } from './context.ts';
import type { Deployed } from './deployed-hosts.ts';
import { withFixes } from './shared-hosts.ts';
import { hostsAt, loadOwnPlan } from './stack.ts';

type Place = Pick<Context, 'folder' | 'stack'>;

/** Throws ProblemsError, as `loadOwnPlan` does, with the removals since `base` that production refuses too. */
export async function loadChangedPlan(
  { folder, stack }: Place,
  base: string,
  deployed: Deployed | undefined,
): Promise<StackPlan> {
  try {
    return loadOwnPlan(folder, stack);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const problems = await withFixes(error.problems, { folder, stack, base });
    const before = (await hostsAt(folder, stack, base)) ?? new Set();
    const previous = [...before].filter((host) => deployed?.has(host) !== false);
    const refused = refusedRemovals({ folder, stack }, previous, problems);
    const sinceBase = refused.map((problem) => ({ ...problem, what: `${problem.what} at ${base}` }));
    throw new ProblemsError(`Pulumi.${stack}.yaml`, [...problems, ...sinceBase]);
  }
}

/** A removal needs the files alone. None is told of a file in which a problem may hide a host that it still has. */
function refusedRemovals(
  { folder, stack }: Place,
  previous: readonly string[],
  problems: readonly Problem[],
): Problem[] {
  const file = readStackFile(stackFile(folder, stack));
  const parsed = 'problems' in file ? file : parseStackText(file);
  if ('problems' in parsed || problems.some((problem) => hidesHosts(problem))) return [];
  const removals = removalsIn(parsed.raw);
  const hosts = declaredPlaces(parsed.raw);
  const plan = { production: stackKind(stack) === 'production', hosts, settings: { removals } };
  const missing = previous.filter((host) => unconfirmedRemovals([host], plan).length > 0);
  const lines = confirmations(folder, stack, missing);
  return missing.flatMap((host) => {
    const confirm = lines.get(host);
    if (confirm === undefined) return [];
    return {
      code: 'removal-not-confirmed',
      path: 'petstore:removals',
      what: `production refuses to remove "${host}", which the file had`,
      fix: `${refusalFix(confirm, 'declare it again')}: ${confirm.text}`,
      commands: [confirm.file, confirm.text],
    };
  });
}

function removalsIn(raw: RawConfig): string[] {
  return list(raw['petstore:removals']).map(normal);
}

/** A host that is in two stacks is still read, as is one that is declared twice. */
function hidesHosts(problem: Problem): boolean {
  if (isSharedHost(problem) || problem.code === 'host-used-twice') return false;
  return /^(config|petstore:(api|docs|removals))\b/.test(problem.path);
}
