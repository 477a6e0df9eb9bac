// Edits of a stack's file: hosts are added and removed, every other byte is preserved. Text in, text or problems out.

import { closestHost } from '../did-you-mean.ts';
import type { AdoptionSetting } from '../host-entry.ts';
import { type MoveSetting, recordsText } from '../host-entry.ts';
import type { Problem } from '../problem.ts';
import type { SiteName } from '../settings.ts';
import { type RawConfig, type StackText, stackOf } from '../stack-file.ts';
import { type EditResult, edit } from './apply.ts';
import { type DeclaredPlace, declaredPlaces, type NewHost, part, placeOf } from './declared-places.ts';
import {
  ADOPT,
  addToList,
  list,
  MOVING,
  normal,
  REMOVALS,
  removeEntries,
  removeFromList,
  setInList,
} from './host-list.ts';
import { changeRedirect, redirectItem, swapSteps } from './redirects.ts';
import type { Step } from './step.ts';

export type { EditResult } from './apply.ts';
export type { NewHost } from './declared-places.ts';

/**
 * The primary of a site that has none, one more domain, or a redirect. Nothing changes where the host is that already; one that
 * is declared in another way is changed, in one edit: a domain becomes a redirect, or the reverse. A confirmed removal of the
 * host is withdrawn.
 */
export function addHost(file: StackText, added: NewHost): EditResult {
  return edit(file, (config) => [
    ...removeFromList(config, REMOVALS, added.host),
    ...(isThere(config, added) ? [] : hostSteps(config, added, file.name)),
  ]);
}

/** Of a host that serves its site, whether as its primary or as a domain; of a redirect, with its target and status. */
function isThere(config: RawConfig, added: NewHost): boolean {
  const place = placeOf(config, added.host);
  if (place === undefined || place.site !== added.site) return false;
  if (added.redirectTo === undefined) return place.role !== 'redirect';
  return changeRedirect(config, added)?.length === 0;
}

function hostSteps(config: RawConfig, added: NewHost, file: string): (Step | Problem)[] {
  return changeRedirect(config, added) ?? [...earlierSteps(config, added, file), addStep(config, added)];
}

/** The removal of another declaration of the host. */
function earlierSteps(config: RawConfig, { host }: NewHost, file: string): (Step | Problem)[] {
  const place = placeOf(config, host);
  if (place === undefined) return [];
  if (place.role !== 'primary') return [placeStep(place)];
  return [primaryStays(file, host, place.site)];
}

/** Also from `petstore:verified`, `petstore:adopt`, `petstore:moving` and `petstore:ttl`. A primary can be removed only where its site has no other host. */
export function removeHost(file: StackText, host: string): EditResult {
  return edit(file, (config) => {
    const steps = removeSteps(config, host, file.name);
    return steps.length === 0 ? [unknownHost(config, file.name, host)] : steps;
  });
}

/**
 * The host becomes the primary of its site, and the former primary takes its place: as a domain, or as a redirect to the new
 * one. What redirects to the former primary leads to the new one. Nothing changes where the host is the primary already.
 */
export function setPrimary(file: StackText, host: string): EditResult {
  return edit(file, (config) => {
    const place = placeOf(config, host);
    return place === undefined ? [unknownHost(config, file.name, host)] : swapSteps(config, place);
  });
}

/** Nothing changes where the host is in the list already. */
export function addVerified(file: StackText, host: string): EditResult {
  return edit(file, (config) => addToList(config, 'petstore:verified', host));
}

/** Replaces an entry of the same host, so that its ids can be corrected. */
export function addAdoption(file: StackText, { host, ...ids }: AdoptionSetting): EditResult {
  return edit(file, (config) => setInList(config, ADOPT, host, ids));
}

/** Replaces an entry of the same host: what it replaces is named later. */
export function addMove(file: StackText, { host, replaces }: MoveSetting): EditResult {
  const more = replaces === undefined ? {} : { replaces: recordsText(replaces) };
  return edit(file, (config) => setInList(config, MOVING, host, more));
}

/** Nothing changes where the list does not have the host. */
export function removeMove(file: StackText, host: string): EditResult {
  return edit(file, (config) => removeFromList(config, MOVING, host));
}

/** Confirms the removal of a host, which production requires. */
export function addRemoval(file: StackText, host: string): EditResult {
  return edit(file, (config) => addToList(config, REMOVALS, host));
}

function addStep(config: RawConfig, { host, site, redirectTo, status }: NewHost): Step | Problem {
  const at = { site: `petstore:${site}` };
  const name = normal(host);
  const isFirst = (part(config, site).primary ?? null) === null;
  if (redirectTo !== undefined && isFirst) return primaryMissing(site);
  if (redirectTo !== undefined) {
    const item = redirectItem(config, { host, site, status }, redirectTo);
    return { ...at, key: 'redirects', change: { kind: 'append', item } };
  }
  if (isFirst) return { ...at, key: 'primary', change: { kind: 'set', value: name } };
  return { ...at, key: 'domains', change: { kind: 'append', item: name } };
}

function primaryMissing(site: SiteName): Problem {
  const what = `${site} has no primary, which redirects need`;
  return {
    code: 'primary-missing',
    path: `petstore:${site}.primary`,
    what,
    fix: `add a host to ${site} first`,
  };
}

function removeSteps(config: RawConfig, host: string, file: string): (Step | Problem)[] {
  const place = placeOf(config, host);
  if (place === undefined) return [];
  const site = `petstore:${place.site}`;
  const entries = removeEntries(config, host);
  if (place.role !== 'primary') return [...entries, placeStep(place)];
  const own = part(config, place.site);
  const hasOthers = [...list(own.domains), ...list(own.redirects)].length > 0;
  if (hasOthers) return [primaryStays(file, host, place.site)];
  const what = Object.keys(own).length === 1 ? { key: site } : { site, key: 'primary' };
  return [...entries, { ...what, change: { kind: 'remove-key' } }];
}

function placeStep({ site, role, index }: DeclaredPlace): Step {
  const key = role === 'domain' ? 'domains' : 'redirects';
  return { site: `petstore:${site}`, key, change: { kind: 'remove-item', index } };
}

function primaryStays(file: string, host: string, site: SiteName): Problem {
  const command = `npm run domains -- primary HOST --stack ${stackOf(file)}`;
  return {
    code: 'primary-stays',
    path: `petstore:${site}.primary`,
    what: `"${normal(host)}" is the primary of ${site}, which this command does not change`,
    fix: `make another host of ${site} the primary first: ${command}; then repeat this if it is still needed`,
  };
}

function unknownHost(config: RawConfig, file: string, host: string): Problem {
  const names = declaredPlaces(config).map((place) => place.host);
  const near = closestHost(normal(host), names);
  const fix =
    near === undefined
      ? `declared hosts: ${names.filter(Boolean).join(', ') || 'none'}`
      : `did you mean "${near}"?`;
  return { code: 'host-unknown', path: file, what: `"${host}" is not declared`, fix };
}
