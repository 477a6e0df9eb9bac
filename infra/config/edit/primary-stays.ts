// `add` and `remove` do not replace the primary of a site, its public address: one command does, and the refusal names it.
import { zoneOf } from '@petstore/custom-domains/names';
import type { Problem } from '../problem.ts';
import type { SiteName } from '../settings.ts';
import { type RawConfig, stackOf } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import { otherHosts } from './declared-places.ts';
import { isInList, normal } from './host-list.ts';

/** Where the host's site has another host to take its place: the one at `wanted`, else a domain, else a redirect. */
export function primaryStays(
  file: string,
  config: RawConfig,
  { host, site, wanted }: { readonly host: string; readonly site: SiteName; readonly wanted?: string },
): Problem {
  const all = otherHosts(config, site);
  const next =
    all.find((name) => name === normal(wanted)) ?? all.find((name) => canServe(name, config)) ?? all[0];
  const command = (name: string) => `npm run domains -- primary ${name} --stack ${stackOf(file)}`;
  return {
    code: 'primary-stays',
    path: `petstore:${site}.primary`,
    what: `"${normal(host)}" is the primary of ${site}, which this command does not change`,
    fix:
      next === undefined
        ? `add another host to ${site} first, and make it the primary: ${command('HOST')}`
        : `make another host the primary first: ${command(next)}; then repeat this if it is still needed`,
  };
}

function isInZone(host: string, { 'petstore:zones': zones }: RawConfig): boolean {
  const declared = Object.keys(isMapping(zones) ? zones : {}).map((name) => ({ name: normal(name) }));
  return zoneOf(host, declared) !== undefined;
}

/** An external host has to be verified before it is a primary. */
export function canServe(host: string, config: RawConfig): boolean {
  return isInZone(host, config) || isInList(config, 'petstore:verified', host);
}
