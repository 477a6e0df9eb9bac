// The Pulumi CLI: preview and up of a stack with many hosts, and of as many resources in a plain program.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineFixture } from '../../test/engine/pulumi.ts';

/** Wall-clock seconds: most of the time is the engine's, in other processes. */
export interface EngineTimes {
  readonly preview: number;
  readonly up: number;
}

export interface EngineMessage {
  readonly ours: EngineTimes;
  /** A plain program. */
  readonly bare: EngineTimes;
  readonly resources: number;
}

interface Counts {
  readonly components: number;
  readonly customs: number;
}

const FIRST_HOST = '      - api.pets.localhost';

/** Adds hosts of the API, in the two zones of the local stack, up to that number. */
function declareHosts(fixture: EngineFixture, hosts: number): void {
  const more = Array.from({ length: hosts - 5 }, (_, index) =>
    index % 2 === 0 ? `      - host${index}.petstore.localhost` : `      - host${index}.pets.localhost`,
  );
  fixture.edit('Pulumi.local.yaml', FIRST_HOST, [FIRST_HOST, ...more].join('\n'));
}

/** Log groups cost the local cloud least. */
function declareBare(fixture: EngineFixture, { components, customs }: Counts): void {
  fixture.edit('Pulumi.yaml', 'main: infra/main.js', 'main: bare.js');
  writeFileSync(
    join(fixture.folder, 'bare.js'),
    `import * as pulumi from '@pulumi/pulumi';
import { LogGroup } from '@pulumi/aws/cloudwatch/logGroup.js';
export default async () => {
  for (let i = 0; i < ${components}; i += 1) new pulumi.ComponentResource('bench:index:Bare', 'component' + i);
  for (let i = 0; i < ${customs}; i += 1) new LogGroup('group' + i);
};
`,
  );
}

async function times(fixture: EngineFixture): Promise<EngineTimes> {
  const preview = await timed(fixture, ['preview']);
  // Without a preview of its own, which is measured above.
  return { preview, up: await timed(fixture, ['up', '--yes', '--skip-preview']) };
}

async function timed(fixture: EngineFixture, args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { status, text } = await fixture.run(args);
  if (status !== 0) throw new Error(`pulumi ${args.join(' ')}: ${text.slice(-2_000)}`);
  return (performance.now() - start) / 1_000;
}

async function withFixture<T>(use: (fixture: EngineFixture) => Promise<T>): Promise<T> {
  const fixture = await EngineFixture.start();
  try {
    return await use(fixture);
  } finally {
    await fixture.close();
  }
}

async function measure(hosts: number): Promise<EngineMessage> {
  const { ours, counts } = await withFixture(async (fixture) => {
    declareHosts(fixture, hosts);
    const ours = await times(fixture);
    const state = await fixture.state();
    const customs = state.filter(({ id }) => id !== undefined).length;
    return { ours, counts: { customs, components: state.length - customs } };
  });
  const bare = await withFixture(async (fixture) => {
    declareBare(fixture, counts);
    return times(fixture);
  });
  return { ours, bare, resources: counts.components + counts.customs };
}

// The engine writes its whole state after each step: with hundreds of steps, that would be most of the time of both.
Object.assign(process.env, { PULUMI_EXPERIMENTAL: 'true', PULUMI_SKIP_CHECKPOINTS: 'true' });
// From here on, Pulumi's own modules are in the compile cache.
await withFixture(async (fixture) => {
  declareBare(fixture, { components: 1, customs: 1 });
  await times(fixture);
});
const message = await measure(Number(process.argv[2]));
process.send?.(message, () => process.exit());
