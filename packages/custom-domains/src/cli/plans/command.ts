// `custom-domains check --plan FILE`: the hosts of a plan are read, checked and reported.
import { count } from '../../output/index.ts';
import { type CheckedHost, limitsOf } from '../../preflight/index.ts';
import type { Reader } from '../../preflight/reader/reader.ts';
import type { WebOptions } from '../../takeover/index.ts';
import { hostJson, run } from '../check.ts';
import { checkHosts, type Question } from '../check-hosts.ts';
import type { ToolIo } from '../io.ts';
import { assertHostCount, planOptions, type Values } from '../options.ts';
import { neededRecord } from '../targets.ts';
import { againInPlan, type Row } from '../text.ts';
import {
  assignedServers,
  delegatedHosts,
  findingsInPlan,
  planSummary,
  questionOf,
  unreadable,
} from './check-plan.ts';
import { type PlannedHost, type PlannedHosts, plannedHosts } from './planned-hosts.ts';
import { readPlan } from './read-plan.ts';

/** Resolves to the exit status. */
export function runPlanCheck(file: string, values: Values, io: ToolIo): Promise<number> {
  const { authority } = planOptions(values);
  return run(values, io, async (reader, web) => {
    const plan = await readPlan(file, io);
    const planned = plannedHosts(plan);
    assertHostCount(planned.hosts.length);
    const again = againInPlan(file, values);
    const checked = await checkPlanned(planned, authority, reader, io, web);
    const rows = checked.map(
      ({ host, question, result }): Row => ({
        host: host.isWildcard ? `*.${host.host}` : host.host,
        places: host.places,
        findings: findingsInPlan(result, host, planned, plan),
        summary: planSummary(result),
        needs: host.sets.length > 0 ? undefined : neededRecord(result, question.target),
        again,
      }),
    );
    const fix = 'plan again once it is fixed, or check that part by itself';
    const gaps = plan.gaps.map((found) => ({ place: file, found, fix }));
    const unknown = [...planned.unreadable, ...gaps].map(
      (one): Row => ({ host: one.place, findings: [unreadable(one)], summary: '', again }),
    );
    const notes = [...limitsOf(reader), ...(plan.notes ?? [])];
    const toJson = (status: number) => ({
      plan: { file, kind: plan.title },
      hosts: rows.map(hostJson),
      unreadable: unknown.map(hostJson),
      notes,
      status,
    });
    const heading = `${plan.title} ${file}: ${count(rows.length, 'host')} added or moved`;
    return { heading, rows: [...rows, ...unknown], notes, toJson, again };
  });
}

interface CheckedInPlan {
  readonly host: PlannedHost;
  readonly question: Question;
  readonly result: CheckedHost;
}

/** A host whose zone only the first results show is checked again, as one of that zone. */
async function checkPlanned(
  { hosts, zones }: PlannedHosts,
  authority: string | undefined,
  reader: Reader,
  io: ToolIo,
  web: WebOptions,
): Promise<CheckedInPlan[]> {
  const assigned = assignedServers(zones);
  const checkAll = async (all: readonly PlannedHost[]): Promise<CheckedInPlan[]> => {
    const asked = all.map((host) => ({ host, question: questionOf(host, authority) }));
    const questions = asked.map(({ question }) => question);
    const results = all.length === 0 ? [] : await checkHosts(questions, reader, io, web, assigned);
    return asked.map((one, index) => ({ ...one, result: results[index] as CheckedHost }));
  };
  const first = await checkAll(hosts);
  const zoneOf = delegatedHosts(first);
  const second = await checkAll(
    hosts.flatMap((host) => (zoneOf.has(host) ? { ...host, zone: zoneOf.get(host) } : [])),
  );
  return first.map((one) => (zoneOf.has(one.host) ? (second.shift() as CheckedInPlan) : one));
}
