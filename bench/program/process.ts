// One stack in one process: planned, and evaluated against a backend that creates nothing.
import '../../infra/run/pulumi-startup.ts';
import { type Profiler, Session } from 'node:inspector/promises';
import * as pulumi from '@pulumi/pulumi';
import { parseSettings } from '../../infra/config/parse.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { declareStack } from '../../infra/program.ts';
import { readContract } from '../../service/openapi-source.ts';
import { type Recording, record } from '../../test/infra/recorder.ts';

/** Milliseconds of processor time. */
export interface ProgramMessage {
  readonly plan: number;
  readonly evaluate: number;
  /** The part of `evaluate` in functions of infra/, service/ and packages/custom-domains/. */
  readonly own: number;
  readonly resources: number;
}

const ZONES = 10;

function names(site: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${site}${index}.zone${index % ZONES}.example`);
}

/** The parsed stack file: half of the hosts for the API, half for the documentation, in zones of both DNS hosts. */
function configOf(count: number): Readonly<Record<string, unknown>> {
  const [api = '', ...apiHosts] = names('api', count / 2);
  const [docs = '', ...docsHosts] = names('docs', count / 2);
  const zones = Array.from({ length: ZONES }, (_, index) => [
    `zone${index}.example`,
    index % 2 === 0
      ? { provider: 'route53' }
      : { provider: 'cloudflare', zoneId: String(index).padStart(32, '0') },
  ]);
  return {
    'aws:region': 'eu-west-1',
    'petstore:plan': 'pro',
    // bench/preflight.ts measures the reading of DNS.
    'petstore:preflight': 'off',
    'petstore:zones': Object.fromEntries(zones),
    'petstore:api': { primary: api, domains: apiHosts },
    'petstore:docs': { primary: docs, domains: docsHosts },
  };
}

/** From the file's content to the plan, as in every command. */
function planOf(config: Readonly<Record<string, unknown>>): StackPlan {
  const parsed = parseSettings('staging', config);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return planStack(parsed.settings);
}

const openapi = JSON.parse(readContract()) as object;

function evaluate(hosts: number): Promise<Recording> {
  const checksCode = new pulumi.asset.StringAsset('code');
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': checksCode });
  const artifacts = { functionCode, checksCode, openapi };
  return record(() => declareStack(planOf(configOf(hosts)), artifacts), 'staging');
}

/** Milliseconds of this process on the processor: other load of the machine is not counted. */
async function processorTimeOf<T>(work: () => T | Promise<T>): Promise<{ value: T; ms: number }> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, ms: (user + system) / 1_000 };
}

const OWN = /\/(?:infra|service|packages\/custom-domains)\//;

/** By V8's sampling profiler, without Pulumi's runtime, which every asynchronous step passes through. */
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

async function measure(hosts: number): Promise<ProgramMessage> {
  const config = configOf(hosts);
  const plan = await processorTimeOf(() => planOf(config));
  const { value, ms } = await processorTimeOf(() => evaluate(hosts));
  // Again for the profiler, which costs time itself.
  const own = await ownTimeOf(() => evaluate(hosts));
  return { plan: plan.ms, evaluate: ms, own, resources: value.registrations.length };
}

// Warms the compiler and loads every module.
await measure(10);
const figures = await measure(Number(process.argv[2]));
process.send?.(figures, () => process.exit());
