// The program: planning and evaluating 10, 100 and 1,000 hosts, half of them redirects, per host, each size in a process of its own.
import { type Profiler, Session } from 'node:inspector/promises';
import * as pulumi from '@pulumi/pulumi';
import { declareStack } from '../infra/program.ts';
import { readContract } from '../service/openapi-source.ts';
import { configOf, halfRedirects, planOf } from '../test/infra/many-hosts.ts';
import { type Recording, record } from '../test/infra/recorder.ts';
import { inProcess } from './process.ts';
import { against, alone, type BenchRow, milliseconds, processorTimeOf } from './report.ts';

const SIZES = [10, 100, 1_000] as const;
const GOALS = { ownMs: 2, linear: 1.1, bare: 1.6 };

type Figures = Awaited<ReturnType<typeof measure>>;

export async function run(): Promise<BenchRow[]> {
  const all: Figures[] = [];
  for (const hosts of SIZES) all.push(await inProcess<Figures>('program', 'measureWarm', hosts));
  const [, hundred, most] = all as [Figures, Figures, Figures];
  const perHost = ({ hosts, evaluate }: Figures) => evaluate / hosts;
  return [
    ...all.map(({ hosts, own, plan, evaluate, resources }) => {
      // Evaluating a stack plans it again, so that its own time includes the planning.
      const note = `${resources} resources; planning ${milliseconds(plan)}, everything ${milliseconds(evaluate)}`;
      return alone(`${hosts} hosts: our own code, per host`, own / hosts, GOALS.ownMs, milliseconds, note);
    }),
    // Against 100 hosts, not 10: with 10, the stack's other resources weigh too much.
    against(
      '1,000 hosts: evaluating, per host, against 100',
      [perHost(most), perHost(hundred)],
      GOALS.linear,
      milliseconds,
    ),
    // What is more: parents, dependencies, and outputs that wait for each other.
    against(
      '100 hosts: evaluating, against the same resources bare',
      [hundred.evaluate, hundred.bare],
      GOALS.bare,
      milliseconds,
      `${hundred.resources} resources`,
    ),
  ];
}

const openapi = JSON.parse(readContract()) as object;

/** bench/preflight.ts measures the reading of DNS. */
const fileOf = (hosts: number) => ({ ...configOf(halfRedirects(hosts)), 'petstore:preflight': 'off' });

/** With a backend that creates nothing. */
function evaluate(hosts: number): Promise<Recording> {
  const checksCode = new pulumi.asset.StringAsset('code');
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': checksCode });
  const artifacts = { functionCode, checksCode, openapi };
  return record(() => declareStack(planOf(fileOf(hosts)), artifacts), 'staging');
}

class BareResource extends pulumi.CustomResource {}

function evaluateBare({ registrations }: Recording): Promise<Recording> {
  const program = async () => {
    for (const { type, name, inputs, custom } of registrations)
      if (custom) new BareResource(type, name, { ...inputs });
      else new pulumi.ComponentResource(type, name);
    return {};
  };
  return record(program, 'staging');
}

const OWN = /\/(?:infra|service|packages\/custom-domains)\//;

/** Milliseconds by V8's sampling profiler, without Pulumi's runtime, which every asynchronous step passes through. */
async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return ownMicroseconds(profile) / 1_000;
}

function ownMicroseconds({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): number {
  const isOwn = (url: string) => OWN.test(url) && !url.includes('/node_modules/');
  const own = new Set(nodes.filter(({ callFrame: { url } }) => isOwn(url)).map(({ id }) => id));
  return samples.reduce((sum, id, index) => (own.has(id) ? sum + (timeDeltas[index] ?? 0) : sum), 0);
}

/** V8's own. */
const STANDARD_LIMIT = 10;

/** Milliseconds of processor time. */
async function measure(hosts: number) {
  const plan = await processorTimeOf(() => planOf(fileOf(hosts)));
  const { value, seconds } = await processorTimeOf(() => evaluate(hosts));
  // Again for the profiler, which costs time itself.
  const own = await ownTimeOf(() => evaluate(hosts));
  Error.stackTraceLimit = STANDARD_LIMIT;
  const bare = await processorTimeOf(() => evaluateBare(value));
  const resources = value.registrations.length;
  const ms = { plan: plan.seconds * 1_000, evaluate: seconds * 1_000, bare: bare.seconds * 1_000 };
  return { hosts, ...ms, own, resources };
}

/** The first call warms the compiler and loads every module. */
export const measureWarm = async (hosts: number) => [await measure(10), await measure(hosts)].at(-1);
