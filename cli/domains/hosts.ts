// The hosts of a stack as a command reads them: facts, judgement, stages. Text, Markdown, JSON and the pages render a report, and decide
// nothing.
import { isDeepStrictEqual } from 'node:util';
import { dnsHost } from '@petstore/custom-domains/dns-hosts';
import { isSameValidation } from '@petstore/custom-domains/names';
import type { Command } from '@petstore/custom-domains/output';
import {
  type CheckOptions,
  guardRenewal,
  isConclusive,
  isRouted,
  type Observation,
  type Reader,
  renewalOf,
  summarizeCaa,
} from '@petstore/custom-domains/preflight';
import { checkTargets, withTarget } from '@petstore/custom-domains/takeover';
import { settingsOf } from '../../infra/config/stack-file.ts';
import { factsFromOutputs, type HostFacts, withDns } from '../../infra/hosts/facts.ts';
import { type Deployed, hasRecords } from '../../infra/hosts/host-output.ts';
import { type JudgedHost, judgeHosts } from '../../infra/hosts/judge.ts';
import { type HostState, type Stage, stagesOf, stateOf } from '../../infra/hosts/lifecycle.ts';
import { editOf, type NextStep, nextSteps, stepsOf, toldTo } from '../../infra/hosts/next-steps.ts';
import { stageText, whereOf } from '../../infra/hosts/stage-words.ts';
import { voiced } from '../../infra/hosts/voice.ts';
import { type ReadZones, readOf } from '../../infra/hosts/zone-apis.ts';
import { isServed, planStack } from '../../infra/plan/plan-stack.ts';
import type { Audience } from '../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import type { Context, Reads } from './context.ts';
import type { Change, Proposed } from './edit-stack.ts';
import { probeOf } from './status/probe.ts';

/** A host that was read and judged, with what DNS has. */
export interface ReadHost extends JudgedHost {
  readonly observation: Observation;
}

export interface HostReport extends ReadHost {
  readonly change?: 'added' | 'changed';
  readonly steps: readonly Step[];
  readonly state: HostState;
  /** For the line of a healthy host: `Route 53 · Amazon may issue (no CAA) · no conflicts`. */
  readonly summary: string;
  readonly next: readonly NextStep[];
}

/** A stage as it is shown, and what takes it further. */
export interface Step extends Stage {
  readonly mark: Stage['state'] | 'wrong';
  readonly text: string;
  readonly where: string;
  readonly commands: readonly Command[];
  /** Of the stack's file. */
  readonly edit?: Change;
}

interface ReadOptions {
  readonly zones?: ReadZones;
  readonly was?: NonNullable<CheckOptions['before']>;
}

/** In their order. `deployed`: undefined where the outputs are not known. A redirect is judged beside its target, which is read too. */
export async function readHosts(
  hosts: readonly HostPlan[],
  stack: StackPlan,
  deployed: Deployed | undefined,
  { reader, now, audience }: Reads,
  { was = new Map(), zones = new Map() }: ReadOptions = {},
): Promise<ReadHost[]> {
  const wanted = new Set(hosts.map(({ host }) => host));
  const targets = new Set(hosts.flatMap(({ redirect }) => (redirect ? [new URL(redirect.to).hostname] : [])));
  const beside = stack.hosts.filter(({ host }) => targets.has(host) && !wanted.has(host));
  const facts = [...hosts, ...beside].map((plan) => ({
    ...factsFromOutputs(plan, deployed, now),
    ...readOf(plan.zone, zones),
  }));
  // Where the outputs are not known, the hosts of the base have what they use.
  const known = deployed && [...deployed].flatMap(([host, output]) => (hasRecords(output) ? [host] : []));
  const read = await withDns(facts, reader, { stack, deployed: new Set(known ?? was.keys()), was });
  const validated = read.map((one) => ({ ...one, validation: validationOf(one.observation) }));
  return judgeHosts(validated, audience).slice(0, hosts.length);
}

/** The same, with what their present records lead to: only a CNAME leads to something that may be deleted. */
export async function checkHosts(...given: Parameters<typeof readHosts>): Promise<ReadHost[]> {
  const { reader, signal, audience } = given[3];
  const hosts = await readHosts(...given);
  const aliases = hosts.filter(({ observation }) =>
    observation.views.some(({ answers }) => answers.CNAME?.kind === 'found'),
  );
  const names = aliases.map((one) => one.plan.host);
  const found = await checkTargets(names, reader, { signal });
  return hosts.map((one) => {
    const leads = voiced(one.plan, found.get(one.plan.host) ?? [], audience);
    return { ...one, findings: withTarget(one.findings, leads) };
  });
}

