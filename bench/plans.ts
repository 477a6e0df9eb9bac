// Large plans of other teams, each read in a process of its own: 40,000 names that stay, and 10 MB of small objects.
import { plannedHosts } from '../packages/custom-domains/src/cli/plans/planned-hosts.ts';
import { readPlan } from '../packages/custom-domains/src/cli/plans/read-plan.ts';
import { inProcess } from './process.ts';
import { alone, type BenchRow, megabytes, milliseconds, processorTimeOf } from './report.ts';

const names = () => Array.from({ length: 40_000 }, (_, index) => `a-${index}.example.com`);
const change = (type: string, before: object | null, after: object) => {
  return { address: `${type}.x`, type, change: { actions: ['update'], before, after } };
};
const PLANS = {
  names: () => change('aws_cloudfront_distribution', { aliases: names() }, { aliases: names().reverse() }),
  objects: () => change('null_resource', null, { a: Array.from({ length: 900_000 }, () => ({ abc: 1 })) }),
} as const;

export async function run(): Promise<BenchRow[]> {
  const stay = await inProcess<Figures>('plans', 'readOne', 'names');
  const small = await inProcess<Figures>('plans', 'readOne', 'objects');
  return [
    alone('a plan of 40,000 names, before and after: time', stay.seconds * 1000, 500, milliseconds),
    alone('a plan of 10 MB of small objects: memory', small.peakBytes / 1e6, 250, megabytes),
  ];
}

type Figures = Awaited<ReturnType<typeof readOne>>;

export async function readOne(which: keyof typeof PLANS) {
  const planned = { format_version: '1.2', planned_values: {}, resource_changes: [PLANS[which]()] };
  const text = Buffer.from(JSON.stringify(planned));
  const io: Partial<Parameters<typeof readPlan>[1]> = {
    signal: new AbortController().signal,
    input: async function* () {
      yield text;
    },
  };
  const { seconds } = await processorTimeOf(async () => {
    // So many objects are refused.
    const plan = await readPlan('-', io as Parameters<typeof readPlan>[1]).catch(() => undefined);
    if (plan !== undefined) plannedHosts(plan);
  });
  return { seconds, peakBytes: process.resourceUsage().maxRSS * 1024 };
}
