// A host belongs to one stack: none is added while the file of another stack, which may have it, cannot be read.
import { declaredPlaces } from '../../infra/config/edit/declared-places.ts';
import { isInList } from '../../infra/config/edit/host-list.ts';
import { uncomparedStacks } from '../../infra/config/other-stacks.ts';
import type { Problem } from '../../infra/config/problem.ts';
import { parseStackText, type StackText, stackOf } from '../../infra/config/stack-file.ts';
import { UnknownStateError } from './unknown-state-error.ts';

/** Whether another stack has a host that the edit adds could not be found out, and nothing was written. */
export class UncomparedStackError extends UnknownStateError {
  readonly code = 'uncompared-stack';
  /** For what shows the problems of an edit. */
  readonly problems: readonly Problem[];

  constructor(file: string, hosts: readonly string[], sentences: readonly string[]) {
    const fix = `correct ${sentences.length === 1 ? 'that file' : 'those files'} first, then repeat this`;
    const may = `another stack may have ${hosts.join(', ')} too`;
    super([`${file} was not changed: ${may}.`, ...sentences, fix].join('\n  '));
    this.name = 'UncomparedStackError';
    this.problems = sentences.map((what) => ({ code: this.code, path: file, what, fix }));
  }
}

/** Throws UncomparedStackError where the edit adds a host that could not be looked for in every other file of the folder. */
export function assertCompared(folder: string, before: StackText, text: string): void {
  const known = new Set(ownHosts(before));
  const added = ownHosts({ ...before, text }).filter((host) => !known.has(host));
  const sentences = added.length === 0 ? [] : uncomparedStacks(folder, stackOf(before.name) ?? '');
  if (sentences.length > 0) throw new UncomparedStackError(before.name, added, sentences);
}

/** Those that no other stack may have: one that moves in is in the file of its old stack too. */
function ownHosts(file: StackText): string[] {
  const parsed = parseStackText(file);
  if ('problems' in parsed) return [];
  const hosts = declaredPlaces(parsed.raw).map(({ host }) => host);
  return hosts.filter((host) => host !== '' && !isInList(parsed.raw, 'petstore:moving', host));
}
