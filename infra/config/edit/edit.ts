// Edits of a stack's file, text in, text or problems out: planned on the config, applied to the text with every other
// byte preserved, and refused where the result is not the intended one.
import { isDeepStrictEqual } from 'node:util';
import { closestHost, didYouMean, type RedirectStatus } from '@petstore/custom-domains/names';
import { command } from '@petstore/custom-domains/output';
import {
  type DeclaredPlace,
  declaredPlaces,
  destinationOf,
  entryHost,
  list,
  mapping,
  normal,
  type Path,
  type RawConfig,
  siteOf,
} from '../declared.ts';
import type { Problem } from '../problem.ts';
import type { SiteName } from '../settings.ts';
import { DEFAULT_STATUS } from '../site.ts';
import { parseStackText, type StackText, settingsOf, stackOf } from '../stack-file.ts';
import { formatPath } from '../value.ts';
import { editData, editText, type Item, type Step, UnsupportedLayoutError } from './yaml-edit.ts';

export type EditResult = { readonly text: string } | { readonly problems: readonly Problem[] };

export interface NewHost {
  readonly host: string;
  readonly site: SiteName;
  /** A host of the stack or a full https URL: the new host redirects there. */
  readonly redirectTo?: string;
  /** By default that of the redirect which the host is already, else 308 for the api, which keeps the method, and 301 for the docs. */
  readonly status?: RedirectStatus;
}

/** The primary of a site that has none, one more domain, or a redirect; a host that is declared in another way is
 * changed. A confirmed removal of it is withdrawn. */
export function addHost(file: StackText, added: NewHost): EditResult {
  return edit(file, (config) => [
    ...removeFromList(config, 'petstore:removals', added.host),
    ...declareHost(config, added, file.name),
  ]);
}

function declareHost(config: RawConfig, added: NewHost, file: string): (Step | Problem)[] {
  const { site, redirectTo } = added;
  const place = placeOf(config, added.host);
  const isOfSite = place?.site === site;
  if (isOfSite && redirectTo === undefined && place.role !== 'redirect') return [];
  if (place?.role === 'primary') return [primaryStays(file, place)];
  // What differs is replaced where it is, so that the comments around it stay there.
  if (isOfSite && redirectTo !== undefined && place.redirect !== undefined) {
    const { to, status } = redirectItem(added, redirectTo, place.redirect);
    return [setBeside(place, 'to', to), setBeside(place, 'status', status)];
  }
  return [...(place === undefined ? [] : removePlace(config, place)), newPlace(config, added, place)];
}

function newPlace(config: RawConfig, added: NewHost, former: DeclaredPlace | undefined): Step | Problem {
  const { host, site, redirectTo } = added;
  const key = `petstore:${site}`;
  const primary = normal(host);
  const hasPrimary = (siteOf(config, site).primary ?? null) !== null;
  if (redirectTo === undefined) {
    if (hasPrimary) return { kind: 'append', path: [key, 'domains'], value: primary };
    if ((config[key] ?? null) === null) return { kind: 'set', path: [key], value: { primary } };
    return { kind: 'set', path: [key, 'primary'], value: primary };
  }
  const value = redirectItem(added, redirectTo, former?.redirect);
  if (hasPrimary) return { kind: 'append', path: [key, 'redirects'], value };
  const what = `${site} has no primary, which redirects need`;
  return { code: 'primary-missing', path: `${key}.primary`, what, fix: `add a host to ${site} first` };
}

/** Without a status of its own it keeps that of the redirect that the host is already: browsers remember a permanent one. */
function redirectItem({ host, site, status }: NewHost, redirectTo: string, former: RawConfig | undefined) {
  const byDefault = typeof former?.status === 'number' ? former.status : DEFAULT_STATUS[site];
  return { from: normal(host), to: normal(redirectTo), status: status ?? byDefault };
}

function setBeside({ at }: DeclaredPlace, key: 'to' | 'status', value: string | number): Step {
  return { kind: 'set', path: [...at.slice(0, -1), key], value };
}

