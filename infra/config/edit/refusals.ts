// What an edit refuses, with the commands after which it can be made.
import { zoneOf } from '@petstore/custom-domains/names';
import type { Problem } from '../problem.ts';
import type { SiteName } from '../settings.ts';
import { type RawConfig, stackOf } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import { otherHosts, part } from './declared-places.ts';
import { isInList, normal } from './host-list.ts';
import { type RedirectTo, redirectsTo } from './redirects.ts';

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
function canServe(host: string, config: RawConfig): boolean {
  return isInZone(host, config) || isInList(config, 'petstore:verified', host);
}

/** `problems`: those that the removal of the host from the file would cause. */
export function redirectsFirst(
  problems: readonly Problem[],
  { file, config, host }: { readonly file: string; readonly config: RawConfig; readonly host: string },
): Problem[] {
  const leading = redirectsTo(config, normal(host));
  return problems.map((problem) => {
    const redirect = leading.find(
      ({ site, index }) => problem.path === `petstore:${site}.redirects[${index}].to`,
    );
    if (redirect === undefined || problem.code !== 'redirect-target-unserved') return problem;
    const { from } = redirect;
    return {
      ...problem,
      what: `"${from}" redirects to "${normal(host)}"`,
      ...wayOut(redirect, file, config),
    };
  });
}

/** The site of a redirect has a primary, which is another host: one that others of its site need is not removed. */
function wayOut(
  { from, site }: RedirectTo,
  file: string,
  config: RawConfig,
): Pick<Problem, 'fix' | 'commands'> {
  const stack = `--stack ${stackOf(file)}`;
  const primary = normal(part(config, site).primary);
  const lead = `npm run domains -- add ${from} --site ${site} --redirect-to ${primary} ${stack}`;
  const remove = `npm run domains -- remove ${from} ${stack}`;
  return { fix: `lead it elsewhere first: ${lead}; or remove it: ${remove}`, commands: [lead, remove] };
}
