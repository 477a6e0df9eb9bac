// The redirects of a stack file that lead to a host.
import { parseDestination } from '../redirect-destination.ts';
import type { RawConfig } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import { type DeclaredPlace, declaredPlaces, part } from './declared-places.ts';
import { list } from './host-list.ts';

export interface RedirectTo extends Pick<DeclaredPlace, 'site' | 'index'> {
  readonly from: string;
  readonly to: string;
}

/** Of both sites, since a redirect may lead to a host of the other one; also by a full URL. */
export function redirectsTo(config: RawConfig, host: string): RedirectTo[] {
  const redirects = declaredPlaces(config).filter(({ role }) => role === 'redirect');
  return redirects.flatMap(({ host: from, site, index }) => {
    const redirect = list(part(config, site).redirects)[index];
    const to = isMapping(redirect) && typeof redirect.to === 'string' ? redirect.to : '';
    const destination = parseDestination(to);
    return 'value' in destination && destination.value.host === host ? [{ from, site, index, to }] : [];
  });
}
