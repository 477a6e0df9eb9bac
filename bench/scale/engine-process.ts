// One stack by the Pulumi CLI on a local cloud, and as many bare resources: previewed and deployed, in turn; then one host more.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse, stringify } from 'yaml';
import { loadLocalPlan, seedAccounts } from '../../cli/local/local-stack.ts';
import { EngineFixture, STACK_FILE } from '../../test/engine/pulumi.ts';
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

/** Of a type that is only stored, with an input and the tags that every resource here has. */
const BARE = `const { LogGroup } = require('@pulumi/aws/cloudwatch/logGroup.js');
const tags = { project: 'petstore', stack: 'local', 'managed-by': 'pulumi' };
for (let n = 0; n < COUNT; n++) new LogGroup('group-' + n, { retentionInDays: 1, tags });
`;

const fixture = await EngineFixture.start();

/** Of the processor, by `pulumi` and the processes that it starts. */
async function secondsOf(args: readonly string[], cwd = fixture.folder): Promise<number> {
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time pulumi "$@" --non-interactive', 'pulumi', ...args];
  const env = { ...process.env, ...fixture.environment };
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

async function bareProject(resources: number): Promise<string> {
  const folder = join(fixture.folder, 'bare');
  mkdirSync(folder);
  symlinkSync(join(fixture.folder, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'Pulumi.yaml'),
    'name: bare\nruntime: { name: nodejs, options: { typescript: false } }\n',
  );
  writeFileSync(join(folder, 'Pulumi.local.yaml'), 'config: { aws:region: eu-west-1 }\n');
  writeFileSync(join(folder, 'package.json'), '{ "main": "index.js" }');
  writeFileSync(join(folder, 'index.js'), BARE.replace('COUNT', String(resources)));
  await secondsOf(['stack', 'init', 'local'], folder);
  return folder;
}

async function measure(hosts: number): Promise<EngineMessage> {
  writeStack(hosts);
  const preview = await secondsOf(PREVIEW);
  const up = await secondsOf(UP);
  const resources = (await fixture.state()).length;
  const bare = await bareProject(resources);
  const [barePreview, bareUp] = [await secondsOf(PREVIEW, bare), await secondsOf(UP, bare)];
  writeStack(hosts + 1);
  const [oneMorePreview, oneMoreUp] = [await secondsOf(PREVIEW), await secondsOf(UP)];
  return { resources, preview, up, barePreview, bareUp, oneMorePreview, oneMoreUp };
}

const figures = await measure(Number(process.argv[2])).finally(() => fixture.close());
process.send?.(figures, () => process.exit());
