// `custom-domains check`, the preflight of hosts that no program declares, and `custom-domains dangling`: names that may lead to
// something deleted. Their results as text and as JSON.
import { type HostSpec, isApex } from '../dns-hosts/zone.ts';
import { canonical, parentOf } from '../names/dns-name.ts';
import { certificateFault } from '../names/host.ts';
import { count, json, type Shown, shown } from '../output/index.ts';
import {
  type CheckedHost,
  check,
  type Expected,
  exitStatus,
  type Finding,
  limitsOf,
  summarizeCaa,
  verdictOf,
} from '../preflight/index.ts';
import type { Reader } from '../preflight/reader/reader.ts';
import { caaOfNewTarget } from '../preflight/rules/caa.ts';
import { dnssecOfNewTarget } from '../preflight/rules/dnssec.ts';
import { checkTargets, type WebOptions, withTarget } from '../takeover/index.ts';
import { CommandLineError, type ToolIo } from './io.ts';
import {
  type CheckOptions,
  checkOptions,
  networkOptions,
  openReader,
  readHosts,
  type Values,
} from './options.ts';
import { neededRecord } from './targets.ts';
import { commandLine, nextCommand, type Row, resultText } from './text.ts';

interface Results {
  readonly heading: Shown;
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  readonly toJson: (status: number) => object;
}

/** Resolves to the exit status. `find`: what is found of the hosts. */
async function run(
  names: readonly string[],
  values: Values,
  io: ToolIo,
  find: (hosts: readonly string[], reader: Reader, web: WebOptions) => Promise<Results>,
): Promise<number> {
  const { webPort, ...network } = networkOptions(values);
  const reader = openReader(network, io.signal);
  const hosts = await readHosts(names, io);
  const { heading, rows, notes, toJson } = await find(hosts, reader, { webPort, signal: io.signal });
  io.progress(shown``);
  const status = exitStatus(rows.flatMap(({ findings }) => findings));
  if (!io.signal.aborted) io.print(values.json ? json(toJson(status)) : resultText(heading, rows, notes, io));
  return status;
}

/** Resolves to the exit status. */
export function runDangling(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  return run(names, values, io, async (hosts, reader, web) => {
    io.progress(shown`reading where ${count(hosts.length, 'name')} ${hosts.length === 1 ? 'leads' : 'lead'}`);
    const found = await checkTargets(hosts, reader, web);
    const rows = hosts.map((host) => ({
      host,
      findings: found.get(host) ?? [],
      summary: 'leads to nothing that is known to be missing',
      again: commandLine('dangling', host, values),
    }));
    const named = rows.map(({ host, findings, again }) => ({
      name: host,
      verdict: verdictOf(findings),
      findings: findings.map((one) => ({ ...one, next: nextCommand(one, again) })),
    }));
    const toJson = (status: number) => ({ names: named, status });
    return { heading: shown`${count(rows.length, 'name')}`, rows, notes: [], toJson };
  });
}

/** Resolves to the exit status. */
export function runCheck(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  const options = checkOptions(values);
  const { target, issuance } = options;
  const { authority, methods } = issuance;
  return run(names, values, io, async (hosts, reader, web) => {
    const checked = await checkHosts(hosts, options, reader, io, web);
    const notes = limitsOf(reader);
    const rows = checked.map((one) => ({
      host: one.plan.host,
      findings: one.findings,
      summary: summaryOf(one, options),
      needs: neededRecord(one, target),
      again: commandLine('check', one.plan.host, values),
    }));
    const toJson = (status: number) => ({
      authority: { ...authority, methods: methods.map(({ id }) => id) },
      target: {
        title: target.title,
        name: target.name,
        profile: target.profile?.id,
        source: target.profile?.source,
      },
      hosts: rows.map(({ host, findings, needs, again }) => ({
        host,
        verdict: verdictOf(findings),
        needs,
        findings: findings.map(({ host: _, ...finding }) => ({
          ...finding,
          next: nextCommand({ ...finding, host }, again),
        })),
        again,
      })),
      notes,
      status,
    });
    const heading = shown`${count(rows.length, 'host')}: ${target.title}, certificate of ${authority.title}`;
    return { heading, rows, notes, toJson };
  });
}

