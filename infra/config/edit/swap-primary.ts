// A host of a site and the site's primary change places, in one edit; the redirects to the former primary follow.
import type { RawConfig } from '../stack-file.ts';
import { type DeclaredPlace, part } from './declared-places.ts';
import { normal } from './host-list.ts';
import { redirectsTo } from './redirects-to.ts';
import { replaceStep, type Step } from './step.ts';

/** `next`: a domain or a redirect of a site that has a primary. None where it is the primary already. */
export function swapSteps(config: RawConfig, next: DeclaredPlace): Step[] {
  if (next.role === 'primary') return [];
  const written = String(part(config, next.site).primary);
  const [former, name] = [normal(written), String(next.written)];
  const others = redirectsTo(config, former).filter(({ from }) => from !== next.host);
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
