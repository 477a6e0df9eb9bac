// The hosts that a change removes: what preserves the links to each, whether production refuses it, and where its name leads.
import type { HostRecord } from '@petstore/custom-domains';
import { type Command, command } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import type { SiteName } from '../../infra/config/settings.ts';
import { type OwnersRemoval, ownersRemoval, remainingRecords } from '../../infra/hosts/external-host.ts';
import { eitherOr, type RemovedHost, removedHosts, unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { type Context, stepOptions } from './context.ts';
import { type Deployed, targetOf } from './deployed-hosts.ts';

export interface RemovedHostReport extends RemovedHost {
  /** Where its name leads, if that is deleted or will be. */
  readonly findings: readonly Finding[];
  /** What the owner of an external host deletes; absent for a host whose records the stack sets. */
  readonly owners?: OwnersRemoval;
  /** The command that preserves the links to it. */
  readonly keep: string;
  /** What it does: where no host is left to redirect to, the host is declared again. */
  readonly keepBy: 'redirect' | 'declaration';
  /** Where production refuses the removal: the two ways out, of which one is enough. */
  readonly refused?: string;
  /** What confirms it, for what is refused: the list as `file` has to have it. */
  readonly confirm?: { readonly file: string; readonly text: string };
}

/** Production ends its run at such a removal, before anything is changed. */
export const isRefused = ({ refused }: RemovedHostReport): boolean => refused !== undefined;

export async function removedReports(
  before: StackPlan,
  now: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
): Promise<RemovedHostReport[]> {
  const all = removedHosts(before, now);
  const names = all.map(({ host }) => host);
  const factsOf = await removalFacts(names, before, deployed, context);
  const refused = names.filter(
    (name) => deployed?.has(name) !== false && unconfirmedRemovals([name], now).length > 0,
  );
  const file = `Pulumi.${now.stack}.yaml`;
  const list = [...now.settings.removals, ...refused].join(', ');
  return all.map((removed) => {
    const kept = keptBy(removed, now);
    const isRefused = refused.includes(removed.host);
    return {
      ...removed,
      ...kept,
      refused: isRefused ? eitherOr(KEEPING[kept.keepBy], `confirm its removal in ${file}`) : undefined,
      confirm: isRefused ? { file, text: `petstore:removals: [${list}]` } : undefined,
      ...factsOf(removed.host),
    };
  });
}

/**
 * What DNS shows of each. In a declared zone the removal deletes the host's record too; the owner of an external host has to delete
 * it before the removal. The local stack deploys a removal as soon as it is in the file, so the fix is worded for the time after it.
 */
export async function removalFacts(
  hosts: readonly string[],
  before: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
) {
  const { stack, canRead, io } = context;
  const isExternal = ({ host, zone }: HostPlan) => hosts.includes(host) && zone.provider === 'external';
  const deleted = new Map<string, string>();
  const remaining = new Map<string, readonly HostRecord[] | undefined>();
  for (const { host } of before.hosts.filter(isExternal)) {
    const target = targetOf(deployed?.get(host));
    if (target !== undefined && stack !== LOCAL_STACK) deleted.set(host, target);
    const records = deployed?.get(host)?.records ?? [];
    const left = canRead ? await remainingRecords(records, context.newReader()) : records;
    // Where the outputs are not known, nor is what its owner set.
    remaining.set(host, deployed && left);
  }
  const options = { deleted, signal: io.signal };
  const leading = canRead ? await checkTargets(hosts, context.newReader(), options) : undefined;
  return (host: string) => ({
    findings: leading?.get(host) ?? [],
    owners: remaining.has(host) ? ownersRemoval(remaining.get(host), stepOptions(context)) : undefined,
  });
}

const KEEPING = { redirect: 'redirect it', declaration: 'declare it again' } as const;

/** What preserves the links to a host that left: a redirect to the primary of its site, else of another. `now`: the stack without it. */
export function keptBy(
  { host, site }: { readonly host: string; readonly site: SiteName },
  { stack, settings }: StackPlan,
): { readonly keep: Command; readonly keepBy: keyof typeof KEEPING } {
  const sites = [site, ...SITE_NAMES.filter((name) => name !== site)];
  const serving = sites.find((name) => settings[name].primary !== undefined);
  const to = serving && settings[serving].primary;
  const redirect = to === undefined ? [] : ['--redirect-to', to];
  return {
    keep: command`npm run domains -- add ${host} --stack ${stack} --site ${serving ?? site} ${redirect}`,
    keepBy: serving === undefined ? 'declaration' : 'redirect',
  };
}
