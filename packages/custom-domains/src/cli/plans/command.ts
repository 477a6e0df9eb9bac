// `custom-domains check --plan FILE`: reads the plan, checks its hosts and reports them.
import { count } from '../../output/index.ts';
import type { CheckedHost, Finding } from '../../preflight/index.ts';
import { hostJson, run, summaryOf } from '../check.ts';
import { checkHosts, type Question } from '../check-hosts.ts';
import type { ToolIo } from '../io.ts';
import { assertNoNames, parseIssuance, type Values } from '../options.ts';
import { neededRecord } from '../targets.ts';
import { commandLine, type Row } from '../text.ts';
import { assignedServers, findingsInPlan, hiddenZones, questionOf } from './check-plan.ts';
import { withOwnCaa } from './own-caa.ts';
import { type PlannedHost, type PlannedHosts, plannedHosts, unreadable } from './planned-hosts.ts';
import { readPlan } from './read-plan.ts';
import type { Plan } from './resource.ts';
import { unlistedOf } from './unlisted.ts';

const GAP_FIX = 'plan again once it is fixed, or check that part by itself';

export function runPlanCheck(names: readonly string[], values: Values, io: ToolIo): Promise<number> {
  assertNoNames(names, '--plan');
  const { plan: file = '', authority: given } = values;
  const authority = given && parseIssuance(given, undefined).authority.id;
  return run(values, io, async ({ reader, web, notes: limits }) => {
    const plan = await readPlan(file, io);
    const planned = plannedHosts(plan);
    const again = commandLine(io, 'check', ['--plan', file], { ...values, plan: undefined });
    const assigned = assignedServers(planned.zones);
    const checked = await checkPlanned(planned, authority, (questions) =>
      checkHosts(questions, reader, io, web, assigned, (one) => withOwnCaa(one, planned)),
    );
    const rows = checked.map(
      ({ host, question, result }): Row => ({
        host: host.isWildcard ? `*.${host.host}` : host.host,
        places: host.places,
        findings: findingsInPlan(result, host, planned, plan),
        summary: summaryOf(result),
        needs: host.sets.length > 0 ? undefined : neededRecord(result, question.target),
        again,
      }),
    );
    const unlisted = unlistedOf(plan, planned.names);
    const others = [
      ...planned.others,
      ...plan.gaps.map((gap) => unreadable(file, gap, GAP_FIX)),
      ...(values.strict ? unlisted.map(unchecked) : []),
    ].map((one): Row => ({ host: one.host, findings: [one], summary: '', again }));
    const listed = unlisted.map(({ type, count: number }) => `${type} (${number})`).join(', ');
    const notes = [
      ...limits,
      ...(plan.notes ?? []),
      ...(listed === '' ? [] : [`not looked at, and may have hosts: ${listed}`]),
      ...(rows.length + others.length > 0 ? [] : [seen(plan)]),
    ];
    const toJson = (status: number) => ({
      plan: { file, kind: plan.title },
      hosts: rows.map((row) => hostJson(row, values.resolver)),
      unreadable: others.map((row) => hostJson(row, values.resolver)),
      unlisted,
      notes,
      status,
    });
    const heading = `${plan.title} ${file}: ${count(rows.length, 'host')} added or moved`;
    return { heading, rows: [...rows, ...others], notes, toJson, again };
  });
}

function unchecked({ type, count: number, place }: ReturnType<typeof unlistedOf>[number]): Finding {
  const found = `${count(number, 'resource')} of the type ${type} may have hosts, and the type is not known`;
  return unreadable(place, found, 'check its hosts by themselves, and leave out --strict');
}

function seen({ resources }: Plan): string {
  const types = new Set(resources.map(({ type }) => type));
  return `${count(resources.length, 'resource')} of ${count(types.size, 'type')} were read, and none adds or moves a host`;
}

interface CheckedInPlan {
  readonly host: PlannedHost;
  readonly question: Question;
  readonly result: CheckedHost;
}

/** A host whose zone only the first results show is checked again, as a host of that zone. */
async function checkPlanned(
  { hosts }: PlannedHosts,
  authority: string | undefined,
  check: (questions: readonly Question[]) => Promise<CheckedHost[]>,
): Promise<CheckedInPlan[]> {
  const checkAll = async (all: readonly PlannedHost[]): Promise<CheckedInPlan[]> => {
    const asked = all.map((host) => ({ host, question: questionOf(host, authority) }));
    const checkEach = async (some: typeof asked) =>
      some.length === 0 ? [] : check(some.map(({ question }) => question));
    // One after the other: a host and its wildcard have one name, and by that name the check keeps what it expects of a host.
    const plain = await checkEach(asked.filter(({ host }) => !host.isWildcard));
    const wildcards = await checkEach(asked.filter(({ host }) => host.isWildcard));
    return asked.map((one) => {
      const result = (one.host.isWildcard ? wildcards : plain).shift();
      return { ...one, result: result as CheckedHost };
    });
  };
  const first = await checkAll(hosts);
  const zones = hiddenZones(first);
  const second = await checkAll([...zones].map(([host, zone]) => ({ ...host, zone })));
  const again = new Map([...zones.keys()].map((host, index) => [host, second[index]]));
  return first.map((one) => again.get(one.host) ?? one);
}
