// The hosts that a change removes: what preserves the links to each, whether production refuses it, and where its name leads.
import type { HostRecord } from '@petstore/custom-domains';
import { exitStatus, type Finding } from '@petstore/custom-domains/preflight';
import { addRemoval } from '../../infra/config/edit/edit.ts';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import type { SiteName } from '../../infra/config/settings.ts';
import { readStackFile, type StackText, stackFile } from '../../infra/config/stack-file.ts';
import { type OwnersRemoval, ownersRemoval } from '../../infra/hosts/external-removal.ts';
import { eitherOr, type RemovedHost, removedHosts, unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import type { Context } from './context.ts';
import type { Deployed } from './deployed-hosts.ts';
import { stepOptions } from './next-steps.ts';
import { remainingOf, removedTargets } from './targets.ts';

export interface RemovedHostReport extends RemovedHost {
  /** The command that preserves the links to it. */
  readonly keep: string;
  /** What it does: where no host is left to redirect to, the host is declared again. */
  readonly keepBy: 'redirect' | 'declaration';
  /** Where production refuses the removal: the two ways out, of which one is enough. */
  readonly refused?: string;
  /** The line of the stack's file that confirms it, for what is refused. */
  readonly confirm?: Confirmation;
  /** What the owner of an external host deletes; absent for a host whose records the stack sets. */
  readonly owners?: OwnersRemoval;
  /** The same records, as the stack declares them: a finding may have one with the TTL that DNS has. */
  readonly listed?: readonly HostRecord[];
  /** Where its name leads, if that is deleted or will be. */
  readonly findings: readonly Finding[];
}

/** Production ends its run at such a removal, before anything is changed. */
export const isRefused = ({ refused }: RemovedHostReport): boolean => refused !== undefined;

/** A refused removal is known to be wrong, whatever DNS says of the other hosts. */
export function statusWith(
  removed: readonly RemovedHostReport[],
  hosts: readonly { readonly findings: readonly Finding[] }[] = [],
): ReturnType<typeof exitStatus> {
  return removed.some(isRefused) ? 1 : exitStatus([...hosts, ...removed].flatMap(({ findings }) => findings));
}

export async function removedReports(
  before: StackPlan,
  now: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
): Promise<RemovedHostReport[]> {
  const all = removedHosts(before, now);
  const names = all.map(({ host }) => host);
  const leading = await removedTargets(names, before, deployed, context);
  const external = new Set(
    before.hosts.filter(({ zone }) => zone.provider === 'external').map(({ host }) => host),
  );
  const remaining = await remainingOf(
    [...external].filter((name) => names.includes(name)),
    deployed,
    context,
  );
  const refused = all.filter(
    ({ host }) => deployed?.has(host) !== false && unconfirmedRemovals([host], now).length > 0,
  );
  const lines = confirmations(
    context.folder,
    context.stack,
    refused.map(({ host }) => host),
  );
  return all.map((host) => {
    const listed = remaining.get(host.host);
    const findings = leading.get(host.host) ?? [];
    const owners = external.has(host.host) ? ownersRemoval(listed, stepOptions(context)) : undefined;
    const confirm = lines.get(host.host);
    const kept = keptBy(host, now);
    const refusal = refused.includes(host) &&
      confirm !== undefined && { refused: refusalFix(confirm, KEEPING[kept.keepBy]) };
    return {
      ...{ ...host, ...kept, ...refusal, ...(confirm && { confirm }) },
      ...{ findings, ...(owners && { owners, listed }) },
    };
  });
}

const KEEPING = { redirect: 'redirect it', declaration: 'declare it again' } as const;

/** What preserves the links to a host that left. `now`: the stack without it. */
export function keptBy(
  { host, site }: Pick<RemovedHost, 'host' | 'site'>,
  now: StackPlan,
): { readonly keep: string; readonly keepBy: keyof typeof KEEPING } {
  const redirect = redirectCommand(host, site, now);
  return redirect === undefined
    ? { keep: declareCommand(host, site, now), keepBy: 'declaration' }
    : { keep: redirect, keepBy: 'redirect' };
}

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

export interface Confirmation {
  /** `Pulumi.production.yaml` */
  readonly file: string;
  /** In the file with the confirmation of every host; undefined where no edit supports its layout. */
  readonly line?: number;
  readonly column?: number;
  /** The line without its indent. */
  readonly text: string;
}

/** By host. A line has several hosts where the list is on one line; none has an entry where there is no file. */
export function confirmations(
  folder: string,
  stack: string,
  hosts: readonly string[],
): ReadonlyMap<string, Confirmation> {
  const file = readStackFile(stackFile(folder, stack));
  if ('problems' in file) return new Map();
  const lines = confirmed(file, hosts)?.split(/\r?\n/);
  return new Map(hosts.map((host) => [host, confirmationOf(host, file.name, lines ?? [], hosts)]));
}

function confirmed(file: StackText, hosts: readonly string[]): string | undefined {
  return hosts.reduce<string | undefined>((text, host) => {
    const edited = text === undefined ? undefined : addRemoval({ ...file, text }, host);
    return edited !== undefined && 'text' in edited ? edited.text : undefined;
  }, file.text);
}

function confirmationOf(
  host: string,
  file: string,
  lines: readonly string[],
  hosts: readonly string[],
): Confirmation {
  const start = lines.findIndex((line) => /^\s*petstore:removals:/.test(line));
  const names = (line: string) => line.replace(/#.*/, '').split(/[\s,'"[\]]+/);
  const index = lines.findIndex((line, at) => start !== -1 && at >= start && names(line).includes(host));
  const text = lines[index];
  return text === undefined
    ? { file, text: `petstore:removals: [${hosts.join(', ')}]` }
    : { file, line: index + 1, column: text.search(/\S/) + 1, text: text.trim() };
}

/** `keep`: what the host stays by. To go on after "production refuses to remove it: ", and before the commands or the line. */
export function refusalFix({ file, line }: Confirmation, keep: string): string {
  return eitherOr(keep, `confirm its removal in ${file}${line === undefined ? '' : `, line ${line}`}`);
}
