// A host belongs to one stack: the files of a project's stacks are compared, as no stack knows of another one.
import { shellWord } from '@petstore/custom-domains/output';
import { stackKind } from './defaults.ts';
import { type DeclaredPlace, declaredPlaces, part } from './edit/declared-places.ts';
import { type Freeing, freeingFix } from './edit/freeing.ts';
import { isInList, list } from './edit/host-list.ts';
import { formatPath } from './path.ts';
import { placed } from './places.ts';
import type { Problem } from './problem.ts';
import {
  parseStackText,
  type RawConfig,
  readConfig,
  readStackFile,
  type StackText,
  stackFile,
  stackOf,
  stacksIn,
} from './stack-file.ts';
import { isMapping } from './yaml.ts';

/** A host that two stacks declare, in the words of one of the two. */
export interface SharedHostProblem extends Problem {
  readonly shared: {
    readonly host: string;
    /** The other stack. */
    readonly other: string;
    /** How the host leaves this file, to go on after "…: ". */
    readonly leave: Freeing;
    /** How it leaves the other one. */
    readonly free: Freeing;
    /** How this stack takes it over. */
    readonly move: Freeing;
    /** The stack whose section of a report has the fix; undefined where no change is judged. */
    readonly fixedIn?: string;
  };
}

export function isSharedHost(problem: Problem): problem is SharedHostProblem {
  return 'shared' in problem;
}

/**
 * One problem for each host of `file` that another stack's file in the folder declares too, with its place in `file`. A file that
 * cannot be read has problems of its own, and counts as one without hosts: `uncomparedStacks` names it.
 */
export function hostsInTwoStacks(folder: string, file: StackText): SharedHostProblem[] {
  const stack = stackOf(file.name);
  const own = configOf(file);
  if (stack === undefined || own === undefined) return [];
  const problems = othersOf(folder, stack).flatMap((name) =>
    sharedHosts(file, own, readStackFile(stackFile(folder, name))),
  );
  return placed(problems, file.text);
}

/** A sentence for each stack whose file cannot be read, so that no host of `stack` could be compared with it. */
export function uncomparedStacks(folder: string, stack: string): string[] {
  return othersOf(folder, stack).flatMap((name) => {
    const read = readConfig(stackFile(folder, name));
    const first = 'problems' in read ? read.problems[0] : undefined;
    if (first === undefined) return [];
    const line = first.place === undefined ? '' : `line ${first.place.line}: `;
    return [`not compared with ${name}: Pulumi.${name}.yaml cannot be read (${line}${first.what})`];
  });
}

/** The stacks that must not have a host of this one. */
function othersOf(folder: string, stack: string): string[] {
  return isAlone(stack) ? [] : stacksIn(folder).filter((name) => name !== stack && !isAlone(name));
}

/** The local stack has an internet, an account and zones of its own: it may have the names of any other stack. */
function isAlone(stack: string): boolean {
  return stackKind(stack) === 'local';
}

function sharedHosts(
  ownFile: StackText,
  own: RawConfig,
  other: ReturnType<typeof readStackFile>,
): SharedHostProblem[] {
  const config = 'problems' in other ? undefined : configOf(other);
  if ('problems' in other || config === undefined) return [];
  const elsewhere = new Map(declaredPlaces(config).map((place) => [place.host, place]));
  return declaredPlaces(own).flatMap((place): SharedHostProblem[] => {
    const twin = place.host === '' ? undefined : elsewhere.get(place.host);
    // The old stack serves a host that moves, until the new one does: both have it in between.
    const isMoving = [own, config].some((one) => isInList(one, 'petstore:moving', place.host));
    return twin === undefined || isMoving
      ? []
      : [inTwoStacks({ place, file: ownFile, config: own }, { place: twin, file: other, config })];
  });
}

/** Where a stack declares a host. */
interface Declaration {
  readonly place: DeclaredPlace;
  readonly file: StackText;
  readonly config: RawConfig;
}

function inTwoStacks(own: Declaration, twin: Declaration): SharedHostProblem {
  const { host } = own.place;
  const [stack, other] = [own, twin].map(({ file }) => stackOf(file.name) ?? '') as [string, string];
  const path = pathOf(twin.place);
  const [there] = placed<Problem>([{ code: '', path, what: '', fix: '' }], twin.file.text);
  const where = there?.place === undefined ? path : `line ${there.place.line}, ${path}`;
  const leave = freeingFix(own.file, own.config, own.place, 'here');
  const free = freeingFix(twin.file, twin.config, twin.place, 'there');
  const move = moveFix(stack, own);
  return {
    code: 'host-in-two-stacks',
    path: pathOf(own.place),
    what: `"${host}" is also in ${twin.file.name} (${where})`,
    fix: `a host belongs to one stack: ${free.text}, or ${move.text}`,
    commands: [...free.commands, ...move.commands],
    shared: { host, other, leave, free, move },
  };
}

function moveFix(stack: string, { place, config }: Declaration): Freeing {
  const command = `npm run domains -- move ${shellWord(place.host)} --stack ${stack}${servingOptions(config, place)} --write`;
  const text =
    `move it here without a gap (${command}), ` +
    `which needs live DNS and, where ${stack} declares the host, its outputs: from pulumi, or with --outputs FILE`;
  return { text, commands: [command] };
}

/** What `move` is told of a host: it declares one that is not in the file yet, and compares one that is. */
function servingOptions(config: RawConfig, { site, role, index }: DeclaredPlace): string {
  if (role !== 'redirect') return ` --site ${site}`;
  const redirect = list(part(config, site).redirects)[index];
  const to =
    isMapping(redirect) && typeof redirect.to === 'string' ? ` --redirect-to ${shellWord(redirect.to)}` : '';
  return ` --site ${site}${to}`;
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
