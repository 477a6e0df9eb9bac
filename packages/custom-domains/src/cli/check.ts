// `custom-domains check`, the preflight of hosts that no program declares, and `custom-domains dangling`: names that may lead to something
// deleted. Their results in each format.
import { type HostSpec, isApex } from '../dns-hosts/zone.ts';
import { parentOf } from '../names/dns-name.ts';
import { certificateFault } from '../names/host.ts';
import { count, type Gated, json, shown, UsageError } from '../output/index.ts';
import {
  bySeverity,
  type CheckedHost,
  type Expected,
  exitStatus,
  type Finding,
  isAbout,
  summarizeCaa,
  verdictOf,
} from '../preflight/index.ts';
import { corroborate } from '../preflight/perspectives.ts';
import { unrouted } from '../preflight/rules/missing-records.ts';
import { checkTargets } from '../takeover/index.ts';
import { checkHosts } from './check-hosts.ts';
import type { ToolIo } from './io.ts';
import {
  type CheckOptions,
  checkOptions,
  openReader,
  perspectives,
  readHosts,
  type Values,
} from './options.ts';
import { neededRecord } from './targets.ts';
import { commandLine, nextCommand, type Results, type Row, resultMarkdown, resultText } from './text.ts';

type Render = (results: Results, io: ToolIo, status: number) => Gated;

const FORMATS: ReadonlyMap<string, Render> = new Map<string, Render>([
  ['text', resultText],
  ['markdown', resultMarkdown],
  ['json', ({ toJson }, _, status) => json(toJson(status))],
]);

const formatOf = ({ format = 'text', json: isJson }: Values): string => (isJson ? 'json' : format);

/** Resolves to the exit status. `find`: what is found of the hosts. */
export function run(
  values: Values,
  io: ToolIo,
  find: (opened: ReturnType<typeof openReader>) => Promise<Results>,
): Promise<number> {
  return report(values, io, () => find(openReader(values, io.signal)));
}

export async function report(values: Values, io: ToolIo, find: () => Promise<Results>): Promise<number> {
  const format = formatOf(values);
  const render = FORMATS.get(format);
  const known = [...FORMATS.keys()].join(', ');
  if (!render) throw new UsageError(`--format ${JSON.stringify(format)} is not known.`, `give ${known}`);
  const results = await find();
  io.progress(shown``);
  const status = exitStatus(results.rows.flatMap(({ findings }) => findings));
  if (!io.signal.aborted) io.print(render(results, io, status));
  return status;
}

export function runDangling(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  return run(values, io, async ({ reader, web }) => {
    const hosts = await readHosts(names, io);
    io.progress(shown`reading where ${count(hosts.length, 'name')} ${hosts.length === 1 ? 'leads' : 'lead'}`);
    const found = await checkTargets(hosts, reader, web);
    const rows = hosts.map((host) => ({
      host,
      findings: found.get(host) ?? [],
      summary: 'leads to nothing that is known to be missing',
      again: commandLine(io, 'dangling', host, values),
    }));
    const named = rows.map(({ host, findings, again }) => ({
      name: host,
      verdict: verdictOf(findings),
      findings: findings.map((one) => ({ ...one, next: nextCommand(one, again, values.resolver) })),
    }));
    const toJson = (status: number) => ({ names: named, status });
    const again = commandLine(io, 'dangling', names, values);
    return { heading: count(rows.length, 'name'), rows, notes: [], toJson, again };
  });
}