/** Also from `petstore:verified`, `petstore:adopt`, `petstore:moving` and `petstore:ttl`. A primary can be removed only where its site has no other host. */
export function removeHost(file: StackText, host: string): EditResult {
  return edit(file, (config) => {
    const place = placeOf(config, host);
    if (place === undefined) return [unknownHost(config, file.name, host)];
    const mentions = removeMentions(config, host);
    if (place.role !== 'primary') return [...mentions, ...removePlace(config, place)];
    const own = siteOf(config, place.site);
    if ([...list(own.domains), ...list(own.redirects)].length > 0) return [primaryStays(file.name, place)];
    const path = Object.keys(own).length === 1 ? place.at.slice(0, 1) : place.at;
    return [...mentions, { kind: 'remove', path }];
  });
}

/** The former primary takes the host's place: as a domain, or as a redirect to the new one; what redirected to it leads
 * to the new one. */
export function setPrimary(file: StackText, host: string): EditResult {
  return edit(file, (config) => {
    const next = placeOf(config, host);
    if (next === undefined) return [unknownHost(config, file.name, host)];
    if (next.role === 'primary') return [];
    const former = String(siteOf(config, next.site).primary);
    const name = String(next.written);
    return [
      { kind: 'set', path: [`petstore:${next.site}`, 'primary'], value: name },
      { kind: 'set', path: next.at, value: former },
      ...(next.role === 'redirect' ? [setBeside(next, 'to', name)] : []),
      // Redirects of both sites, since one may lead to a host of the other site; also by a full URL.
      ...declaredPlaces(config)
        .filter((one) => one.host !== next.host && destinationOf(one)?.host === normal(former))
        .map((one) => setBeside(one, 'to', withHost(String(one.redirect?.to), name))),
    ];
  });
}

/** The same destination at another host: a full URL keeps its port and path. */
function withHost(to: string, name: string): string {
  const url = /^https:\/\/[^/:]+(.*)$/iu.exec(to);
  return url === null ? name : `https://${normal(name)}${url[1]}`;
}

type ListKey = `petstore:${'verified' | 'adopt' | 'moving' | 'removals'}`;

/** In place of an entry of the same host; nothing changes where it is exactly that. */
export function listHost(
  file: StackText,
  key: ListKey,
  host: string,
  more: Readonly<Record<string, string>> = {},
): EditResult {
  return edit(file, (config) => {
    const name = normal(host);
    const value: Item = Object.keys(more).length === 0 ? name : { host: name, ...more };
    const entries = list(config[key]);
    if (entries.some((entry) => isDeepStrictEqual(entry, value))) return [];
    const former = removeEntries([key], indicesOf(config, key, host), entries.length + 1);
    return [{ kind: 'append', path: [key], value }, ...former];
  });
}

/** Nothing changes where the list does not have the host. */
export function unlistHost(file: StackText, key: ListKey, host: string): EditResult {
  return edit(file, (config) => removeFromList(config, key, host));
}

function primaryStays(file: string, { host, site }: DeclaredPlace): Problem {
  const primary = command`npm run domains -- primary HOST --stack ${stackOf(file) ?? ''}`;
  return {
    code: 'primary-stays',
    path: `petstore:${site}.primary`,
    what: `"${host}" is the primary of ${site}, which stays until another host is`,
    fix: `make another host of ${site} the primary first: ${primary}; then repeat this if it is still needed`,
  };
}

function unknownHost(config: RawConfig, file: string, host: string): Problem {
  const names = declaredPlaces(config).flatMap((place) => place.host || []);
  const declared = `declared hosts: ${names.join(', ') || 'none'}`;
  const fix = didYouMean(closestHost(normal(host), names), declared);
  return { code: 'host-unknown', path: file, what: `"${host}" is not declared`, fix };
}

function placeOf(config: RawConfig, host: string): DeclaredPlace | undefined {
  return declaredPlaces(config).find((candidate) => candidate.host === normal(host));
}

