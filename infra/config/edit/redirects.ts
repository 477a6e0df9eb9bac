// Redirects of a stack file: those that lead to a host, one as it is written, and what changes when a primary does.
import { parseDestination } from '../redirect-destination.ts';
import type { RawConfig } from '../stack-file.ts';
import { type DeclaredPlace, declaredPlaces, type NewHost, part, placeOf } from './declared-places.ts';
import { normal } from './host-list.ts';
import { replaceStep, type Step } from './step.ts';

/** Redirects of both sites to the host, since one may lead to a host of the other site; also by a full URL. */
function redirectsTo(config: RawConfig, host: string): (DeclaredPlace & { readonly to: string })[] {
  return declaredPlaces(config).flatMap((place) => {
    const to = place.redirect?.to;
    const destination = typeof to === 'string' ? parseDestination(to) : { fault: undefined };
    if (typeof to !== 'string' || !('value' in destination)) return [];
    return destination.value.host === host ? [{ ...place, to }] : [];
  });
}

/** Without a status of its own it keeps that of the redirect that the host is already: browsers remember a permanent one. */
export function redirectItem(config: RawConfig, { host, site, status }: NewHost, redirectTo: string) {
  const byDefault = site === 'api' ? 308 : 301;
  const present = placeOf(config, host)?.redirect?.status;
  return {
    from: normal(host),
    to: normal(redirectTo),
    status: status ?? (typeof present === 'number' ? present : byDefault),
  };
}

/**
 * The host redirects from the same site already: what differs is replaced where it is, so that the comments around it stay
 * there; nothing where it is the same. Undefined for any other declaration.
 */
export function changeRedirect(config: RawConfig, added: NewHost): Step[] | undefined {
  const place = placeOf(config, added.host);
  const there = place?.redirect;
  if (place?.site !== added.site || added.redirectTo === undefined) return undefined;
  if (there === undefined || !('to' in there && 'status' in there)) return undefined;
  const { to, status } = redirectItem(config, added, added.redirectTo);
  const replace = (key: string, value: string | number) =>
    replaceStep(place.site, 'redirects', [place.index, key], value);
  return [
    ...(normal(there.to) === to ? [] : [replace('to', to)]),
    ...(there.status === status ? [] : [replace('status', status)]),
  ];
}

/** `next`: a domain or a redirect of a site that has a primary. None where it is the primary already. */
export function swapSteps(config: RawConfig, next: DeclaredPlace): Step[] {
  if (next.role === 'primary') return [];
  const written = String(part(config, next.site).primary);
  const [former, name] = [normal(written), String(next.written)];
  const others = redirectsTo(config, former).filter((other) => other.host !== next.host);
  return [
    replaceStep(next.site, 'primary', [], name),
    ...(next.role === 'domain'
      ? [replaceStep(next.site, 'domains', [next.index], written)]
      : [
          replaceStep(next.site, 'redirects', [next.index, 'from'], written),
          replaceStep(next.site, 'redirects', [next.index, 'to'], name),
        ]),
    ...others.map(({ site, index, to }) => replaceStep(site, 'redirects', [index, 'to'], withHost(to, name))),
  ];
}

/** The same destination at another host: a full URL keeps its port and path. */
function withHost(to: string, name: string): string {
  const url = /^https:\/\/[^/:]+(.*)$/iu.exec(to);
  return url === null ? name : `https://${normal(name)}${url[1]}`;
}
