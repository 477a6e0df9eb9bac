// Edits of a stack's file: hosts are added and removed, every other byte is preserved. Text in, text or problems out.
import type { RedirectStatus } from '@petstore/custom-domains/names';
import { command } from '@petstore/custom-domains/output';
import {
  type DeclaredPlace,
  declaredPlaces,
  destinationOf,
  list,
  normal,
  type RawConfig,
  siteOf,
} from '../declared.ts';
import { closestHost, didYouMean } from '../did-you-mean.ts';
import type { Problem } from '../problem.ts';
import type { SiteName } from '../settings.ts';
import { DEFAULT_STATUS } from '../site.ts';
import { type StackText, stackOf } from '../stack-file.ts';
import { type EditResult, edit } from './apply.ts';
import { placeOf, removeFromList, removeMentions, removePlace, setInList } from './hosts.ts';
import type { Step } from './yaml-edit.ts';

export type { EditResult } from './apply.ts';

export interface NewHost {
  readonly host: string;
  readonly site: SiteName;
  /** A host of the stack or a full https URL: the new host redirects there. */
  readonly redirectTo?: string;
  /** By default that of the redirect which the host is already, else 308 for the api, which keeps the method, and 301 for the docs. */
  readonly status?: RedirectStatus;
}

/**
 * The primary of a site that has none, one more domain, or a redirect. Nothing changes where the host is that already; one that
 * is declared in another way is changed, in one edit: a domain becomes a redirect, or the reverse. A confirmed removal of the
 * host is withdrawn.
 */
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
  const name = normal(host);
  const hasPrimary = (siteOf(config, site).primary ?? null) !== null;
  if (redirectTo === undefined) {
    if (hasPrimary) return { kind: 'append', path: [key, 'domains'], value: name };
    if ((config[key] ?? null) === null) return { kind: 'set', path: [key], value: { primary: name } };
    return { kind: 'set', path: [key, 'primary'], value: name };
  }
  if (hasPrimary) {
    return {
      kind: 'append',
      path: [key, 'redirects'],
      value: redirectItem(added, redirectTo, former?.redirect),
    };
  }
  const what = `${site} has no primary, which redirects need`;
  return { code: 'primary-missing', path: `${key}.primary`, what, fix: `add a host to ${site} first` };
}

/** Without a status of its own it keeps that of the redirect that the host is already: browsers remember a permanent one. */
function redirectItem({ host, site, status }: NewHost, redirectTo: string, former: RawConfig | undefined) {
  const byDefault = typeof former?.status === 'number' ? former.status : DEFAULT_STATUS[site];
  return { from: normal(host), to: normal(redirectTo), status: status ?? byDefault };
}

/** Of a redirect, beside its host. */
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

/**
 * The host becomes the primary of its site, and the former primary takes its place: as a domain, or as a redirect to the new
 * one. What redirects to the former primary leads to the new one. Nothing changes where the host is the primary already.
 */
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

type List = 'verified' | 'adopt' | 'moving' | 'removals';

/** Replaces an entry of the same host. `more`: what the entry says besides its name. Nothing changes where it is there already. */
export function addToList(
  file: StackText,
  list: List,
  host: string,
  more?: Readonly<Record<string, string>>,
): EditResult {
  return edit(file, (config) => setInList(config, `petstore:${list}`, host, more));
}

/** Nothing changes where the list does not have the host. */
export function dropFromList(file: StackText, list: List, host: string): EditResult {
  return edit(file, (config) => removeFromList(config, `petstore:${list}`, host));
}

function primaryStays(file: string, { host, site }: DeclaredPlace): Problem {
  const primary = command`npm run domains -- primary HOST --stack ${stackOf(file) ?? ''}`;
  return {
    code: 'primary-stays',
    path: `petstore:${site}.primary`,
    what: `"${host}" is the primary of ${site}, which this command does not change`,
    fix: `make another host of ${site} the primary first: ${primary}; then repeat this if it is still needed`,
  };
}

function unknownHost(config: RawConfig, file: string, host: string): Problem {
  const names = declaredPlaces(config).map((place) => place.host);
  const declared = `declared hosts: ${names.filter(Boolean).join(', ') || 'none'}`;
  const fix = didYouMean(closestHost(normal(host), names), declared);
  return { code: 'host-unknown', path: file, what: `"${host}" is not declared`, fix };
}
