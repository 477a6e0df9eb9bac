// The host that `domains move` is about: one that the stack declares, or one that the options would declare.
import { shellWord, visible } from '@petstore/custom-domains/output';
import type { NewHost } from '../../../infra/config/edit/edit.ts';
import { parseDestination } from '../../../infra/config/redirect-destination.ts';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import type { Context, SharedOptions } from '../context.ts';
import { siteChoices } from '../site-choices.ts';
import { hostNamed, loadPlan } from '../stack.ts';
import { plannedHost } from './facts.ts';

/** What the host is to serve: needed where the stack does not declare it, and else the same as what it declares. */
export type Wanted = Partial<Pick<NewHost, 'site' | 'redirectTo'>>;

export interface MovingHost {
  readonly plan: HostPlan;
  /** How it will be declared; absent where it is. */
  readonly declaring?: NewHost;
}

/** Throws UsageError where an option is missing, and where one contradicts the stack's file. */
export function movingHost(name: string, options: Wanted & SharedOptions, context: Context): MovingHost {
  const { site, redirectTo } = options;
  const host = hostNamed(name);
  const plan = loadPlan(context.folder, context.stack).hosts.find((one) => one.host === host);
  if (plan !== undefined) {
    if (contradicts(plan, options)) throw contradiction(plan, options, context.stack);
    return { plan };
  }
  if (site === undefined) {
    throw new UsageError(
      `${host} is not declared in Pulumi.${context.stack}.yaml.`,
      `say what it will serve, and for a redirect --redirect-to TARGET too:\n  ${siteChoices('move', host, options)}`,
    );
  }
  const declaring = { host, site, redirectTo };
  return { plan: plannedHost(context, declaring), declaring };
}

/** --site alone is a host that serves the site, as in `add`: it contradicts a redirect. */
function contradicts({ site, redirect }: HostPlan, wanted: Wanted): boolean {
  if (wanted.redirectTo !== undefined)
    return (
      redirect === undefined || urlOf(wanted.redirectTo) !== redirect.to || (wanted.site ?? site) !== site
    );
  return wanted.site !== undefined && (wanted.site !== site || redirect !== undefined);
}

/** As the config has it; undefined for what it would refuse. */
function urlOf(target: string): string | undefined {
  const parsed = parseDestination(target);
  return 'value' in parsed ? parsed.value.url : undefined;
}

/** A primary is changed in the file: `add` would declare its host twice. */
function contradiction({ host, site, role, redirect }: HostPlan, wanted: Wanted, stack: string): UsageError {
  const declared = redirect === undefined ? `a host of ${site}` : `a redirect of ${site} to ${redirect.to}`;
  const given = optionsOf(wanted);
  const add = `npm run domains -- add ${host} --stack ${stack} ${optionsOf({ site: wanted.site ?? site, redirectTo: wanted.redirectTo })}`;
  const change = role === 'primary' ? [] : ['to have it serve something else, change that first:', add];
  const asDeclared = domainsCommand('move', host, { stack });
  return new UsageError(
    `${host} is declared in Pulumi.${stack}.yaml as ${declared}, and not with ${given}.`,
    ['to move it in as it is declared, leave that out:', asDeclared, ...change].join('\n  '),
  );
}

function optionsOf({ site, redirectTo }: Wanted): string {
  const options = { '--site': site, '--redirect-to': redirectTo };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.map(([name, value = '']) => `${name} ${visible(shellWord(value))}`).join(' ');
}
