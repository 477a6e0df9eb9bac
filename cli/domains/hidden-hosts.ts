// The hosts that a stack's file may still have, where it has problems: what cannot be read must not count as removed.
import { list, normal } from '../../infra/config/edit/host-list.ts';
import { isSharedHost } from '../../infra/config/other-stacks.ts';
import { formatPath, isOfKey } from '../../infra/config/path.ts';
import type { Problem } from '../../infra/config/problem.ts';
import type { RawConfig } from '../../infra/config/stack-file.ts';
import { isMapping } from '../../infra/config/yaml.ts';
import type { HostPlan } from '../../infra/plan/types.ts';

/** Whether a problem hides a host that the stack had: the value that has the problem may be meant as this host. */
export function hides(
  problems: readonly Problem[],
  raw: RawConfig,
): (host: Pick<HostPlan, 'host' | 'site'>) => boolean {
  const unread = problems.filter(isUnread);
  const unknown = new Set(problems.filter(isUnknownKey).map(({ path }) => path));
  const names = new Set(textsUnder(unknown, raw).flatMap((text) => text.split(/[\s,;:/]+/).map(normal)));
  return ({ host, site }) =>
    names.has(host) ||
    unread.some(({ path }) =>
      ['config', 'petstore:removals', `petstore:${site}`].some((key) => isOfKey(path, key)),
    );
}

/** A host that is in two stacks is still read, as is one that is declared twice; what an unknown key has is read below. */
function isUnread(problem: Problem): boolean {
  return !isSharedHost(problem) && !isUnknownKey(problem) && problem.code !== 'host-used-twice';
}

/** Nothing of the config is read from it, but its value is there to be looked at. */
const isUnknownKey = ({ code }: Problem): boolean => code === 'unknown-key';

/** The keys and the texts within the values at these paths, which are as `formatPath` writes them. */
function textsUnder(
  paths: ReadonlySet<string>,
  value: unknown,
  at: readonly PropertyKey[] = [],
  isUnder = false,
): string[] {
  if (typeof value === 'string') return isUnder ? [value] : [];
  const entries = isMapping(value) ? Object.entries(value) : [...list(value).entries()];
  return entries.flatMap(([key, inner]) => {
    const path = [...at, key];
    const isWithin = isUnder || paths.has(formatPath(path));
    return [...(isUnder ? [String(key)] : []), ...textsUnder(paths, inner, path, isWithin)];
  });
}
