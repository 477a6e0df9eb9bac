// A redirect as it is written, and what changes one in its place.
import type { RawConfig } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import { type DeclaredPlace, part, placeOf } from './declared-places.ts';
import { list, normal } from './host-list.ts';
import type { NewHost } from './new-host.ts';
import { replaceStep, type Step } from './step.ts';

/** Without a status of its own it keeps that of the redirect that the host is already: browsers remember a permanent one. */
export function redirectItem(config: RawConfig, { host, site, status }: NewHost, redirectTo: string) {
  const byDefault = site === 'api' ? 308 : 301;
  return {
    from: normal(host),
    to: normal(redirectTo),
    status: status ?? presentStatus(config, host) ?? byDefault,
  };
}

function presentStatus(config: RawConfig, host: string): number | undefined {
  const place = placeOf(config, host);
  const there = place?.role === 'redirect' ? written(config, place) : undefined;
  return isMapping(there) && typeof there.status === 'number' ? there.status : undefined;
}

const written = (config: RawConfig, { site, index }: DeclaredPlace): unknown =>
  list(part(config, site).redirects)[index];

/**
 * The host redirects from the same site already: what differs is replaced where it is, so that the comments around it stay
 * there; nothing where it is the same. Undefined for any other declaration.
 */
export function changeRedirect(config: RawConfig, added: NewHost): Step[] | undefined {
  const place = placeOf(config, added.host);
  if (place?.role !== 'redirect' || place.site !== added.site || added.redirectTo === undefined)
    return undefined;
  const there = written(config, place);
  if (!isMapping(there) || !('to' in there && 'status' in there)) return undefined;
  const { to, status } = redirectItem(config, added, added.redirectTo);
  const replace = (key: string, value: string | number) =>
    replaceStep(place.site, 'redirects', [place.index, key], value);
  return [
    ...(normal(there.to) === to ? [] : [replace('to', to)]),
    ...(there.status === status ? [] : [replace('status', status)]),
  ];
}
