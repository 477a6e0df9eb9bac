// What it means where the last host of a site leaves a stack's file.
import { type Shown, shown } from '@petstore/custom-domains/output';
import type { SiteName } from '../../../infra/config/settings.ts';

/** Of a primary, which can be removed only as the last host of its site. */
export const noOtherHost = (site: SiteName): string =>
  `${site} has no other host: only its default address serves it.`;

/** Of a stack that was deployed or not. `removed`: the keys that left the file with the host. */
export function lastHost(site: SiteName, removed: readonly string[]): Shown {
  const section = `petstore:${site}`;
  return shown`  ${removed.includes(section) ? `${section} is removed with it, as ` : ''}${noOtherHost(site)}`;
}
