// The stacks of `scale` by the Pulumi CLI on a local cloud, in turn with the same resources bare; and `domains check` of their hosts.
import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveProviders } from '@petstore/local-cloud/provider/packages';
import { defineHandler } from '@petstore/local-cloud/resources/handler';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { stringify } from 'yaml';
import * as z from 'zod';
import { findPulumi } from '../cli/executables.ts';
import { loadLocalPlan, seedAccounts } from '../cli/local/local-stack.ts';
import { builtInStack } from '../test/cli/local/built-in.ts';
import { copyProject, removeProject } from '../test/cli/local/support.ts';
import { EngineFixture, nameOf, STACK_FILE } from '../test/engine/pulumi.ts';
import { planOf } from '../test/infra/many-hosts.ts';
import { nodeArguments } from '../test/npm-script.ts';
import { runProcess } from '../test/run-process.ts';
import { inProcess } from './process.ts';
import { against, alone, type BenchRow, seconds } from './report.ts';
import { fileFor, LIMIT_MS } from './scale.ts';

/** With the state written after each step, as the file backend does, and once: more hosts with all writes would take an hour. */
const RUNS = [
  { hosts: 100, once: false },
  { hosts: 100, once: true },
  { hosts: 500, once: true },
] as const;
const CHECKED = 1_000;
const GOALS = { preview: 0.7, up: 1, linear: 1.1, checkSeconds: 2.5 };

type Figures = Awaited<ReturnType<typeof measureCli>>;

/** Those of the CLI only where there is one. */
export async function run(): Promise<BenchRow[]> {
  const check = await inProcess<number>('cli', 'measureCheck', CHECKED);
  const rows = [alone(`${CHECKED} hosts: domains check`, check, GOALS.checkSeconds, seconds)];
  if (findPulumi() === undefined) {
    process.stderr.write('no pulumi on the path: without the rows of the CLI\n');
    return rows;
  }
  const all: Figures[] = [];
  for (const { hosts, once } of RUNS) all.push(await inProcess<Figures>('cli', 'measureCli', hosts, once));
  const [, hundred, most] = all as [Figures, Figures, Figures];
  for (const one of all) {
    const what = `${one.hosts} hosts, Pulumi CLI${one.once ? ', state written once' : ''}`;
    const note = (more: number) => `${one.resources} resources; with one host more ${seconds(more)}`;
    rows.push(
      against(
        `${what}: preview`,
        [one.preview, one.barePreview],
        GOALS.preview,
        seconds,
        note(one.morePreview),
      ),
      against(`${what}: up`, [one.up, one.bareUp], GOALS.up, seconds, note(one.moreUp)),
    );
  }
  const perHost = ({ hosts, up }: Figures) => up / hosts;
  const pair = [perHost(most), perHost(hundred)] as const;
  return [...rows, against('500 hosts, Pulumi CLI: up, a host, against 100', pair, GOALS.linear, seconds)];
}

const QUIET = ['--non-interactive', '--suppress-outputs', '--suppress-progress'];
const PREVIEW = ['preview', ...QUIET];
const UP = ['up', '--yes', '--skip-preview', ...QUIET];

/** The resources of a state with their inputs, without parents and dependencies; an asset stays out. */
const BARE = `const { ComponentResource, CustomResource } = require('@pulumi/pulumi');
for (const { type, name, custom, inputs } of require('./resources.json'))
  if (custom) new CustomResource(type, name, inputs);
  else new ComponentResource(type, name);
`;
const ASSET = '4dabf18193072939515e22adb298388d';
const withoutAssets = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && ASSET in value ? undefined : value;

/** A provider of every type that does nothing. */
function nothing(): Registry {
  const handler = (type: string) =>
    defineHandler<object, object>({
      ...{ type, inputs: z.any(), replaceOn: [] },
      create: async () => ({ id: randomUUID(), computed: {} }),
      read: async (_id, _context, inputs) => inputs && { inputs, computed: {} },
      update: async () => ({}),
      delete: async () => undefined,
    });
  const members = { handler: { value: handler }, configure: { value: () => undefined } };
  return Object.create(new Registry([]), members);
}

