// A host belongs to one stack: the files of a project's stacks are compared, as no stack knows of another one.
import { zoneOf } from '@petstore/custom-domains/names';
import { command } from '@petstore/custom-domains/output';
import { declaredNames, declaredPlaces } from './declared.ts';
import { stackKind } from './keys.ts';
import { placed } from './places.ts';
import type { Problem } from './problem.ts';
import { parseStackText, readConfig, type StackText, stackFile, stackOf, stacksIn } from './stack-file.ts';

/** For each host of `file` that another stack's file declares too. `uncomparedStacks` names the files that cannot be read. */
export function hostsInTwoStacks(folder: string, file: StackText): Problem[] {
  const stack = stackOf(file.name);
  const own = parseStackText(file);
  if (stack === undefined || 'problems' in own) return [];
  const problems = othersOf(folder, stack).flatMap(([other, read]) => {
    if ('problems' in read) return [];
    const elsewhere = new Set(declaredPlaces(read.raw).map(({ host }) => host));
    // The old stack serves a host that moves, until the new one does: both have it in between.
    const listed = [own.raw, read.raw].flatMap((raw) => declaredNames(raw).moving);
    const moving = new Set(listed.map(({ host }) => host));
    return declaredPlaces(own.raw)
      .filter(({ host }) => host !== '' && elsewhere.has(host) && !moving.has(host))
      .map(({ host, path }) => {
        // A command that adds the host is refused before it writes its line, which would say what it serves.
        const [, site] = /^petstore:(\w+)\.domains/.exec(path) ?? [];
        const move = command`npm run domains -- move ${host} --stack ${stack} ${site === undefined ? [] : ['--site', site]}`;
        const fix = `a host belongs to one stack: keep it in the one that serves it, or move it to ${stack}: ${move}`;
        const what = `"${host}" is a host of the stack ${other} too`;
        return { code: 'host-in-two-stacks', path, what, fix, commands: [move] };
      });
  });
  return placed(problems, file.text);
}

/** By host: the other stack whose file in the folder declares it, and its zone there, undefined for an external one. A file that cannot be
 * read counts as one without hosts. */
export function stacksOfHosts(folder: string, stack: string) {
  const declared = othersOf(folder, stack).flatMap(([other, read]) => {
    if ('problems' in read) return [];
    const zones = declaredNames(read.raw).zones.map(({ host }) => ({ name: host }));
    const stackOfHost = (host: string) => ({ stack: other, zone: zoneOf(host, zones)?.name });
    return declaredPlaces(read.raw).map(({ host }) => [host, stackOfHost(host)] as const);
  });
  return new Map(declared);
}

/** A sentence for each stack whose file cannot be read, so that no host of `stack` could be compared with it. */
export function uncomparedStacks(folder: string, stack: string): string[] {
  return othersOf(folder, stack).flatMap(([name, read]) => {
    const first = 'problems' in read ? read.problems[0] : undefined;
    if (first === undefined) return [];
    const line = first.place === undefined ? '' : `line ${first.place.line}: `;
    return [`not compared with ${name}: Pulumi.${name}.yaml cannot be read (${line}${first.what})`];
  });
}

/** The local stack has an internet, an account and zones of its own: it may have the names of any other stack. */
function othersOf(folder: string, stack: string) {
  const isAlone = (name: string) => stackKind(name) === 'local';
  const others = stacksIn(folder).filter((name) => name !== stack && ![name, stack].some(isAlone));
  return others.map((name) => [name, readConfig(stackFile(folder, name))] as const);
}
