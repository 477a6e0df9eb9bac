// The hosts that a change removes: what preserves the links to each, whether production refuses it, and where its name leads.
import { command } from '@petstore/custom-domains/output';
import { exitStatus, type Finding } from '@petstore/custom-domains/preflight';
import { addRemoval } from '../../infra/config/edit/edit.ts';
import { list, normal } from '../../infra/config/edit/host-list.ts';
import { formatPath } from '../../infra/config/path.ts';
import { placed } from '../../infra/config/places.ts';
import type { Problem } from '../../infra/config/problem.ts';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import type { SiteName } from '../../infra/config/settings.ts';
import { parseStackText, readStackFile, type StackText, stackFile } from '../../infra/config/stack-file.ts';
import { type OwnersRemoval, ownersRemoval } from '../../infra/hosts/external-removal.ts';
import { eitherOr, type RemovedHost, removedHosts, unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import type { Context } from './context.ts';
import type { Deployed } from './deployed-hosts.ts';
import { stepOptions } from './next-steps.ts';
import { remainingOf, removedTargets, withoutListed } from './targets.ts';

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
  /** Where its name leads, if that is deleted or will be. */
  readonly findings: readonly Finding[];
  /** The same without the records that the owner's task lists. */
  readonly unlisted: readonly Finding[];
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
  const isExternal = (name: string) =>
    before.hosts.some(({ host, zone }) => host === name && zone.provider === 'external');
  const remaining = await remainingOf(names.filter(isExternal), deployed, context);
  const refused = names.filter(
    (name) => deployed?.has(name) !== false && unconfirmedRemovals([name], now).length > 0,
  );
  const confirmationOf = confirmations(context.folder, context.stack, refused);
  return all.map((removed) => {
    const { host } = removed;
    const listed = remaining.get(host);
    const confirm = confirmationOf.get(host);
    const findings = leading.get(host) ?? [];
    const kept = keptBy(removed, now);
    return {
      ...removed,
      ...kept,
      refused: confirm && refusalFix(confirm, KEEPING[kept.keepBy]),
      confirm,
      findings,
      unlisted: findings.map((one) => withoutListed(one, listed)),
      owners: isExternal(host) ? ownersRemoval(listed, stepOptions(context)) : undefined,
    };
  });
}

const KEEPING = { redirect: 'redirect it', declaration: 'declare it again' } as const;

/** What preserves the links to a host that left: a redirect to the primary of its site, else of another. `now`: the stack without it. */
export function keptBy(
  { host, site }: { readonly host: string; readonly site: SiteName },
  { stack, settings }: StackPlan,
): { readonly keep: string; readonly keepBy: keyof typeof KEEPING } {
  const sites = [site, ...SITE_NAMES.filter((name) => name !== site)];
  const serving = sites.find((name) => settings[name].primary !== undefined);
  const to = serving && settings[serving].primary;
  const redirect = to === undefined ? [] : ['--redirect-to', to];
  return {
    keep: command`npm run domains -- add ${host} --stack ${stack} --site ${serving ?? site} ${redirect}`,
    keepBy: serving === undefined ? 'declaration' : 'redirect',
  };
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
  const { name } = file;
  const text = confirmed(file, hosts);
  const lines = text?.split(/\r?\n/) ?? [];
  return new Map(
    hosts.map((host) => {
      const line = text === undefined ? undefined : removalLine({ name, text }, host);
      const found = line === undefined ? undefined : lines[line - 1];
      if (found === undefined) return [host, { file: name, text: `${REMOVALS}: [${hosts.join(', ')}]` }];
      return [host, { file: name, line, column: found.search(/\S/) + 1, text: found.trim() }];
    }),
  );
}

const REMOVALS = 'petstore:removals';

function confirmed(file: StackText, hosts: readonly string[]): string | undefined {
  return hosts.reduce<string | undefined>((text, host) => {
    const edited = text === undefined ? undefined : addRemoval({ ...file, text }, host);
    return edited !== undefined && 'text' in edited ? edited.text : undefined;
  }, file.text);
}

/** Where the list has the host. */
function removalLine(file: StackText, host: string): number | undefined {
  const parsed = parseStackText(file);
  const index = 'raw' in parsed ? list(parsed.raw[REMOVALS]).map(normal).indexOf(host) : -1;
  const [found] = placed<Problem>(
    [{ code: '', path: formatPath([REMOVALS, index]), what: '', fix: '' }],
    file.text,
  );
  return index === -1 ? undefined : found?.place?.line;
}

/** `keep`: what the host stays by. To go on after "production refuses to remove it: ", and before the commands or the line. */
export function refusalFix({ file, line }: Confirmation, keep: string): string {
  return eitherOr(keep, `confirm its removal in ${file}${line === undefined ? '' : `, line ${line}`}`);
}
