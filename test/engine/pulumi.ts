// The Pulumi CLI against a local cloud in this process: a copy of the project, a file backend, and `pulumi` as a user runs it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import { type Providers, serveProviders } from '@petstore/local-cloud/provider/packages';
import type { Handler } from '@petstore/local-cloud/resources/handler';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { findPulumi } from '../../cli/executables.ts';
import { engineEnvironment } from '../../cli/local/engine-environment.ts';
import { localAccess } from '../../cli/local/local-access.ts';
import { loadLocalPlan, seedAccounts } from '../../cli/local/local-stack.ts';
import { LOCAL_FILES, writeJson } from '../../cli/local-files.ts';
import type { DeployedHost, LeftOutHost } from '../../infra/hosts/host-output.ts';
import { copyProject, removeProject } from '../cli/local/support.ts';
import { wrapHandlers } from '../wrap-handlers.ts';

export const pulumi = findPulumi();
// CI sets REQUIRE_ENGINE: without a CLI the tests of this folder then fail, and are not skipped.
if (pulumi === undefined && process.env.REQUIRE_ENGINE)
  throw new Error('REQUIRE_ENGINE is set, but no `pulumi` is on the path');

interface CommandResult {
  readonly status: number | null;
  /** Standard output and error, in the order in which they arrived. */
  readonly text: string;
}

function succeeded({ status, text }: CommandResult): string {
  assert.equal(status, 0, text);
  return text;
}

export interface Operation {
  readonly kind: 'create' | 'update' | 'delete';
  readonly type: string;
}

interface Outputs {
  readonly tables: { readonly keys: string };
  readonly hosts: Readonly<Record<string, DeployedHost & Partial<LeftOutHost>>>;
}

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly newState?: { readonly type: string };
}

/** The stack file of the local stack, and the line behind which tests declare further hosts of the API. */
export const STACK_FILE = 'Pulumi.local.yaml';
export const LAST_HOST = '      - api.pets.localhost';
/** What follows the settings in that file: tests add settings before it. */
export const SETTINGS_END = '\n# For `--engine`';

/** Of a release in the local CodeDeploy. */
const MINUTE_MS = 3_000;

export const nameOf = (urn: string): string => urn.split('::').pop() ?? '';

export class EngineFixture {
  readonly folder: string;
  readonly cloud: Cloud;
  /** The local cloud's creates, updates and deletes, in order. */
  readonly operations: Operation[];
  readonly #providers: Providers;
  /** The environment of every command; a test may add variables, and they stay. */
  readonly environment: Record<string, string>;

  private constructor(folder: string, cloud: Cloud, operations: Operation[], providers: Providers) {
    this.folder = folder;
    this.cloud = cloud;
    this.operations = operations;
    this.#providers = providers;
    const local = join(folder, '.local');
    this.environment = {
      ...engineEnvironment(folder, local, cloud, providers.addresses),
      PULUMI_HOME: join(local, 'pulumi-home'),
      // All runs share it: compiling Pulumi again for each run would take half of its time.
      NODE_COMPILE_CACHE: join(tmpdir(), 'petstore-engine-cache'),
    };
  }

  /** The local stack, initialised and not deployed, whose zones exist. */
  static async start(): Promise<EngineFixture> {
    const folder = copyProject();
    const local = join(folder, '.local');
    mkdirSync(join(local, 'pulumi'), { recursive: true });
    const cloud = await startCloud({
      ...{ folder: local, region: 'eu-west-1', ports: { https: 0, http: 0, dns: 0 } },
      internetFile: join(folder, 'cli/local/internet.zone'),
      log: () => undefined,
      minuteMs: MINUTE_MS,
    });
    writeJson(local, LOCAL_FILES.api, localAccess(cloud));
    seedAccounts(cloud, loadLocalPlan(folder));
    const operations: Operation[] = [];
    const providers = await serveProviders(recording(cloud.registry, operations), 'eu-west-1');
    const fixture = new EngineFixture(folder, cloud, operations, providers);
    await fixture.run(['stack', 'init', 'local']);
    return fixture;
  }