/** Those that are new or differ, and what each was. */
export function changedHosts(before: StackPlan | undefined, now: StackPlan) {
  const was = new Map(before?.hosts.map((one) => [one.host, one]));
  return { was, changed: now.hosts.filter((one) => !isDeepStrictEqual(was.get(one.host), one)) };
}

/** Of the hosts that an edit adds or changes, as `domains check --base` does it; of a file with problems, all are new. Throws UsageError
 * where there is no DNS to read. */
export async function checkEdit(
  { before, plan }: Proposed,
  deployed: Deployed | undefined,
  context: Context,
) {
  const declared = settingsOf(context.stack, before);
  const { was, changed } = changedHosts(
    'problems' in declared ? undefined : planStack(declared.settings),
    plan,
  );
  // Nothing is to be read then, by whichever resolver. That the local stack's DNS is not there is said of each edit.
  if (changed.length === 0 && context.canRead) return [];
  return checkHosts(changed, plan, deployed, context.reads(), { was });
}

/** As the servers have it; undefined where it is not known, or nobody was asked. */
function validationOf({ expected }: Observation): HostFacts['validation'] {
  const { validation = [], expected: { validation: wanted } = {} } = expected ?? {};
  if (wanted === undefined || validation.length === 0) return undefined;
  const found = validation.flatMap(({ server, answer }) =>
    answer.kind === 'found' ? [{ server, answer }] : [],
  );
  const right = found.filter(({ answer }) =>
    answer.records.some(({ value }) => isSameValidation(value, wanted.value)),
  );
  if (right.length === validation.length) return { kind: 'seen' };
  if (right.length > 0) return { kind: 'partly', server: right[0]?.server };
  return { kind: found.length > 0 ? 'other' : 'unseen' };
}

export function reportOf(host: ReadHost, audience: Audience): HostReport {
  const { plan, observation } = host;
  const stages = stagesOf(host);
  const told = toldTo(host, audience);
  return {
    ...host,
    steps: stages.map((stage) => ({
      ...stage,
      mark: stage.isWrong ? 'wrong' : stage.state,
      text: stageText(stage, told),
      where: whereOf(stage, told),
      commands: stepsOf(stage, told).map(({ command }) => command),
      edit: editOf(stage, host),
    })),
    state: stateOf(host, stages),
    summary: `${dnsHostTitle(plan)} · ${summarizeCaa(plan, observation)} · no conflicts`,
    next: nextSteps(stages, told),
  };
}

/** `Route 53`; `external` where the stack does not set the records. */
export function dnsHostTitle({ zone }: HostPlan): string {
  return zone.provider === 'external' ? 'external' : dnsHost(zone.provider).title;
}

/** Reads the DNS of the hosts, then connects to each that clients are sent to and that has a certificate: the site may be up. */
export async function readStatuses(
  hosts: readonly HostPlan[],
  stack: StackPlan,
  deployed: Deployed | undefined,
  reads: Reads,
): Promise<HostReport[]> {
  const { reader, audience } = reads;
  const read = await readHosts(hosts, stack, deployed, reads);
  const outputsUnread = deployed === undefined ? 'what is deployed is not known here' : undefined;
  const statuses = read.map(async (one) => {
    const { plan, output, findings } = one;
    const wait = await waitOf(one, reader);
    const isServing = output?.certificate === 'ISSUED' && isServed(plan) && isRouted(findings);
    const probe = isServing ? await probeOf(plan, output, reads) : undefined;
    const renewal = probe?.certificate && renewalOf(probe.certificate, one.now);
    const response = probe && { ...probe, renewal };
    // A lost validation record leaves a host live, with a finding, until it endangers the renewal.
    const guarded = renewal === undefined ? findings : guardRenewal(plan, findings, renewal, one.now);
    return reportOf({ ...one, findings: guarded, wait, response, outputsUnread }, audience);
  });
  return Promise.all(statuses);
}

/** Other resolvers may return what this one returns: the old record for its remaining TTL, or NXDOMAIN for the negative TTL (RFC 2308 5).
 * Before the record is set, the whole of these times is still ahead. */
async function waitOf({ plan, findings, observation }: ReadHost, reader: Reader): Promise<number> {
  const target = observation.expected?.expected.target;
  if (target === undefined) return 0;
  const answer = await reader.resolve(plan.host, plan.apex ? 'A' : 'CNAME');
  if (!isConclusive(answer)) return 0;
  if (answer.kind !== 'found')
    return answer.negativeTtl ?? (observation.cut.kind === 'zone' ? observation.cut.negativeTtl : 0);
  const isNew = isRouted(findings) && (plan.apex || answer.records.some(({ value }) => value === target));
  return isNew ? 0 : Math.max(...answer.records.map(({ ttl }) => ttl));
}