async function checkHosts(
  names: readonly string[],
  options: CheckOptions,
  reader: Reader,
  io: ToolIo,
  web: WebOptions,
): Promise<CheckedHost[]> {
  const { name } = options.target;
  const plans = names.map((host) => planOf(host, options));
  const expected = expectedOf(names, options);
  const onChecked = (done: number) => io.progress(shown`reading DNS: ${done} of ${plans.length} hosts`);
  onChecked(0);
  const checked = await check(plans, reader, { expected, onChecked });
  const [leading, ofTarget] = await Promise.all([
    checkTargets(names, reader, web),
    name === undefined ? undefined : readNewTarget(reader, name),
  ]);
  return checked.map((one) => {
    const { host, apex } = one.plan;
    // An alias at an apex shows its target's addresses, and none of its other records.
    const found = ofTarget === undefined || apex ? [] : ofTarget(one);
    const leads = (leading.get(host) ?? []).map((lead) => (options.live ? atLive(lead) : lead));
    return { ...one, findings: withTarget([...one.findings, ...found], leads) };
  });
}

/** What follows for each host that is to be a CNAME to it: its CAA, and whether that validates. */
async function readNewTarget(reader: Reader, name: string) {
  const [caa, { verdict }] = await Promise.all([
    reader.resolve(name, 'CAA'),
    reader.validator.validate(name, 'CAA'),
  ]);
  return ({ plan, findings }: CheckedHost): Finding[] => {
    const ofCaa = caaOfNewTarget(plan, name, caa);
    // A response that failed cannot be validated either; and a host that leads there already has the finding.
    const isKnown = ({ code, severity }: Finding) =>
      (code === 'dnssec-unreadable' && caa.kind === 'failed') ||
      findings.some((one) => one.code === code && one.severity === severity);
    return [...ofCaa, ...dnssecOfNewTarget(plan, name, verdict).filter((one) => !isKnown(one))];
  };
}

/** A host that is live leads to what serves it: to nothing is not a plan for later. */
function atLive(lead: Finding): Finding {
  return lead.code === 'target-missing' ? { ...lead, severity: 'blocked' } : lead;
}

/** The owner of the host sets its records; `live`: they are to be right already. */
function planOf(host: string, { target, issuance, live }: CheckOptions): HostSpec {
  const fault = issuance.authority.id === 'amazon' ? certificateFault(host) : undefined;
  if (fault !== undefined) throw new CommandLineError(`${host} ${fault.what}.`, fault.fix);
  const zone = { provider: 'external', verified: live } as const;
  const attach = target.profile?.attach ?? 'gateway';
  return { host, zone, apex: isApex(host, zone), target: attach, issuance, routing: target.routing };
}

function expectedOf(names: readonly string[], { target, validations }: CheckOptions): Map<string, Expected> {
  // One label in front of the host, as ACM and ACME have it.
  const isFor = (name: string, host: string) => parentOf(canonical(name)) === host;
  const lost = validations.find(({ name }) => !names.some((host) => isFor(name, host)));
  if (lost !== undefined)
    throw new CommandLineError(
      `--validation ${lost.name} is for none of the hosts.`,
      'its name is one label in front of the host: _1a2b.shop.example.com for shop.example.com',
    );
  const entries = names.map((host): [string, Expected] => {
    const found = validations.find(({ name }) => isFor(name, host));
    const validation = found && {
      name: canonical(found.name),
      type: 'CNAME' as const,
      value: canonical(found.value),
      claimed: true as const,
    };
    return [host, { target: target.name, validation }];
  });
  return new Map(entries.filter(([, { target: name, validation }]) => name !== undefined || validation));
}

function summaryOf({ plan, observation }: CheckedHost, { target }: CheckOptions): string {
  const caa = summarizeCaa(plan, observation);
  return target.routing.kind === 'unchanged' ? caa : `${caa} · no conflicts`;
}
