// Every name that a stack file declares, with its path: read leniently, so that one slip hides no other.

import { type HostFault, normaliseHost } from '@petstore/custom-domains/names';
import { formatPath } from './path.ts';
import type { Problem } from './problem.ts';
import { parseTarget, type RedirectTarget } from './redirect-destination.ts';
import type { HostRole, SiteName } from './settings.ts';

export interface DeclaredName {
  readonly path: string;
  /** In normal form. */
  readonly host: string;
}

export interface SiteHost extends DeclaredName {
  readonly site: SiteName;
  readonly role: HostRole;
}

export interface DeclaredRedirect {
  readonly from: SiteHost;
  readonly to: RedirectTarget;
  readonly toPath: string;
}

export interface DeclaredSite {
  readonly site: SiteName;
  readonly hosts: readonly SiteHost[];
  readonly redirects: readonly DeclaredRedirect[];
  /** How many hosts it means to have, good names or not. */
  readonly count: number;
  readonly hasPrimary: boolean;
}

/** What could be read of a stack file, and what is wrong with its names one by one. */
export interface Declared {
  readonly zones: readonly DeclaredName[];
  readonly sites: readonly DeclaredSite[];
  readonly verified: readonly DeclaredName[];
  readonly removals: readonly DeclaredName[];
  readonly faults: readonly Problem[];
}

/** `raw`: config by key, as the file has it. What is of the wrong type is left to the schema. */
export function readDeclared(raw: Readonly<Record<string, unknown>>): Declared {
  const faults: Problem[] = [];
  const zones = Object.keys(mapping(raw['petstore:zones']));
  return {
    zones: names(
      zones.map((name) => ({ path: formatPath(['petstore:zones', name]), text: name })),
      faults,
    ),
    sites: [readSite('api', raw['petstore:api'], faults), readSite('docs', raw['petstore:docs'], faults)],
    verified: names(listed('petstore:verified', raw['petstore:verified']), faults),
    removals: names(listed('petstore:removals', raw['petstore:removals']), faults),
    faults,
  };
}

interface Written {
  readonly path: string;
  readonly text: unknown;
}

function readSite(site: SiteName, value: unknown, faults: Problem[]): DeclaredSite {
  const path = `petstore:${site}`;
  const { primary, domains, redirects } = mapping(value);
  const as = (role: HostRole, written: readonly Written[]): SiteHost[] =>
    names(written, faults).map((name) => ({ ...name, site, role }));
  const main = primary === undefined ? [] : [{ path: `${path}.primary`, text: primary }];
  const further = listed(`${path}.domains`, domains);
  const rows = list(redirects).map((row, i) => ({ path: `${path}.redirects[${i}]`, row: mapping(row) }));
  const froms = rows.map(({ path, row }) => as('redirect', [{ path: `${path}.from`, text: row.from }])[0]);
  const targets = rows.map(({ path, row }) => readTarget(`${path}.to`, row.to, faults));
  return {
    site,
    hosts: [...as('primary', main), ...as('domain', further), ...froms.filter((from) => from !== undefined)],
    redirects: rows.flatMap(({ path }, i) => {
      const [from, to] = [froms[i], targets[i]];
      return from && to ? [{ from, to, toPath: `${path}.to` }] : [];
    }),
    count: main.length + further.length + rows.length,
    hasPrimary: primary !== undefined,
  };
}

function readTarget(path: string, text: unknown, faults: Problem[]): RedirectTarget | undefined {
  if (typeof text !== 'string') return undefined;
  const result = parseTarget(text);
  if (result.ok) return result.target;
  faults.push(nameProblem(path, text, result.fault));
  return undefined;
}

/** Those that are good names, in normal form; the others go to `faults`. */
function names(written: readonly Written[], faults: Problem[]): DeclaredName[] {
  return written.flatMap(({ path, text }) => {
    if (typeof text !== 'string') return [];
    const result = normaliseHost(text);
    if (result.ok) return [{ path, host: result.host }];
    faults.push(nameProblem(path, text, result.fault));
    return [];
  });
}

function nameProblem(path: string, text: string, { code, what, fix }: HostFault): Problem {
  const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return { code: `host-${code}`, path, what: `"${shown}" ${what}`, fix };
}

function listed(path: string, value: unknown): Written[] {
  return list(value).map((text, i) => ({ path: `${path}[${i}]`, text }));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mapping(value: unknown): Readonly<Record<string, unknown>> {
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMapping ? (value as Readonly<Record<string, unknown>>) : {};
}