function removePlace(config: RawConfig, { site, at }: DeclaredPlace): Step[] {
  const [, key, index] = at as [string, 'domains' | 'redirects', number];
  return removeEntries([`petstore:${site}`, key], [index], list(siteOf(config, site)[key]).length);
}

function removeFromList(config: RawConfig, key: string, host: string): Step[] {
  return removeEntries([key], indicesOf(config, key, host), list(config[key]).length);
}

function indicesOf(config: RawConfig, key: string, host: string): number[] {
  return list(config[key]).flatMap((entry, index) => (entryHost(entry) === normal(host) ? [index] : []));
}

/** Out of every key that may name declared hosts only: the config refuses an entry of another host. */
function removeMentions(config: RawConfig, host: string): Step[] {
  const ttls = Object.keys(mapping(config['petstore:ttl']));
  const own = ttls.filter((key) => normal(key) === normal(host));
  return [
    ...['petstore:verified', 'petstore:adopt', 'petstore:moving'].flatMap((key) =>
      removeFromList(config, key, host),
    ),
    ...removeEntries(['petstore:ttl'], own, ttls.length),
  ];
}

/** From the last, so that the other indices do not change. With every one of all entries, the key of the whole goes. */
function removeEntries(path: Path, keys: Path, count: number): Step[] {
  if (keys.length > 0 && keys.length === count) return [{ kind: 'remove', path }];
  return keys.toReversed().map((key) => ({ kind: 'remove', path: [...path, key] }));
}

/** Applies the steps that `plan` returns. Refuses them where they would cause a new problem of the config; its place is in no file yet. */
function edit(file: StackText, plan: (config: RawConfig) => (Step | Problem)[]): EditResult {
  const own = { name: file.name, text: file.text };
  const before = parseStackText(own);
  if ('problems' in before) return before;
  const planned = plan(before.raw);
  const refused = planned.filter((entry) => 'code' in entry);
  if (refused.length > 0) return { problems: refused };
  const steps = planned.filter((entry) => 'kind' in entry);
  const text = applySteps(own, before.raw, steps);
  if (text === undefined) return { problems: [cannotEdit(file.name, steps)] };
  const known = new Set(problemsOf(file).map(identity));
  const caused = problemsOf({ ...file, text }).filter((problem) => !known.has(identity(problem)));
  const problems = caused.map(({ place: _, ...problem }) => problem);
  return problems.length > 0 ? { problems } : { text };
}

/** The problems of the file, with its own places, that `text` in its place would have too. */
export function remainingProblems(file: StackText, text: string): readonly Problem[] {
  const after = new Set(problemsOf({ ...file, text }).map(identity));
  return problemsOf(file).filter((problem) => after.has(identity(problem)));
}

/** Undefined where the new text does not have exactly the intended data: then a person has to edit the file. */
function applySteps(file: StackText, config: RawConfig, steps: readonly Step[]): string | undefined {
  try {
    const text = steps.reduce(editText, file.text);
    const after = parseStackText({ ...file, text });
    const wanted = steps.reduce<unknown>(editData, config);
    const isWanted = 'raw' in after && isDeepStrictEqual(filled(after.raw), filled(wanted));
    return isWanted ? text : undefined;
  } catch (error) {
    if (error instanceof UnsupportedLayoutError) return undefined;
    throw error;
  }
}

/** Without empty lists, which the config takes for absent ones. */
function filled(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_, value) =>
    Array.isArray(value) && value.length === 0 ? undefined : value,
  );
}

function problemsOf(file: StackText): readonly Problem[] {
  const result = settingsOf(stackOf(file.name) ?? file.name, file);
  return 'problems' in result ? result.problems : [];
}

function identity({ code, path, what }: Problem): string {
  return [code, path.replace(/\[\d+\]/g, '[]'), what.replace(/\[\d+\]/g, '[]')].join('\n');
}

function cannotEdit(path: string, steps: readonly Step[]): Problem {
  const keys = new Set(steps.map((step) => formatPath(step.path)));
  const what = `has a layout that cannot be edited here (${[...keys].join(', ')})`;
  return { code: 'cannot-edit', path, what, fix: 'make this change in an editor' };
}
