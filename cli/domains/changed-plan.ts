// The plan of a stack whose file a change has; where the file has problems, with all that the files alone say of the change.
import { stackKind } from '../../infra/config/defaults.ts';
import { declaredPlaces } from '../../infra/config/edit/declared-places.ts';
import { list, normal } from '../../infra/config/edit/host-list.ts';
import { type Problem, ProblemsError } from '../../infra/config/problem.ts';
import { type RawConfig, readConfig, stackFile } from '../../infra/config/stack-file.ts';
import { unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { confirmations, refusalFix } from './confirmation.ts';
import type { Context } from './context.ts';
import type { Deployed } from './deployed-hosts.ts';
import { hides } from './hidden-hosts.ts';
import { withFixes } from './shared-hosts.ts';
import { loadBase, loadOwnPlan } from './stack.ts';

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
    const before = (await loadBase(folder, stack, base)).plan?.hosts ?? [];
    const previous = before.filter(({ host }) => deployed?.has(host) !== false);
    const refused = refusedRemovals({ folder, stack }, previous, problems);
    const sinceBase = refused.map((problem) => ({ ...problem, what: `${problem.what} at ${base}` }));
    throw new ProblemsError(`Pulumi.${stack}.yaml`, [...problems, ...sinceBase]);
  }
}

/** A removal needs the files alone. None is told of a host that a problem of the file may hide. */
function refusedRemovals(
  { folder, stack }: Place,
  previous: readonly HostPlan[],
  problems: readonly Problem[],
): Problem[] {
  const parsed = readConfig(stackFile(folder, stack));
  if ('problems' in parsed) return [];
  const removals = removalsIn(parsed.raw);
  const hosts = declaredPlaces(parsed.raw);
  const plan = { production: stackKind(stack) === 'production', hosts, settings: { removals } };
  const isHidden = hides(problems, parsed.raw);
  const known = previous.filter((host) => !isHidden(host)).map(({ host }) => host);
  const missing = known.filter((host) => unconfirmedRemovals([host], plan).length > 0);
  const lines = confirmations(folder, stack, missing);
  return missing.flatMap((host) => {
    const confirm = lines.get(host);
    if (confirm === undefined) return [];
    const { line, column } = confirm;
    return {
      code: 'removal-not-confirmed',
      path: 'petstore:removals',
      ...(line !== undefined && column !== undefined && { place: { line, column } }),
      what: `production refuses to remove "${host}", which the file had`,
      fix: `${refusalFix(confirm, 'declare it again')}: ${confirm.text}`,
      commands: [confirm.file, confirm.text],
    };
  });
}

function removalsIn(raw: RawConfig): string[] {
  return list(raw['petstore:removals']).map(normal);
}
