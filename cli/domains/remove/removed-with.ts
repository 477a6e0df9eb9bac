// What it means where the last host of a site leaves a stack's file.
import { type Shown, shown } from '@petstore/custom-domains/output';
import type { SiteName } from '../../../infra/config/settings.ts';
import { parseStackText, readStackFile, stackFile } from '../../../infra/config/stack-file.ts';
import type { Context } from '../context.ts';

/** Of a primary, which can be removed only as the last host of its site. */
export const noOtherHost = (site: SiteName): string =>
  `${site} has no other host: only its default address serves it.`;

/** After the removal, of a stack that was deployed or not. */
export function lastHost(site: SiteName, { folder, stack }: Pick<Context, 'folder' | 'stack'>): Shown {
  const file = readStackFile(stackFile(folder, stack));
  const parsed = 'problems' in file ? file : parseStackText(file);
  const section = `petstore:${site}`;
  // Without the section, the config has the default of Pulumi.yaml.
  const isRemoved =
    'raw' in parsed && (!Object.hasOwn(parsed.raw, section) || parsed.defaults.includes(section));
  return shown`  ${isRemoved ? `${section} is removed with it, as ` : ''}${noOtherHost(site)}`;
}
