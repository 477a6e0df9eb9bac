// Where redirects lead: in one step to a host that this stack serves, or to another place by a full URL.

import type { Declared, DeclaredRedirect } from './declared-names.ts';
import { closestHost } from './did-you-mean.ts';
import type { Problem } from './problem.ts';

/** `misread`: names of hosts that serve, as they are written, that are not valid: each is a problem of its own. */
export function redirectTargets(declared: Declared, misread: readonly string[]): Problem[] {
  const redirects = declared.sites.flatMap((site) => site.redirects);
  const byFrom = new Map(redirects.map((redirect) => [redirect.from.host, redirect]));
  const served = servedHosts(declared);
  const looped = new Set<string>();
  return redirects.flatMap((redirect) => {
    const path = follow(redirect, byFrom);
    const loop = path.at(-1) === redirect.from.host;
    // A loop is one problem, reported at its first redirect.
    if (loop && looped.has(redirect.from.host)) return [];
    if (loop) for (const host of path) looped.add(host);
    return loop ? [loopProblem(redirect, path)] : stepProblems(redirect, path, { served, misread });
  });
}

/** The hosts that a visitor passes after `from`, up to one that does not redirect or was passed before. */
function follow(start: DeclaredRedirect, byFrom: ReadonlyMap<string, DeclaredRedirect>): string[] {
  const passed: string[] = [];
  let next: DeclaredRedirect | undefined = start;
  while (next !== undefined && !passed.includes(next.to.host)) {
    passed.push(next.to.host);
    next = byFrom.get(next.to.host);
  }
  return passed;
}

function servedHosts({ sites }: Declared): Set<string> {
  const serving = sites.flatMap(({ hosts }) => hosts).filter(({ role }) => role !== 'redirect');
  return new Set(serving.map(({ host }) => host));
}

function loopProblem({ from, toPath }: DeclaredRedirect, path: readonly string[]): Problem {
  const self = path.length === 1;
  const what = self
    ? `"${from.host}" redirects to itself`
    : `redirects in a loop: ${[from.host, ...path].join(' -> ')}`;
  return { code: 'redirect-loop', path: toPath, what, fix: 'point it at a host that serves' };
}

function stepProblems(
  { from, to, toPath }: DeclaredRedirect,
  path: readonly string[],
  { served, misread }: { readonly served: ReadonlySet<string>; readonly misread: readonly string[] },
): Problem[] {
  if (path.length > 1 && !served.has(to.host)) {
    const end = path.at(-1);
    const fix = served.has(end ?? '') ? `point it at "${end}" directly` : 'point it at the last destination';
    return [{ code: 'redirect-chain', path: toPath, what: `"${to.host}" redirects itself`, fix }];
  }
  if (to.full || served.has(to.host)) return [];
  // It is served once the misread name is right: another destination would hide that.
  if (misread.some((text) => text.toLowerCase().includes(to.host))) return [];
  const near = closestHost(to.host, served);
  const elsewhere = `point it at a host that serves, or remove it; if it is elsewhere, write "${to.url}"`;
  const fix = near === undefined ? elsewhere : `did you mean "${near}"?`;
  const what = `no site of this stack serves "${to.host}", to which "${from.host}" redirects`;
  return [{ code: 'redirect-target-unserved', path: toPath, what, fix }];
}
