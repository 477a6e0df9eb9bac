// A host belongs to one stack: the files of a project's stacks are compared, as no stack knows of another one.
import { stackKind } from './defaults.ts';
import { type DeclaredPlace, declaredPlaces } from './edit/declared-places.ts';
import { isInList } from './edit/host-list.ts';
import { formatPath } from './path.ts';
import { placed } from './places.ts';
import type { Problem } from './problem.ts';
import {
  parseStackText,
  type RawConfig,
  readStackFile,
  type StackText,
  stackFile,
  stackOf,
  stacksIn,
} from './stack-file.ts';

/**
 * One problem for each host of `file` that another stack's file in the folder declares too, with its place in `file`. A file that
 * cannot be read has problems of its own, and counts as one without hosts.
 */
export function hostsInTwoStacks(folder: string, file: StackText): Problem[] {
  const stack = stackOf(file.name);
  const own = configOf(file);
  if (stack === undefined || own === undefined || isAlone(stack)) return [];
  const others = stacksIn(folder).filter((name) => name !== stack && !isAlone(name));
  const problems = others.flatMap((name) => sharedHosts(stack, own, readStackFile(stackFile(folder, name))));
  return placed(problems, file.text);
}

/** The local stack has an internet, an account and zones of its own: it may have the names of any other stack. */
function isAlone(stack: string): boolean {
  return stackKind(stack) === 'local';
}

function sharedHosts(stack: string, own: RawConfig, other: ReturnType<typeof readStackFile>): Problem[] {
  const config = 'problems' in other ? undefined : configOf(other);
  if ('problems' in other || config === undefined) return [];
  const elsewhere = new Map(declaredPlaces(config).map((place) => [place.host, place]));
  return declaredPlaces(own).flatMap((place): Problem[] => {
    const twin = place.host === '' ? undefined : elsewhere.get(place.host);
    // The old stack serves a host that moves, until the new one does: both have it in between.
    const isMoving = [own, config].some((one) => isInList(one, 'petstore:moving', place.host));
    return twin === undefined || isMoving ? [] : [inTwoStacks(stack, place, twin, other)];
  });
}

function inTwoStacks(
  stack: string,
  place: DeclaredPlace,
  twin: DeclaredPlace,
  { name, text }: StackText,
): Problem {
  const { host } = place;
  const path = pathOf(twin);
  const [there] = placed([{ code: '', path, what: '', fix: '' }], text);
  const where = there?.place === undefined ? path : `line ${there.place.line}, ${path}`;
  const remove = `npm run domains -- remove ${host} --stack ${stackOf(name)}`;
  const site = place.role === 'redirect' ? '' : ` --site ${place.site}`;
  const move = `npm run domains -- move ${host} --stack ${stack}${site} --write`;
  return {
    code: 'host-in-two-stacks',
    path: pathOf(place),
    what: `"${host}" is also in ${name} (${where})`,
    fix: `a host belongs to one stack: remove it there (${remove}), or move it here without a gap (${move})`,
  };
}

function pathOf({ site, role, index }: DeclaredPlace): string {
  const inner = {
    primary: ['primary'],
    domain: ['domains', index],
    redirect: ['redirects', index, 'from'],
  };
  return formatPath([`petstore:${site}`, ...inner[role]]);
}

function configOf(file: StackText): RawConfig | undefined {
  const parsed = parseStackText(file);
  return 'raw' in parsed ? parsed.raw : undefined;
}
