// A host that others redirect to can leave its stack when they do not any more: each is told with the commands for it.
import type { Problem } from '../problem.ts';
import { type RawConfig, stackOf } from '../stack-file.ts';
import { part } from './declared-places.ts';
import { normal } from './host-list.ts';
import { type RedirectTo, redirectsTo } from './redirects-to.ts';

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
