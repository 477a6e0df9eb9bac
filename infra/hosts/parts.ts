// Which hosts a run declares. Pulumi's engine deletes what a run does not declare, so that its run declares all of them. The local cloud's
// own engine keeps what it is told to: what cannot have changed is not declared again, and many hosts are declared in several
// runs of one deployment, so that no run holds them all.
import { hostNames } from '@petstore/custom-domains/names';
import * as pulumi from '@pulumi/pulumi';
import { type HostAttachment, hostAlarms } from '../monitoring/alarm.ts';
import type { Admission } from './admission.ts';
import type { Declared, HostDecision } from './decide.ts';
import { type DeployedHost, hasRecords } from './host-output.ts';

/** What another run has made of a host, in plain values. */
export interface DoneHost {
  readonly output: DeployedHost;
  readonly attachment?: HostAttachment;
}

/** What the last deployment made of the hosts, and of what. */
export interface Deployed {
  readonly basis: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly done: ReadonlyMap<string, DoneHost>;
}

interface PartsOptions {
  readonly most: number;
  /** Has logical names; what they name stays as it is. */
  readonly keep: (names: ReadonlySet<string>) => void;
  /** Of the last deployment, where it was whole and of this program. */
  readonly last?: Deployed;
}

export type Parts = ReturnType<typeof openParts>;

/** The runs of one deployment; without options it is one run of all hosts. */
export function openParts(options?: PartsOptions) {
  const done = new Map<string, DoneHost>();
  const keys = new Map<string, string>();
  let basis = '';
  let admission: Promise<Admission> | undefined;
  let left: string[] | undefined;
  let part: ReadonlySet<string> = new Set();

  function changed({ plan: { settings, hosts: _, ...stack }, decisions }: Admission): string[] {
    const declared = decisions.filter((one) => one.kind === 'declared');
    if (options === undefined) return declared.map(({ plan }) => plan.host);
    const others = Object.entries(settings).filter(([name]) => !OF_HOSTS.has(name));
    basis = JSON.stringify([stack, others]);
    const known = options.last?.basis === basis ? options.last : undefined;
    const places = new Map(siteHosts(decisions).map((host, place) => [host, place]));
    const byHost = new Map(declared.map((one) => [one.plan.host, one]));
    const kept = new Set<string>();
    for (const one of declared) {
      const { host } = one.plan;
      const target = leadsTo(one, byHost)?.plan.host;
      const key = JSON.stringify([one.declared, one.requested, target, places.get(host)]);
      keys.set(host, key);
      const before = known?.done.get(host);
      if (before === undefined || known?.keys.get(host) !== key || !isSettled(one, before)) continue;
      done.set(host, before);
      for (const name of [hostNames(host).component, ...hostAlarms(host)]) kept.add(name);
    }
    options.keep(kept);
    const open = declared.filter(({ plan }) => !done.has(plan.host));
    return inOrder(open, byHost).map(({ plan }) => plan.host);
  }

  return {
    get isLeft(): boolean {
      return left !== undefined && left.length > 0;
    },
    /** Begins the next run. What a deployment decides, it decides once. */
    async begin(admit: () => Promise<Admission>): Promise<Admission> {
      admission ??= admit();
      const admitted = await admission;
      left ??= changed(admitted);
      part = new Set(left.splice(0, options?.most ?? left.length));
      return admitted;
    },
    declares: (host: string): boolean => options === undefined || part.has(host),
    hasFailed(host: string): boolean {
      const { output } = done.get(host) ?? {};
      return output !== undefined && (!hasRecords(output) || output.failed === true);
    },
    /** Of hosts that this run does not declare, and the runs after it neither. */
    done: done as ReadonlyMap<string, DoneHost>,
    /** The output, which the runs after this one have too. */
    noted(host: string, output: pulumi.Output<DeployedHost>, attachment?: HostAttachment) {
      if (options === undefined) return output;
      const attached = pulumi.recover(pulumi.output(attachment), () => undefined);
      return pulumi.all([output, attached]).apply(([one, known]) => {
        done.set(host, { output: one, attachment: known as HostAttachment | undefined });
        return one;
      });
    },
    /** For the deployment after this one, which was whole. */
    get deployed(): Deployed {
      return { basis, keys, done };
    },
  };
}

/** Settings that say nothing of a host but what its plan says. */
const OF_HOSTS: ReadonlySet<string> = new Set(['api', 'docs', 'verified', 'adopt', 'moving', 'ttl']);

/** The hosts that have a distribution of the documentation, or had it and keep it, in the order of the plan. */
export function siteHosts(decisions: readonly HostDecision[]): string[] {
  const isOfSite = ({ declared, kept }: Declared) =>
    (declared.site === 'docs' && declared.redirect === undefined) ||
    (kept?.kind === 'distribution' && !kept.redirects);
  return decisions.flatMap((one) => (one.kind === 'declared' && isOfSite(one) ? [one.plan.host] : []));
}

/** Nothing of it is expected to become something else by itself. */
function isSettled(
  { own, move, kept, waiting, routingAwaitedUntil, imports }: Declared,
  { output }: DoneHost,
): boolean {
  const open = [move, kept, waiting, routingAwaitedUntil];
  const openBefore = [output.waiting, output.kept, output.routingAwaitedUntil, output.failed];
  const isIssued = output.attached === true && output.certificate === 'ISSUED';
  const isInState = own?.attached === true && own.unset === undefined;
  return (
    isIssued && isInState && imports.size === 0 && [...open, ...openBefore].every((one) => one === undefined)
  );
}

type ByHost = ReadonlyMap<string, Declared>;

function leadsTo({ declared: { redirect } }: Declared, byHost: ByHost): Declared | undefined {
  return redirect && byHost.get(new URL(redirect.to).hostname);
}

/** More than a chain of redirects has. */
const AFTER_ALL = 1_000_000;

/** A redirect comes after the host that it leads to; what waits for a person comes last, so that nothing else waits for it. */
function inOrder(hosts: readonly Declared[], byHost: ByHost): Declared[] {
  const rank = (one: Declared): number => {
    const target = leadsTo(one, byHost);
    const own = one.plan.zone.provider === 'external' ? AFTER_ALL : 0;
    return Math.max(own, target === undefined ? 0 : rank(target) + 1);
  };
  return hosts.toSorted((a, b) => rank(a) - rank(b));
}
