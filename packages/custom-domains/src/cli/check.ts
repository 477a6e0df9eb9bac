// `custom-domains check`: the preflight of hosts that no program declares, and its result as text and as JSON.
import { type HostSpec, isApex, type ZoneRef } from '../dns-hosts/zone.ts';
import { canonical, parentOf } from '../names/dns-name.ts';
import { certificateFault } from '../names/host.ts';
import { count, json, type Shown, shown } from '../output/index.ts';
import { bySeverity } from '../preflight/finding.ts';
import {
  type CheckedHost,
  check,
  type Expected,
  exitStatus,
  limitsOf,
  summarizeCaa,
  verdictOf,
} from '../preflight/index.ts';
import type { Reader } from '../preflight/reader/reader.ts';
import { caaOfNewTarget } from '../preflight/rules/caa.ts';
import { checkTargets, type WebOptions } from '../takeover/index.ts';
import { CommandLineError } from './command-line-error.ts';
import { assertComplete, readHosts } from './hosts.ts';
import type { ToolIo } from './io.ts';
import { commandLine, nextCommand } from './next-command.ts';
import { type CheckOptions, checkOptions, networkOptions, openReader, type Values } from './options.ts';
import { neededRecord } from './targets.ts';
import { resultText } from './text.ts';

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
    return [host, { target: target.name, validation: record && claimed(record) }];
  });
  return new Map(entries.filter(([, { target: name, validation }]) => name !== undefined || validation));
}

function claimed({ name, value }: CheckOptions['validations'][number]): Expected['validation'] {
  return { name: canonical(name), type: 'CNAME', value: canonical(value), claimed: true };
}

/** One label in front of the host, as ACM and ACME have it. */
function isFor(name: string, host: string): boolean {
  return parentOf(canonical(name)) === host;
}

/** Resolves to the exit status. */
export async function runCheck(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  assertComplete('check', names, values);
  const options = checkOptions(values);
  const network = networkOptions(values);
  const reader = openReader(network, io.signal);
  const hosts = await readHosts(names, io);
  const { webPort } = network;
  const result = await checkHosts(hosts, options, reader, io, { webPort, signal: io.signal });
  if (io.signal.aborted) return result.status;
  io.print(values.json ? resultJson(result, options, values) : asText(result, options, values, io));
  return result.status;
}

function asText({ hosts, notes }: CheckResult, options: CheckOptions, values: Values, io: ToolIo): Shown {
  const { authority } = options.issuance;
  const rows = hosts.map((one) => ({
    host: one.plan.host,
    findings: one.findings,
    summary: summaryOf(one, options),
    needs: neededRecord(one, options.target),
    again: again(one, values),
  }));
  const heading = shown`${count(rows.length, 'host')}: ${options.target.title}, certificate of ${authority.title}`;
  return resultText(heading, rows, notes, io);
}

function summaryOf({ plan, observation }: CheckedHost, { target }: CheckOptions): string {
  const caa = summarizeCaa(plan, observation);
  return target.routing.kind === 'unchanged' ? caa : `${caa} · no conflicts`;
}

function resultJson(
  { hosts, notes, status }: CheckResult,
  { target, issuance }: CheckOptions,
  values: Values,
): Shown {
  const { id, title, issuers, sources } = issuance.authority;
  return json({
    authority: { id, title, issuers, methods: issuance.methods.map((method) => method.id), sources },
    target: {
      title: target.title,
      name: target.name,
      profile: target.profile?.id,
      source: target.profile?.source,
    },
    hosts: hosts.map((one) => ({
      host: one.plan.host,
      verdict: verdictOf(one.findings),
      needs: neededRecord(one, target),
      findings: one.findings.map(({ host: _, ...finding }) => ({
        ...finding,
        next: nextCommand({ ...finding, host: one.plan.host }, again(one, values)),
      })),
      again: again(one, values),
    })),
    notes,
    status,
  });
}

function again({ plan }: CheckedHost, values: Values): string {
  return commandLine('check', plan.host, values);
}