  async close(): Promise<void> {
    await this.#providers.close();
    await this.cloud.close();
    removeProject(this.folder);
  }

  /** Edits the lines of the local internet. */
  editInternet(from: string | RegExp, to: string): void {
    this.edit('cli/local/internet.zone', from, to);
    this.cloud.reloadInternet();
  }

  /** Declares hosts of the API in the local stack. */
  addHosts(...hosts: readonly string[]): void {
    this.edit(STACK_FILE, LAST_HOST, [LAST_HOST, ...hosts.map((host) => `      - ${host}`)].join('\n'));
  }

  removeHost(host: string): void {
    this.edit(STACK_FILE, `\n      - ${host}`, '');
  }

  edit(file: string, from: string | RegExp, to: string): void {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    const edited = text.replace(from, to);
    assert.notEqual(edited, text, `${file} has no ${from}`);
    writeFileSync(path, edited);
  }

  /** Runs `pulumi` with these arguments to its end. `interruption`: the signal that it gets once its output has the text. */
  run(
    args: readonly string[],
    interruption?: { readonly onText: string; readonly signal: 'SIGINT' | 'SIGKILL' },
  ): Promise<CommandResult> {
    const child = spawn(pulumi ?? 'pulumi', args, {
      cwd: this.folder,
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    let interrupted = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (interrupted || interruption === undefined || !text.includes(interruption.onText)) return;
        // Once: at a second SIGINT the engine stops without waiting for the operations under way.
        interrupted = child.kill(interruption.signal);
      });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, text }));
    });
  }

  /** `pulumi up` as in the README, which succeeds; `--yes` stands for the user's answer on a terminal. Resolves to its text. */
  async up(...args: readonly string[]): Promise<string> {
    return succeeded(await this.run(['up', '--yes', ...args]));
  }

  /** The same, which fails. */
  async failedUp(...args: readonly string[]): Promise<string> {
    const { status, text } = await this.run(['up', '--yes', ...args]);
    assert.notEqual(status, 0, text);
    return text;
  }

  /** Neither the program nor the cloud has a change. */
  async assertSettled(...args: readonly string[]): Promise<void> {
    succeeded(await this.run(['preview', '--refresh', '--expect-no-changes', ...args]));
  }

  async outputs(): Promise<Outputs> {
    return JSON.parse((await this.run(['stack', 'output', '--json'])).text);
  }

  /** The operations of an `up`, without the resources that stay the same. */
  async steps(...args: readonly string[]): Promise<Step[]> {
    const text = succeeded(await this.run(['preview', '--json', ...args]));
    const { steps } = JSON.parse(text.slice(text.indexOf('{'))) as { steps: Step[] };
    return steps.filter(({ op }) => op !== 'same' && op !== 'read');
  }

  async state(): Promise<{ urn: string; type: string; id?: string; inputs?: object }[]> {
    const { text } = await this.run(['stack', 'export']);
    return JSON.parse(text).deployment.resources ?? [];
  }

  /** Of a resource in the state, by logical name; empty where there is none. */
  async inputsOf(name: string): Promise<Readonly<Record<string, unknown>>> {
    return { ...(await this.state()).find(({ urn }) => nameOf(urn) === name)?.inputs };
  }
}

function recording(registry: Registry, operations: Operation[]): Registry {
  const record = (handler: Handler): Handler => ({
    ...handler,
    async create(inputs, context) {
      const created = await handler.create(inputs, context);
      operations.push({ kind: 'create', type: handler.type });
      return created;
    },
    async update(id, ...rest) {
      operations.push({ kind: 'update', type: handler.type });
      return handler.update(id, ...rest);
    },
    async delete(id, ...rest) {
      operations.push({ kind: 'delete', type: handler.type });
      return handler.delete(id, ...rest);
    },
  });
  return wrapHandlers(registry, record);
}
