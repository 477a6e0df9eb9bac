// What leaves a stack's file with a host, and what that means.
import { type Shown, shown } from '@petstore/custom-domains/output';
import type { SiteName } from '../../../infra/config/settings.ts';
import { parseStackText, readStackFile, stackFile } from '../../../infra/config/stack-file.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import type { Context } from '../context.ts';

/** The other lists of the file that lose the host: to go on after the name of the file. */
export function alsoFrom({ host }: HostPlan, { settings: { verified, adopt, moving } }: StackPlan): string {
  const lists = { verified, adopt: adopt.map(nameOf), moving: moving.map(nameOf) };
  const keys = Object.entries(lists).flatMap(([key, hosts]) => (hosts.includes(host) ? [key] : []));
  return keys.length === 0 ? '' : `, also from ${keys.map((key) => `petstore:${key}`).join(' and ')}`;
}

const nameOf = ({ host }: { readonly host: string }): string => host;

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
