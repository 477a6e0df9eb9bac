// `domains doctor`: what a deployment of the stack needs and does not create, before the first one. It changes nothing.
import {
  command,
  count,
  join,
  json,
  namedLine,
  nameWidth,
  type Shown,
  shown,
  wrap,
} from '@petstore/custom-domains/output';
import { paint, verdictMark } from '@petstore/custom-domains/preflight';
import { readConfig, stackFile } from '../../../infra/config/stack-file.ts';
import { openContext, type SharedOptions } from '../context.ts';
import type { Io } from '../io.ts';
import { deploymentEnded } from '../running-cloud.ts';
import { loadPlan } from '../stack.ts';
import { accessOf, accountResults } from './account.ts';
import type { Result } from './result.ts';
import { toolResults } from './tools.ts';
import { zoneResults } from './zones.ts';

export interface DoctorOptions extends SharedOptions {
  readonly format: 'text' | 'json';
}

/** Resolves to the exit status: 1 where something is wrong, else 3 where something could not be found out. */
export async function runDoctor({ format, ...options }: DoctorOptions, io: Io): Promise<number> {
  const context = openContext(options, io);
  const { folder, stack } = context;
  const plan = loadPlan(folder, stack, true);
  const reader = context.newReader();
  await deploymentEnded(context);
  const config = readConfig(stackFile(folder, stack));
  const own = () => accessOf(plan, 'raw' in config ? config.raw : {});
  const access = context.local ? undefined : own;
  io.progress(shown`asking AWS and the DNS hosts`);
  const results = [...(await toolResults()), ...(await accountResults(plan, access))];
  for (const zone of plan.settings.zones) results.push(...(await zoneResults(zone, reader, access)));
  if (io.isTerminal) io.progress(shown``);
  io.print(format === 'json' ? json({ stack, results }) : doctorText(stack, results, io));
  if (results.some(({ state }) => state === 'wrong')) return 1;
  return results.some(({ state }) => state === 'unknown') ? 3 : 0;
}

const VERDICTS = { ok: 'ok', wrong: 'blocked', unknown: 'unknown' } as const;

function doctorText(stack: string, results: readonly Result[], { color, width, columns }: Io): Shown {
  const shape = { names: nameWidth(results.map(({ check }) => check)), columns };
  const lines = results.flatMap(({ check, state, found, fix }) => [
    namedLine(shown`  ${verdictMark(VERDICTS[state], color)} `, check, found, shape),
    ...(fix ? wrap(fix, width - 6) : []).map((line) => shown`      ${paint('bold', line, color)}`),
  ]);
  const open = results.filter(({ state }) => state !== 'ok').length;
  const end = open === 0 ? 'All is right.' : `${count(open, 'line')} to put right or to find out.`;
  const next = command`npm run domains -- check --stack ${stack}`;
  return join([shown`${stack}: before a deployment`, ...lines, shown`${end} The hosts: ${next}`]);
}
