// The real engine: preview and up of a stack with many hosts, and of as many resources that are nothing but declared.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineWorld } from '../../test/engine/pulumi.ts';

/** Seconds of the clock: most of it is the engine's, in processes of its own. */
export interface EngineTimes {
  readonly preview: number;
  readonly up: number;
}

export interface EngineMessage {
  readonly ours: EngineTimes;
  /** As anybody would write it. */
  readonly bare: EngineTimes;
  /** With as little of Pulumi's runtime as ours has. */
  readonly lean: EngineTimes;
  readonly resources: number;
}

interface Counts {
  readonly components: number;
  readonly customs: number;
}

const FIRST_HOST = '      - api.pets.localhost';

/** More hosts of the API, in the two zones of the local stack, so that there are so many in all. */
function declareHosts(world: EngineWorld, hosts: number): void {
  const more = Array.from({ length: hosts - 5 }, (_, index) =>
    index % 2 === 0 ? `      - host${index}.petstore.localhost` : `      - host${index}.pets.localhost`,
  );
  world.edit('Pulumi.local.yaml', FIRST_HOST, [FIRST_HOST, ...more].join('\n'));
}

/** Log groups are the least that the local cloud has to make. */
function declareBare(world: EngineWorld, { components, customs }: Counts, runtime = ''): void {
  world.edit('Pulumi.yaml', 'main: infra/main.js', 'main: bare.js');
  writeFileSync(
    join(world.folder, 'bare.js'),
    `${runtime}import * as pulumi from '@pulumi/pulumi';
import { LogGroup } from '@pulumi/aws/cloudwatch/logGroup.js';
export default async () => {
  for (let i = 0; i < ${components}; i += 1) new pulumi.ComponentResource('bench:index:Bare', 'component' + i);
  for (let i = 0; i < ${customs}; i += 1) new LogGroup('group' + i);
};
`,
  );
}

async function times(world: EngineWorld): Promise<EngineTimes> {
  await world.run(['stack', 'init', 'local']);
  const preview = await timed(world, ['preview']);
  return { preview, up: await timed(world, ['up', '--yes', '--skip-preview']) };
}

async function timed(world: EngineWorld, args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { status, text } = await world.run(args);
  if (status !== 0) throw new Error(`pulumi ${args.join(' ')}: ${text.slice(-2_000)}`);
  return (performance.now() - start) / 1_000;
}

async function withWorld<T>(use: (world: EngineWorld) => Promise<T>): Promise<T> {
  const world = await EngineWorld.start();
  try {
    return await use(world);
  } finally {
    await world.close();
  }
}

async function measure(hosts: number): Promise<EngineMessage> {
  const { ours, counts } = await withWorld(async (world) => {
    declareHosts(world, hosts);
    world.seedZones('local');
    const ours = await times(world);
    const state = await world.state();
    const customs = state.filter(({ id }) => id !== undefined).length;
    return { ours, counts: { customs, components: state.length - customs } };
  });
  const peer = (runtime?: string) =>
    withWorld(async (world) => {
      declareBare(world, counts, runtime);
      return times(world);
    });
  const bare = await peer();
  const lean = await peer("import './infra/run/pulumi-startup.ts';\n");
  return { ours, bare, lean, resources: counts.components + counts.customs };
}

// The engine writes all of its state after each step: of hundreds, that alone would be most of the time of both.
Object.assign(process.env, { PULUMI_EXPERIMENTAL: 'true', PULUMI_SKIP_CHECKPOINTS: 'true' });
// Pulumi's own modules are in the compile cache from here on.
await withWorld(async (world) => {
  declareBare(world, { components: 1, customs: 1 });
  await times(world);
});
const message = await measure(Number(process.argv[2]));
process.send?.(message, () => process.exit());
