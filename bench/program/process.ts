// One stack in one process: planned, and evaluated against a backend that creates nothing.
import { type Profiler, Session } from 'node:inspector/promises';
import * as pulumi from '@pulumi/pulumi';
import { declareStack } from '../../infra/program.ts';
import { readContract } from '../../service/openapi-source.ts';
import { configOf, halfRedirects, planOf } from '../../test/infra/many-hosts.ts';
import { type Recording, record } from '../../test/infra/recorder.ts';

/** Milliseconds of processor time. */
export interface ProgramMessage {
  readonly plan: number;
  readonly evaluate: number;
  /** The part of `evaluate` in functions of infra/, service/ and packages/custom-domains/. */
  readonly own: number;
  readonly resources: number;
  /** The same resources with the same inputs, by Pulumi's SDK alone. */
  readonly bare: number;
}

const openapi = JSON.parse(readContract()) as object;

/** bench/preflight.ts measures the reading of DNS. */
const fileOf = (hosts: number) => ({ ...configOf(halfRedirects(hosts)), 'petstore:preflight': 'off' });

function evaluate(hosts: number): Promise<Recording> {
  const checksCode = new pulumi.asset.StringAsset('code');
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': checksCode });
  const artifacts = { functionCode, checksCode, openapi };
  return record(() => declareStack(planOf(fileOf(hosts)), artifacts), 'staging');
}

class BareResource extends pulumi.CustomResource {}

/** Without parents and dependencies. */
function evaluateBare({ registrations }: Recording): Promise<Recording> {
  const program = async () => {
    for (const { type, name, inputs, custom } of registrations)
      if (custom) new BareResource(type, name, { ...inputs });
      else new pulumi.ComponentResource(type, name);
    return {};
  };
  return record(program, 'staging');
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

/** V8's. */
const STANDARD_LIMIT = 10;

async function measure(hosts: number): Promise<ProgramMessage> {
  const config = fileOf(hosts);
  const plan = await processorTimeOf(() => planOf(config));
  const { value, ms } = await processorTimeOf(() => evaluate(hosts));
  // Again for the profiler, which costs time itself.
  const own = await ownTimeOf(() => evaluate(hosts));
  Error.stackTraceLimit = STANDARD_LIMIT;
  const bare = await processorTimeOf(() => evaluateBare(value));
  const resources = value.registrations.length;
  return { plan: plan.ms, evaluate: ms, own, resources, bare: bare.ms };
}

// Warms the compiler and loads every module.
await measure(10);
const figures = await measure(Number(process.argv[2]));
process.send?.(figures, () => process.exit());
