// `custom-domains check`: the preflight of hosts that no program declares.

import type { HostSpec, ZoneRef } from '../dns-hosts/zone.ts';
import { isApex } from '../dns-hosts/zone.ts';
import { canonical, parentOf } from '../names/dns-name.ts';
import { certificateFault } from '../names/host.ts';
import { shown } from '../output/index.ts';
import type { CheckedHost } from '../preflight/checked-host.ts';
import { check, type Expected, exitStatus, limitsOf } from '../preflight/index.ts';
import type { Reader } from '../preflight/reader/reader.ts';
import { bySeverity } from '../preflight/rules/index.ts';
import { caaOfNewTarget } from '../preflight/rules/new-target.ts';
import { checkTargets, type WebOptions } from '../takeover/index.ts';
import { CommandLineError } from './command-line-error.ts';
import type { ToolIo } from './io.ts';
import type { CheckOptions } from './options.ts';

export interface CheckResult {
  readonly hosts: readonly CheckedHost[];
  readonly notes: readonly string[];
  readonly status: 0 | 1 | 3;
}

export async function checkHosts(
  names: readonly string[],
  options: CheckOptions,
  reader: Reader,
  io: ToolIo,
  web: WebOptions,
): Promise<CheckResult> {
  const plans = names.map((name) => planOf(name, options));
  const expected = expectedOf(names, options);
  const onChecked = (done: number) => io.progress(shown`reading DNS: ${done} of ${plans.length} hosts`);
  onChecked(0);
  const checked = await check(plans, reader, { expected, onChecked });
  const [leading, caa] = await Promise.all([
    checkTargets(names, reader, web),
    options.target.name === undefined ? undefined : reader.resolve(options.target.name, 'CAA'),
  ]);
  io.progress(shown``);
  const hosts = checked.map((one) => {
    const { host, apex } = one.plan;
    const name = options.target.name;
    // An alias at an apex shows its target's addresses, and none of its other records.
    const ofTarget =
      name === undefined || caa === undefined || apex ? [] : caaOfNewTarget(one.plan, name, caa);
    return { ...one, findings: bySeverity([...one.findings, ...ofTarget, ...(leading.get(host) ?? [])]) };
  });
  return { hosts, notes: limitsOf(reader), status: exitStatus(hosts.flatMap(({ findings }) => findings)) };
}

/** The owner of the host sets its records; `live`: they are to be right already. */
function planOf(host: string, { target, issuance, live }: CheckOptions): HostSpec {
  const fault = issuance.authority.id === 'amazon' ? certificateFault(host) : undefined;
  if (fault !== undefined) throw new CommandLineError(`${host} ${fault.what}.`, fault.fix);
  const zone: ZoneRef = { provider: 'external', verified: live };
  const attach = target.profile?.attach ?? 'gateway';
  return { host, zone, apex: isApex(host, zone), target: attach, issuance, routing: target.routing };
}

function expectedOf(names: readonly string[], { target, validations }: CheckOptions): Map<string, Expected> {
  const lost = validations.find(({ name }) => !names.some((host) => isFor(name, host)));
  if (lost !== undefined) {
    throw new CommandLineError(
      `--validation ${lost.name} is for none of the hosts.`,
      'its name is one label in front of the host: _1a2b.shop.example.com for shop.example.com',
    );
  }
  const entries = names.map((host): [string, Expected] => {
    const record = validations.find(({ name }) => isFor(name, host));
    const validation = record && {
      ...{ name: canonical(record.name), type: 'CNAME', value: canonical(record.value) },
      claimed: true as const,
    };
    return [host, { target: target.name, validation }];
  });
  return new Map(entries.filter(([, { target: name, validation }]) => name !== undefined || validation));
}

/** One label in front of the host, as ACM and ACME have it. */
function isFor(name: string, host: string): boolean {
  return parentOf(canonical(name)) === host;
}
