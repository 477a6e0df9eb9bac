// The hosts of a stack as a command reads them: facts, judgement, stages. Text, Markdown, JSON and the pages render a report, and decide
// nothing.
import { providerTitle } from '@petstore/custom-domains/dns-hosts';
import { isSameValidation } from '@petstore/custom-domains/names';
import {
  type CheckOptions,
  type Finding,
  type Observation,
  type Reader,
  summarizeCaa,
} from '@petstore/custom-domains/preflight';
import { checkHosts, dnsFacts, factsFromOutputs } from '../../infra/hosts/facts.ts';
import { type Deployed, type DeployedHost, hasRecords } from '../../infra/hosts/host-output.ts';
import { judgeHosts } from '../../infra/hosts/judge.ts';
import { type HostState, type Stage, stagesOf, stateOf } from '../../infra/hosts/lifecycle.ts';
import { type NextStep, nextSteps } from '../../infra/hosts/next-steps.ts';
import type { HostReading } from '../../infra/hosts/reading.ts';
import { stageText } from '../../infra/hosts/stage-words.ts';
import { type Protections, protectionsIn } from '../../infra/hosts/zone-apis.ts';
import type { Audience } from '../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { type Context, stepOptions } from './context.ts';

/** A host that was read: what is known of it, and what DNS has. */
export interface ReadHost {
  readonly reading: HostReading;
  readonly observation: Observation;
}

export interface HostReport extends ReadHost {
  readonly plan: HostPlan;
  readonly output: DeployedHost | undefined;
  /** Compared with --base. */
  readonly change?: 'added' | 'changed';
  readonly stages: readonly Stage[];
  readonly steps: readonly Step[];
  readonly state: HostState;
  readonly findings: readonly Finding[];
  /** For the line of a healthy host: `Route 53 · Amazon may issue (no CAA) · no conflicts`. */
  readonly summary: string;
  /** It is in the stack already, and its findings do not remove it. */
  readonly isDeployed: boolean;
  readonly next: readonly NextStep[];
}

export type Mark = 'ok' | 'wait' | 'todo' | 'unknown' | 'bad';

/** A stage in words. */
export interface Step {
  readonly id: Stage['id'];
  readonly mark: Mark;
  readonly text: string;
}

interface ReadOptions {
  readonly reader?: Reader;
  readonly protections?: Protections;
  /** What each host was before the change. */
  readonly was?: NonNullable<CheckOptions['before']>;
}

/**
 * What the preflight finds of the hosts, in their order, and how far each is. `deployed`: undefined where the outputs are not known. A
 * redirect is judged beside its target, which is read too.
 */
export async function readHosts(
  hosts: readonly HostPlan[],
  stack: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
  { reader = context.newReader(), was = new Map(), protections = new Map() }: ReadOptions = {},
): Promise<ReadHost[]> {
  const now = context.io.now();
  const wanted = new Set(hosts.map(({ host }) => host));
  const targets = new Set(hosts.flatMap(({ redirect }) => (redirect ? [new URL(redirect.to).hostname] : [])));
  const beside = stack.hosts.filter(({ host }) => targets.has(host) && !wanted.has(host));
  const facts = [...hosts, ...beside].map((plan) => ({
    ...factsFromOutputs(plan, deployed, now),
    protections: protectionsIn(plan.zone, protections),
  }));
  // Where the outputs are not known, the hosts of the base have what they use.
  const known = deployed && [...deployed].flatMap(([host, output]) => (hasRecords(output) ? [host] : []));
  const checked = await checkHosts(facts, reader, { stack, deployed: new Set(known ?? was.keys()), was });
  const read = checked.flatMap((one, i) => ({ ...(facts[i] as (typeof facts)[number]), dns: dnsFacts(one) }));
  const judged = judgeHosts(read, stepOptions(context));
  return hosts.flatMap((_, i) => {
    const [judgement, observation] = [judged[i], checked[i]?.observation];
    if (judgement === undefined || observation === undefined) return [];
    return [{ reading: { judgement, validation: validationOf(observation), now }, observation }];
  });
}

/** As the servers have it; undefined where it is not known, or nobody was asked. */
function validationOf({ expected }: Observation): HostReading['validation'] {
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

export function reportOf({ reading, observation }: ReadHost, audience: Audience): HostReport {
  const { facts, findings } = reading.judgement;
  const { plan, output } = facts;
  const stages = stagesOf(reading);
  return {
    ...{ plan, output, reading, observation, stages, findings },
    steps: stages.map((stage) => ({
      id: stage.id,
      mark: markOf(stage),
      text: stageText(stage.reason, reading, audience),
    })),
    state: stateOf(reading, stages),
    summary: `${dnsHost(plan)} · ${summarizeCaa(plan, observation)} · no conflicts`,
    isDeployed: hasRecords(output),
    next: nextSteps(stages, reading, audience),
  };
}

const MARKS = { done: 'ok', now: 'wait', later: 'todo', unknown: 'unknown' } as const;

export const markOf = ({ state, isWrong }: Stage): Mark => (isWrong ? 'bad' : MARKS[state]);

/** `Route 53`; `external` where the stack does not set the records. */
export function dnsHost({ zone }: HostPlan): string {
  return zone.provider === 'external' ? 'external' : providerTitle(zone.provider);
}
