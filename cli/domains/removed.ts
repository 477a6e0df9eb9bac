// What a change removes: what breaks, what its owner deletes, and the ways out where production refuses it.
import { type Command, command } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import { stacksOfHosts } from '../../infra/config/other-stacks.ts';
import { SITE_NAMES } from '../../infra/config/site.ts';
import { type Deployed, recordsOf } from '../../infra/hosts/host-output.ts';
import { guardedRemoval, type OwnersRemoval, ownersRemoval } from '../../infra/hosts/removal.ts';
import { voiced } from '../../infra/hosts/voice.ts';
import type { ReadZones } from '../../infra/hosts/zone-apis.ts';
import { type RemovedHost, removedHosts, unconfirmedRemovals } from '../../infra/plan/removals.ts';
import { type Audience, domainsCommand } from '../../infra/plan/stack-option.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import type { Context } from './context.ts';

export interface RemovedHostReport extends RemovedHost {
  /** Where its name leads, if that is deleted or will be. */
  readonly findings: readonly Finding[];
  readonly to?: string;
  /** What the owner of an external host deletes; absent for a host whose records the stack sets. */
  readonly owners?: OwnersRemoval;
  readonly keep: Command;
  /** What it does: where no host is left to redirect to, the host is declared again; one that another stack has moves without a gap. */
  readonly keepBy: 'redirect' | 'declaration' | 'move';
  /** Of a removal that production refuses: in a sentence, and what confirms it: the list as `file` has to have it. */
  readonly refused?: string;
  readonly confirm?: { readonly file: string; readonly text: string };
}

/** Production ends its run at such a removal, before anything is changed. */
export const isRefused = ({ refused }: RemovedHostReport): boolean => refused !== undefined;

export async function removedReports(
  before: StackPlan,
  now: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
  zones: ReadZones,
): Promise<RemovedHostReport[]> {
  const all = removedHosts(before, now);
  const names = all.map(({ host }) => host);
  const factsOf = await removalFacts(names, before, deployed, context);
  const refused = names.filter(
    (name) => deployed?.has(name) !== false && unconfirmedRemovals([name], now).length > 0,
  );
  const file = `Pulumi.${now.stack}.yaml`;
  const text = `petstore:removals: [${[...now.settings.removals, ...refused].join(', ')}]`;
  const refusal = {
    refused: `production refuses to remove it until ${file} confirms it`,
    confirm: { file, text },
  };
  return all.map((removed) => {
    const { host } = removed;
    const { findings, ...facts } = factsOf(host);
    const output = deployed?.get(host);
    const guarded = output ? guardedRemoval([host, output], now.settings.zones, zones) : [];
    return {
      ...{ ...removed, ...keptBy({ ...removed, to: facts.to }, now, context), ...facts },
      findings: [...findings, ...guarded],
      ...(refused.includes(host) && refusal),
    };
  });
}

/** What DNS shows of each. In a declared zone the removal deletes the host's record too; an external host's owner does it before. */
export async function removalFacts(
  hosts: readonly string[],
  before: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
) {
  const { stack, io } = context;
  const reader = context.canRead ? context.newReader() : undefined;
  const plans = new Map(before.hosts.map((plan) => [plan.host, plan]));
  // Of one whose zone the file has lost, the stack deletes the records that it has set.
  const providerOf = (host: string) => deployed?.get(host)?.provider ?? plans.get(host)?.zone.provider;
  const external = hosts.filter((host) => providerOf(host) === 'external');
  const owners = new Map<string, OwnersRemoval | undefined>();
  for (const host of external) {
    const records = deployed && (deployed.get(host)?.records ?? []);
    owners.set(host, await ownersRemoval(records, reader, context));
  }
  // The local stack deploys a removal as soon as it is in the file.
  const deleted = (stack === LOCAL_STACK ? [] : external).flatMap((host): [string, string][] => {
    const target = recordsOf(deployed?.get(host), io.now())?.target;
    return target === undefined ? [] : [[host, target]];
  });
  const options = { deleted: new Map(deleted), signal: io.signal };
  const leading = reader && (await checkTargets(hosts, reader, options));
  const elsewhere = stacksOfHosts(context.folder, stack);
  return (host: string) => {
    const [plan, found = []] = [plans.get(host), leading?.get(host)];
    const to = elsewhere.get(host);
    const voice = plan === undefined ? found : voiced(plan, found, context);
    // Of a host that moves, its owner deletes no record: it is set anew, or its new place has the same.
    return { findings: voice, to, owners: to === undefined ? owners.get(host) : undefined };
  };
}

/** What preserves the links to a host that left. The plan is that of the stack without it. */
export function keptBy(
  { host, site, to: other }: Pick<RemovedHostReport, 'host' | 'site' | 'to'>,
  { stack, settings }: StackPlan,
  { reading }: Audience,
): Pick<RemovedHostReport, 'keep' | 'keepBy'> {
  // Its steps let both stacks have the host until the new one serves it.
  if (other !== undefined)
    return { keep: domainsCommand('move', host, { stack: other, reading }), keepBy: 'move' };
  const serving = [site, ...SITE_NAMES].find((name) => settings[name].primary !== undefined);
  const to = serving && settings[serving].primary;
  const redirect = to === undefined ? [] : ['--redirect-to', to];
  return {
    keep: command`npm run domains -- add ${host} --stack ${stack} --site ${serving ?? site} ${redirect}`,
    keepBy: serving === undefined ? 'declaration' : 'redirect',
  };
}
