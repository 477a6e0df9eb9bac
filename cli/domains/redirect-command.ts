// The commands that preserve the links to a host which leaves a stack's file. Each works on the file without the host.
import { SITE_NAMES } from '../../infra/config/schema.ts';
import type { SiteName } from '../../infra/config/settings.ts';
import type { StackPlan } from '../../infra/plan/types.ts';

/** To the primary of its site, else to another site's; undefined where `after`, the stack without the host, has none. */
export function redirectCommand(host: string, site: SiteName, after: StackPlan): string | undefined {
  const sites = [site, ...SITE_NAMES.filter((name) => name !== site)];
  const serving = sites.find((name) => after.settings[name].primary !== undefined);
  if (serving === undefined) return undefined;
  return `${declareCommand(host, serving, after)} --redirect-to ${after.settings[serving].primary}`;
}

/** Takes the removal back. */
export function declareCommand(host: string, site: SiteName, { stack }: StackPlan): string {
  return `npm run domains -- add ${host} --stack ${stack} --site ${site}`;
}