export function runCheck(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  const options = checkOptions(names, values);
  const { target, issuance } = options;
  const { authority, methods } = issuance;
  const { profile } = target;
  // Each perspective has a reader of its own, so that none has what another one read.
  const elsewhere = perspectives(values).map((place) => {
    return { name: place.name, reader: openReader(values, io.signal, place).reader };
  });
  return run(values, io, async ({ reader, web, notes }) => {
    const hosts = await readHosts(names, io);
    assertForHosts(options, hosts);
    const questions = hosts.map((host) => {
      return { spec: specOf(host, options), target, live: options.live, expected: expectedOf(host, options) };
    });
    const checked = (await checkHosts(questions, reader, io, web)).map((one) => forTarget(one, options));
    // A report has it too, for those of other machines to be merged with.
    const isSeen = elsewhere.length > 0 || formatOf(values) === 'json';
    const seen = isSeen ? await corroborate(checked, reader, elsewhere) : [];
    const rows = checked.map((one, index) => ({
      host: one.plan.host,
      findings: one.findings,
      ...seen[index],
      summary: summaryOf(one),
      needs: neededRecord(one, target),
      again: commandLine(io, 'check', one.plan.host, values),
    }));
    const toJson = (status: number) => ({
      authority: { ...authority, methods: methods.map(({ id }) => id) },
      target: { title: target.title, name: target.name, profile: profile?.id, source: profile?.source },
      hosts: rows.map((row) => hostJson(row, values.resolver)),
      notes,
      status,
    });
    const heading = `${count(rows.length, 'host')}: ${target.title}, certificate of ${authority.title}`;
    return { heading, rows, notes, toJson, again: commandLine(io, 'check', names, values) };
  });
}

export function hostJson({ host, findings, needs, places, sees, again }: Row, resolver?: string) {
  const next = (one: Finding) => nextCommand(one, again, resolver);
  const all = findings.map(({ host: _, ...one }) => ({ ...one, next: next({ ...one, host }) }));
  return { host, places, verdict: verdictOf(findings), needs, sees, findings: all, again };
}

/** The owner of the host sets its records; `live`: they are to be right already. */
function specOf(host: string, { target, issuance, live }: CheckOptions): HostSpec {
  const fault = issuance.authority.id === 'amazon' ? certificateFault(host) : undefined;
  if (fault !== undefined) throw new UsageError(`${host} ${fault.what}.`, fault.fix);
  const zone = { provider: 'external', verified: live } as const;
  const attach = target.profile?.attach ?? 'gateway';
  return { host, zone, apex: isApex(host, zone), target: attach, issuance, routing: target.routing };
}

/** With a target, what keeps its record from being created blocks; the record itself is there only of hosts that are live. */
function forTarget(one: CheckedHost, { target, live }: CheckOptions): CheckedHost {
  const { plan, observation } = one;
  if (plan.routing?.kind === 'unchanged') return one;
  const findings = one.findings.map((own) =>
    isAbout(own, 'old-place', 'alias') ? { ...own, severity: 'blocked' as const } : own,
  );
  const isUnnamed = plan.routing?.kind === 'name' && target.name === undefined;
  const needed = live && isUnnamed ? neededRecord(one, target) : undefined;
  const missing = needed === undefined ? undefined : unrouted(plan, observation, needed);
  return { ...one, findings: bySeverity([...findings, ...(missing ? [missing] : [])]) };
}

function assertForHosts({ validations, target }: CheckOptions, hosts: readonly string[]): void {
  if (target.name !== undefined && hosts.includes(target.name))
    throw new UsageError(
      `--target cname:${target.name} is one of the hosts.`,
      'name what serves the host: a CNAME that leads to itself is a loop (RFC 1034 3.6.2)',
    );
  // A validation record is one label in front of the host, as ACM and ACME have it.
  const lost = validations.find(({ name }) => !hosts.includes(parentOf(name) ?? ''));
  if (lost === undefined) return;
  throw new UsageError(
    `--validation ${lost.name} is for none of the hosts.`,
    'its name is one label in front of the host: _1a2b.shop.example.com for shop.example.com',
  );
}

function expectedOf(host: string, { target, validations }: CheckOptions): Expected | undefined {
  const validation = validations.find(({ name }) => parentOf(name) === host);
  return target.name === undefined && validation === undefined
    ? undefined
    : { target: target.name, validation };
}

export function summaryOf({ plan, observation }: CheckedHost): string {
  const issuing =
    plan.issuance === undefined ? 'no certificate in the plan' : summarizeCaa(plan, observation);
  return plan.routing?.kind === 'unchanged' ? issuing : `${issuing} · no conflicts`;
}
