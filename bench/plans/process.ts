// One large plan, read in a process of its own, so that its memory can be measured. The argument is which one.
import { plannedHosts } from '../../packages/custom-domains/src/cli/plans/planned-hosts.ts';
import { readPlan } from '../../packages/custom-domains/src/cli/plans/read-plan.ts';

export interface PlanFigures {
  /** Of the processor. */
  readonly ms: number;
  readonly peakBytes: number;
}

const change = (type: string, before: object | null, after: object) => {
  return { address: `${type}.x`, type, change: { actions: ['update'], before, after } };
};
const names = (word: string) => Array.from({ length: 40_000 }, (_, index) => `${word}-${index}.example.com`);

const PLANS = {
  names: () =>
    change('aws_cloudfront_distribution', { aliases: names('a') }, { aliases: names('a').reverse() }),
  objects: () => change('null_resource', null, { a: Array.from({ length: 900_000 }, () => ({ abc: 1 })) }),
} as const;

const planned = { format_version: '1.2', planned_values: {} };
const text = JSON.stringify({
  ...planned,
  resource_changes: [PLANS[process.argv[2] as keyof typeof PLANS]()],
});
const io: Partial<Parameters<typeof readPlan>[1]> = {
  signal: new AbortController().signal,
  input: async function* () {
    yield Buffer.from(text);
  },
};
const start = process.cpuUsage();
const plan = await readPlan('-', io as Parameters<typeof readPlan>[1]).catch(() => undefined);
// So many objects are refused.
if (plan !== undefined) plannedHosts(plan);
const { user, system } = process.cpuUsage(start);
const ms = (user + system) / 1000;
const figures: PlanFigures = { ms, peakBytes: process.resourceUsage().maxRSS * 1024 };
process.send?.(figures, () => process.exit());