/** Seconds of the processor, by the command and the processes that it starts. */
async function secondsOf(command: readonly string[], cwd: string, environment: object): Promise<number> {
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', ...command];
  const env = { ...process.env, ...environment };
  const { status, err, text } = await runProcess('bash', timed, { cwd, env });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${text}`);
  const [user = 0, system = 0] = (err.trim().split('\n').pop() ?? '').split(' ').map(Number);
  return user + system;
}

async function withFixture<Result>(use: (fixture: EngineFixture) => Promise<Result>): Promise<Result> {
  const fixture = await EngineFixture.start();
  try {
    return await use(fixture);
  } finally {
    await fixture.close();
  }
}

function writeStack({ folder, cloud }: EngineFixture, hosts: number): void {
  writeFileSync(join(folder, STACK_FILE), stringify({ config: fileFor(hosts) }));
  seedAccounts(cloud, loadLocalPlan(folder));
}

export const measureCli = (hosts: number, once: boolean) =>
  withFixture(async (fixture) => {
    if (once) fixture.environment.PULUMI_SKIP_CHECKPOINTS = 'true';
    const run = (args: readonly string[]) =>
      secondsOf(['pulumi', ...args], fixture.folder, fixture.environment);
    writeStack(fixture, hosts);
    // The first compiles, of either program.
    await run(PREVIEW);
    const [preview, up] = [await run(PREVIEW), await run(UP)];
    const providers = await serveProviders(nothing(), 'eu-west-1');
    try {
      const { resources, runBare } = await bareProject(fixture, providers.addresses);
      await runBare(PREVIEW);
      const [barePreview, bareUp] = [await runBare(PREVIEW), await runBare(UP)];
      writeStack(fixture, hosts + 1);
      const [morePreview, moreUp] = [await run(PREVIEW), await run(UP)];
      return { hosts, once, resources, preview, up, barePreview, bareUp, morePreview, moreUp };
    } finally {
      await providers.close();
    }
  });

async function bareProject(fixture: EngineFixture, addresses: string) {
  const folder = join(fixture.folder, 'bare');
  mkdirSync(folder);
  symlinkSync(join(fixture.folder, 'node_modules'), join(folder, 'node_modules'));
  const own = (await fixture.state()).filter(({ type }) => !type.startsWith('pulumi:'));
  const resources = own.map(({ id, urn, type, inputs }) => {
    return { type, name: nameOf(urn), custom: id !== undefined, inputs };
  });
  const files = {
    'Pulumi.yaml': 'name: bare\nruntime: { name: nodejs, options: { typescript: false } }\n',
    'Pulumi.local.yaml': 'config: { aws:region: eu-west-1 }\n',
    'package.json': '{ "main": "index.js" }',
    'index.js': BARE,
    'resources.json': JSON.stringify(resources, withoutAssets),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const environment = { ...fixture.environment, PULUMI_DEBUG_PROVIDERS: addresses };
  const runBare = (args: readonly string[]) => secondsOf(['pulumi', ...args], folder, environment);
  await runBare(['stack', 'init', 'local']);
  return { resources: resources.length, runBare };
}

/** Of hosts that are not deployed, on the local internet. */
export async function measureCheck(hosts: number): Promise<number> {
  const folder = copyProject();
  const { cloud, close } = await builtInStack({ limitMs: LIMIT_MS });
  try {
    seedAccounts(cloud, planOf(fileFor(hosts)));
    writeFileSync(join(folder, 'Pulumi.many.yaml'), stringify({ config: fileFor(hosts) }));
    const dns = ['--resolver', cloud.dnsServer, '--authority-port', cloud.dnsServer.split(':').pop() ?? ''];
    const check = [...nodeArguments('domains', folder), 'check', '--stack', 'many', ...dns];
    // The first compiles.
    await secondsOf([process.execPath, ...check], folder, {});
    return await secondsOf([process.execPath, ...check], folder, {});
  } finally {
    await close();
    removeProject(folder);
  }
}
