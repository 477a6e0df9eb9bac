// One stack by the Pulumi CLI on a local cloud, and the same resources bare with a provider that does nothing: previewed and deployed, in
// turn; then one host more.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serveProviders } from '@petstore/local-cloud/provider/packages';
import { defineHandler } from '@petstore/local-cloud/resources/handler';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { loadLocalPlan, seedAccounts } from '../../cli/local/local-stack.ts';
import { EngineFixture, nameOf, STACK_FILE } from '../../test/engine/pulumi.ts';
import { configOf, halfRedirects } from '../../test/infra/many-hosts.ts';
import { RAISED } from './raised.ts';

/** Seconds of the processor. */
export interface EngineMessage {
  readonly resources: number;
  readonly preview: number;
  readonly up: number;
  readonly barePreview: number;
  readonly bareUp: number;
  readonly oneMorePreview: number;
  readonly oneMoreUp: number;
}

/** The resources of a state with their inputs, without parents and dependencies. */
const BARE = `const { ComponentResource, CustomResource } = require('@pulumi/pulumi');
for (const { type, name, custom, inputs } of require('./resources.json'))
  if (custom) new CustomResource(type, name, inputs);
  else new ComponentResource(type, name);
`;

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

const fixture = await EngineFixture.start();
const bareProviders = await serveProviders(nothing(), 'eu-west-1');
const bareEnvironment = { ...fixture.environment, PULUMI_DEBUG_PROVIDERS: bareProviders.addresses };

/** Of the processor, by `pulumi` and the processes that it starts. */
async function secondsOf(
  args: readonly string[],
  cwd = fixture.folder,
  environment: object = fixture.environment,
): Promise<number> {
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time pulumi "$@" --non-interactive', 'pulumi', ...args];
  const env = { ...process.env, ...environment };
  const child = spawn('bash', timed, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) throw new Error(`pulumi ${args.join(' ')} ended with ${status}: ${output}${errors}`);
  const [user = 0, system = 0] = (errors.trim().split('\n').pop() ?? '').split(' ').map(Number);
  return user + system;
}

const QUIET = ['--suppress-outputs', '--suppress-progress'];
const PREVIEW = ['preview', ...QUIET];
const UP = ['up', '--yes', '--skip-preview', ...QUIET];

function writeStack(hosts: number): void {
  const file = join(fixture.folder, STACK_FILE);
  const { config, ...rest } = parse(readFileSync(file, 'utf8')) as { config: object };
  const all = { ...config, ...configOf(halfRedirects(hosts)), 'petstore:quotas': RAISED };
  writeFileSync(file, stringify({ ...rest, config: all }));
  seedAccounts(fixture.cloud, loadLocalPlan(fixture.folder));
}

/** An asset stays out: a bare program has none. */
const withoutAssets = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && ASSET in value ? undefined : value;
const ASSET = '4dabf18193072939515e22adb298388d';

/** Resolves to a command's time for the resources of the stack. */
async function bareProject() {
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
  const run = (args: readonly string[]) => secondsOf(args, folder, bareEnvironment);
  await run(['stack', 'init', 'local']);
  return { resources: resources.length, run };
}

async function measure(hosts: number): Promise<EngineMessage> {
  writeStack(hosts);
  const preview = await secondsOf(PREVIEW);
  const up = await secondsOf(UP);
  const { resources, run: runBare } = await bareProject();
  const [barePreview, bareUp] = [await runBare(PREVIEW), await runBare(UP)];
  writeStack(hosts + 1);
  const [oneMorePreview, oneMoreUp] = [await secondsOf(PREVIEW), await secondsOf(UP)];
  return { resources, preview, up, barePreview, bareUp, oneMorePreview, oneMoreUp };
}

const figures = await measure(Number(process.argv[2])).finally(async () => {
  await bareProviders.close();
  await fixture.close();
});
process.send?.(figures, () => process.exit());
