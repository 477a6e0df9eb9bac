// What must hold among the names of a stack: one small rule each, declared names in, problems out. Each export is a rule.

import { certificateFault, zoneOf } from '@petstore/custom-domains/names';
import type { Declared, DeclaredName, SiteHost } from './declared-names.ts';
import type { Problem } from './problem.ts';

type Rule = (declared: Declared) => Problem[];

/** A stack declares a host once: it serves one site, or redirects to one destination. */
export const hostUsedTwice: Rule = ({ sites }) => {
  const all = sites.flatMap(({ hosts }) => hosts);
  const serving = all.filter(({ role }) => role !== 'redirect');
  const redirecting = all.filter(({ role }) => role === 'redirect');
  const seen = new Map<string, SiteHost>();
  // Hosts that serve come first, so that the redirect is the one that is reported.
  return [...serving, ...redirecting].flatMap((host) => {
    const first = seen.get(host.host);
    if (first === undefined) seen.set(host.host, host);
    return first === undefined ? [] : [usedTwice(host, first)];
  });
};

function usedTwice(again: SiteHost, first: SiteHost): Problem {
  const both = (again.role === 'redirect') === (first.role === 'redirect');
  return {
    code: 'host-used-twice',
    path: again.path,
    what: `"${again.host}" is also ${roleOf(first)} (${first.path})`,
    fix: `${both ? 'a stack declares a host once' : 'a host either serves or redirects'}: drop one of the two`,
  };
}

function roleOf({ role, site }: SiteHost): string {
  return role === 'primary' ? `the primary of ${site}` : `a ${role} of ${site}`;
}

/** The primary is the public address of a site; other hosts need it. */
export const primaryMissing: Rule = ({ sites }) =>
  sites
    .filter(({ count, hasPrimary }) => count > 0 && !hasPrimary)
    .map(({ site, hosts }) => {
      const candidate = hosts.find(({ role }) => role === 'domain')?.host;
      const fix =
        candidate === undefined
          ? `add petstore:${site}.primary, the public address of ${site}`
          : `make one of them the primary, like "primary: ${candidate}"`;
      const path = `petstore:${site}.primary`;
      return { code: 'primary-missing', path, what: `${site} has hosts but no primary`, fix };
    });

export const nameTooLongForCertificate: Rule = ({ sites }) =>
  sites
    .flatMap(({ hosts }) => hosts)
    .flatMap(({ path, host }) => {
      const fault = certificateFault(host);
      return fault === undefined ? [] : [{ ...fault, path, what: `"${host}" ${fault.what}` }];
    });

/** Two spellings of one zone; YAML itself refuses the same spelling twice. */
export const zoneDeclaredTwice: Rule = ({ zones }) =>
  repeated(zones, (zone, first) => ({
    code: 'zone-declared-twice',
    path: zone.path,
    what: `"${zone.host}" is also declared as ${first.path}`,
    fix: 'keep one of the two',
  }));

/** `petstore:verified` is for declared hosts in no declared zone, and for no others. */
export const verifiedWithoutNeed: Rule = ({ sites, verified, zones }) => {
  const hosts = new Set(sites.flatMap((site) => site.hosts).map(({ host }) => host));
  const problems = verified.flatMap(({ path, host }): Problem[] => {
    if (!hosts.has(host)) {
      const what = `"${host}" is verified but not declared`;
      return [
        { code: 'verified-unknown', path, what, fix: 'declare it in petstore:api or docs, or drop it here' },
      ];
    }
    const zone = zones.length > 0 ? zoneNameOf(host, zones) : undefined;
    if (zone === undefined) return [];
    const what = `"${host}" is in the zone ${zone}, where the stack sets its records`;
    return [
      {
        code: 'verified-in-zone',
        path,
        what,
        fix: 'drop it here: only hosts in no declared zone are listed',
      },
    ];
  });
  return [...problems, ...repeated(verified, twiceInList)];
};

/** `petstore:adopt` is for declared hosts: it changes how a host comes into the stack, and not whether. */
export const adoptedUndeclared: Rule = ({ sites, adopt }) => {
  const hosts = new Set(sites.flatMap((site) => site.hosts).map(({ host }) => host));
  const problems = adopt.flatMap(({ path, host }): Problem[] => {
    if (hosts.has(host)) return [];
    const what = `"${host}" is to be adopted but not declared`;
    return [
      { code: 'adopt-unknown', path, what, fix: 'declare it in petstore:api or docs, or drop it here' },
    ];
  });
  return [...problems, ...repeated(adopt, twiceInList)];
};

/** `petstore:moving` is for declared hosts. What serves a host that is adopted is in this account already. */
export const movingUndeclared: Rule = ({ sites, adopt, moving }) => {
  const hosts = new Set(sites.flatMap((site) => site.hosts).map(({ host }) => host));
  const adopted = new Map(adopt.map((one) => [one.host, one]));
  const problems = moving.flatMap(({ path, host }): Problem[] => {
    if (!hosts.has(host)) {
      const what = `"${host}" is to move in but not declared`;
      return [
        { code: 'moving-unknown', path, what, fix: 'declare it in petstore:api or docs, or drop it here' },
      ];
    }
    const other = adopted.get(host);
    if (other === undefined) return [];
    const what = `"${host}" is also to be adopted (${other.path})`;
    const fix =
      "keep it there if this account serves it with the stack's own records, and here if its records change";
    return [{ code: 'moving-adopted', path, what, fix }];
  });
  return [...problems, ...repeated(moving, twiceInList)];
};

/** A confirmed removal contradicts a declaration of the same host. */
export const removalStillDeclared: Rule = ({ sites, removals }) => {
  const declared = new Map(sites.flatMap((site) => site.hosts).map((host) => [host.host, host]));
  const problems = removals.flatMap(({ path, host }): Problem[] => {
    const declaration = declared.get(host);
    if (declaration === undefined) return [];
    const what = `"${host}" is still declared (${declaration.path})`;
    return [{ code: 'removal-still-declared', path, what, fix: 'drop it here, or there to remove the host' }];
  });
  return [...problems, ...repeated(removals, twiceInList)];
};

function zoneNameOf(host: string, zones: readonly DeclaredName[]): string | undefined {
  return zoneOf(
    host,
    zones.map((zone) => ({ name: zone.host })),
  )?.name;
}

function twiceInList(again: DeclaredName, first: DeclaredName): Problem {
  const what = `"${again.host}" is in the list already (${first.path})`;
  return { code: 'named-twice', path: again.path, what, fix: 'keep one of the two' };
}

function repeated(
  names: readonly DeclaredName[],
  problem: (again: DeclaredName, first: DeclaredName) => Problem,
): Problem[] {
  const seen = new Map<string, DeclaredName>();
  return names.flatMap((name) => {
    const first = seen.get(name.host);
    if (first === undefined) seen.set(name.host, name);
    return first === undefined ? [] : [problem(name, first)];
  });
}
