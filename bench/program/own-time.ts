// The time that a piece of work spends in the project's own functions, by V8's sampling profiler. Pulumi's runtime, which
// every asynchronous step passes through, is not counted.
import { type Profiler, Session } from 'node:inspector/promises';

const SAMPLE_US = 500;
const OWN = /\/(?:infra|service|packages\/custom-domains)\//;

/** Milliseconds of this process on the processor: other load of the machine is not counted. */
export async function processorTimeOf<T>(work: () => T | Promise<T>): Promise<{ value: T; ms: number }> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, ms: (user + system) / 1_000 };
}

/** Milliseconds in functions of infra/, service/ and packages/custom-domains/, without the V8 built-ins that they call. */
export async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return ownMicroseconds(profile) / 1_000;
}

function ownMicroseconds({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): number {
  const own = new Set(
    nodes
      .filter(({ callFrame: { url } }) => OWN.test(url) && !url.includes('/node_modules/'))
      .map(({ id }) => id),
  );
  return samples.reduce((sum, id, index) => (own.has(id) ? sum + (timeDeltas[index] ?? 0) : sum), 0);
}
