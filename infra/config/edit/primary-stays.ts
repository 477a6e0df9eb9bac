// No edit replaces the primary of a site, its public address. The refusal says which lines a person changes.
import type { Problem } from '../problem.ts';
import type { SiteName } from '../settings.ts';
import type { RawConfig } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import { list, normal } from './host-list.ts';

/** Where the host's site has another host to take its place: the one at `wanted`, else a domain, else a redirect. */
export function primaryStays(
  file: string,
  part: RawConfig,
  { host, site, wanted }: { readonly host: string; readonly site: SiteName; readonly wanted?: string },
): Problem {
  const domains = list(part.domains).map(normal);
  const froms = list(part.redirects).map((one) => normal(isMapping(one) ? one.from : undefined));
  const all = [...domains, ...froms].filter((name) => name !== '');
  const next = all.find((name) => name === normal(wanted)) ?? all[0];
  return {
    code: 'primary-stays',
    path: `petstore:${site}.primary`,
    what: `"${normal(host)}" is the primary of ${site}, which no command changes`,
    fix:
      next === undefined
        ? `add another host to ${site} first: it can become the primary`
        : `edit ${file} by hand: ${changes(part, normal(host), next).join(', ')}; then ${next} is the primary, and this can be repeated if it is still needed`,
  };
}

/** The two hosts change places; what leads to the former primary leads to the new one, as a redirect leads to a host that serves. */
function changes(part: RawConfig, host: string, next: string): string[] {
  const redirects = list(part.redirects).filter(isMapping);
  const own = redirects.find(({ from }) => normal(from) === next);
  const others = redirects.filter((one) => one !== own && normal(one.to) === host);
  const place =
    own === undefined
      ? change(`- ${next}`, `- ${host}`)
      : change(`from: ${next}, to: ${String(own.to)}`, `from: ${host}, to: ${next}`);
  return [
    change(`primary: ${host}`, `primary: ${next}`),
    place,
    ...others.map(({ from }) =>
      change(`from: ${String(from)}, to: ${host}`, `from: ${String(from)}, to: ${next}`),
    ),
  ];
}

const change = (before: string, after: string): string => `"${before}" becomes "${after}"`;
