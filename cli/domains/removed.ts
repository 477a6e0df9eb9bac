// What a change removes: what breaks, what its owner deletes, and the ways out where production refuses it.
import type { Command } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import { stacksOfHosts } from '../../infra/config/other-stacks.ts';
import { SITE_NAMES } from '../../infra/config/site.ts';
import { type Deployed, recordsOf } from '../../infra/hosts/host-output.ts';
import { guardedRemoval, type OwnersRemoval, ownersRemoval } from '../../infra/hosts/removal.ts';
import { voiced } from '../../infra/hosts/voice.ts';
import type { ReadZones } from '../../infra/hosts/zone-apis.ts';
import { isServed } from '../../infra/plan/plan-stack.ts';
import { unconfirmedRemovals } from '../../infra/plan/removals.ts';
import { type Audience, domainsCommand } from '../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import type { Context } from './context.ts';

export interface RemovedHostReport
  extends Pick<HostPlan, 'host' | 'site' | 'role'>,
    Pick<RemovalTerms, 'isDeployed' | 'isServing'> {
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

/** What the removal of a declared host needs and ends. */
export type RemovalTerms = ReturnType<typeof removalTerms>;

export function removalTerms(plan: HostPlan, production: boolean, deployed: Deployed | undefined) {
  // Nobody has a link to a host that was never deployed. Where the outputs are not known, it may have been.
  const isDeployed = deployed?.has(plan.host);
  const known = deployed?.get(plan.host);
  const served = known === undefined ? isServed(plan) : known.attached === true;
  return {
    /** Production refuses a removal without an entry in petstore:removals. */
    isListed: production && isDeployed !== false,
    isDeployed,
    /** Whether a client may have had a response from it: DNS leads to no other place. */
    isServing: isDeployed !== false && served && known?.waiting === undefined,
  };
}

/** Production ends its run at such a removal, before anything is changed. */
export const isRefused = ({ refused }: RemovedHostReport): boolean => refused !== undefined;

interface RemovalsOptions {
  readonly factsOf: RemovalFacts;
  readonly deployed: Deployed | undefined;
  readonly zones?: ReadZones;
  readonly audience: Audience;
}

/** `now`: the stack without the hosts. */
export function removedReports(
  hosts: readonly HostPlan[],
  now: StackPlan,
  { factsOf, deployed, zones = new Map(), audience }: RemovalsOptions,
): RemovedHostReport[] {
  const refused = hosts
    .map(({ host }) => host)
    .filter((name) => deployed?.has(name) !== false && unconfirmedRemovals([name], now).length > 0);
  const file = `Pulumi.${now.stack}.yaml`;
  const text = `petstore:removals: [${[...now.settings.removals, ...refused].join(', ')}]`;
  const refusal = {
    refused: `production refuses to remove it until ${file} confirms it`,
    confirm: { file, text },
  };
  return hosts.map((plan) => {
    const { host, site, role } = plan;
    const { findings, ...facts } = factsOf(plan);
    const { isDeployed, isServing } = removalTerms(plan, now.production, deployed);
    const output = deployed?.get(host);
    const guarded = output ? guardedRemoval([host, output], now.settings.zones, zones) : [];
    return {
      ...{ host, site, role, isDeployed, isServing },
      ...keptBy({ host, site, to: facts.to }, now, audience),
      ...facts,
      findings: [...findings, ...guarded],
      ...(refused.includes(host) && refusal),
    };
  });
}

type RemovalFacts = Awaited<ReturnType<typeof removalFacts>>;

/** What DNS shows of each. In a declared zone the removal deletes the host's record too; an external host's owner does it before. */
export async function removalFacts(
  plans: readonly HostPlan[],
  deployed: Deployed | undefined,
  context: Context,
) {
  const { stack, io } = context;
  const reader = context.canRead ? context.reads().reader : undefined;
  // Of one whose zone the file has lost, the stack deletes the records that it has set.
  const isOwners = ({ host, zone }: HostPlan) =>
    (deployed?.get(host)?.provider ?? zone.provider) === 'external';
  const external = plans.filter(isOwners).map(({ host }) => host);
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
  const names = plans.map(({ host }) => host);
  const leading = reader && (await checkTargets(names, reader, options));
  const elsewhere = stacksOfHosts(context.folder, stack);
  return (plan: HostPlan) => {
    const to = elsewhere.get(plan.host)?.stack;
    const findings = voiced(plan, leading?.get(plan.host) ?? [], context);
    // Of a host that moves, its owner deletes no record: it is set anew, or its new place has the same.
    return { findings, to, owners: to === undefined ? owners.get(plan.host) : undefined };
  };
}

/** What preserves the links to a host that left. The plan is that of the stack without it. */
function keptBy(
  { host, site, to: other }: Pick<RemovedHostReport, 'host' | 'site' | 'to'>,
  { settings }: StackPlan,
  audience: Audience,
): Pick<RemovedHostReport, 'keep' | 'keepBy'> {
  // Its steps let both stacks have the host until the new one serves it.
  const { reading: words = [] } = audience;
  if (other !== undefined)
    return { keep: domainsCommand('move', host, { stack: other, words }), keepBy: 'move' };
  const serving = [site, ...SITE_NAMES].find((name) => settings[name].primary !== undefined);
  const to = serving && settings[serving].primary;
  const redirect = to === undefined ? [] : ['--redirect-to', to];
  return {
    keep: domainsCommand('add', host, audience, ['--site', serving ?? site, ...redirect]),
    keepBy: serving === undefined ? 'declaration' : 'redirect',
  };
}
