// What a drill is carried out on: the local stack in an embedded cloud of its own, in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { type ResourceState, stackOutputs, stackState } from '@petstore/local-cloud/engine/state';
import { Store } from '@petstore/local-cloud/store';
import type { Settings } from '../../infra/config/settings.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { type BuiltArtifacts, buildArtifacts } from '../../infra/run/artifacts.ts';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import { localKey } from '../local/local-key.ts';
import { LocalStack, loadLocalPlan } from '../local/local-stack.ts';
import type { LocalOutputs } from '../local/publication.ts';
import { type Answer, ask } from '../local/request.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';
import { DrillError } from './steps.ts';

/** The project's folder. */
const ROOT = join(import.meta.dirname, '../..');
/** Of a whole drill. */
const LIMIT_MS = 10 * 60_000;

export class Stage {
  readonly folder: string;
  readonly cloud: Cloud;
  readonly signal = AbortSignal.timeout(LIMIT_MS);
  readonly #artifacts: BuiltArtifacts;
  plan: StackPlan;
  outputs: LocalOutputs | undefined;
  key = '';
  #store: Store;

  private constructor(folder: string, cloud: Cloud, artifacts: BuiltArtifacts, plan: StackPlan) {
    this.folder = folder;
    this.cloud = cloud;
    this.#artifacts = artifacts;
    this.plan = plan;
    this.#store = new Store(this.stateFile);
  }

  /** `settings`: over those of Pulumi.local.yaml. */
  static async open(settings: Partial<Settings> = {}): Promise<Stage> {
    const own = loadLocalPlan(ROOT);
    const plan = { ...own, settings: { ...own.settings, ...settings } };
    const folder = createFolder();
    const cloud = await startCloud({
      ...{ folder, region: plan.region, ports: { https: 0, http: 0, dns: 0 } },
      ...{ internetFile: join(ROOT, 'cli/local/internet.zone'), log: () => undefined },
    });
    cloud.seedZones(plan.settings.zones);
    return new Stage(folder, cloud, await buildArtifacts(), plan);
  }

  async close(): Promise<void> {
    await this.cloud.close();
    removeFolder(this.folder);
  }

  get stateFile(): string {
    return join(this.folder, 'stack.json');
  }

  get resources(): readonly ResourceState[] {
    return stackState(this.#store).values();
  }

  get dynamo(): Dynamo {
    const { dynamodbEndpoint: endpoint, administrator: credentials } = this.cloud;
    return createDynamo({ region: this.plan.region, endpoint, credentials });
  }

  get tables(): LocalOutputs['tables'] {
    if (this.outputs === undefined) throw new DrillError('the stack is not deployed');
    return this.outputs.tables;
  }

  /** `pulumi up`, after `pulumi refresh` where it is asked for. Resolves to what changed; throws where anything failed. */
  async up({ refresh = false } = {}): Promise<readonly string[]> {
    const stack = new LocalStack({
      ...{ root: ROOT, cloud: this.cloud, state: this.#store, signal: this.signal },
      log: { leftOut: () => undefined, warn: () => undefined, waits: () => undefined },
      onChange: () => undefined,
    });
    if (refresh) await stack.refresh(this.plan);
    const { failures, error, outputs, changes } = await stack.deploy(this.plan, this.#artifacts);
    const [first] = failures;
    if (first !== undefined) throw new DrillError(`${first.name} was not deployed: ${first.error.message}`);
    if (outputs === undefined) throw error ?? new DrillError('the stack was not deployed');
    this.outputs = outputs as unknown as LocalOutputs;
    const { region } = this.plan;
    this.key ||= await localKey(this.cloud, { region, table: this.tables.keys });
    return changes.filter(({ action }) => action !== 'same').map(({ name, action }) => `${action} ${name}`);
  }

  /** `pulumi destroy`: resolves to the names of what was refused. */
  async destroy(): Promise<readonly string[]> {
    const engine = new Engine({
      ...{ registry: this.cloud.registry, region: this.plan.region, signal: this.signal },
      ...{ state: stackState(this.#store), outputs: stackOutputs(this.#store), onChange: () => undefined },
    });
    const { failures } = await engine.deploy(async () => ({}), { project: PROJECT, stack: LOCAL_STACK });
    return failures.map(({ name }) => name);
  }

  /** Deletes resources behind the engine's back; resolves to their number. */
  async delete(isOne: (one: ResourceState) => boolean, resources = this.resources): Promise<number> {
    const chosen = resources.filter((one) => one.id !== undefined && isOne(one));
    const context = { region: this.plan.region, signal: this.signal };
    for (const { type, id = '', inputs } of chosen)
      await this.cloud.registry.handler(type).delete(id, inputs as never, context);
    return chosen.length;
  }

  /** The state is read again from its file, as another process would. */
  reloadState(): void {
    this.#store = new Store(this.stateFile);
  }

  saveState(): void {
    this.#store.flush();
  }

  /** Creates animals, and resolves to their ids. */
  async createAnimals(names: readonly string[]): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const name of names) {
      const { status, body } = await this.#api('/pets', { name, categoryId: 1 });
      // The id may have more digits than a number of JavaScript.
      const [, id] = /"id":(\d+)/.exec(body) ?? [];
      if (status !== 201 || id === undefined)
        throw new DrillError(`an animal was not created: ${status} ${body}`);
      ids.push(id);
    }
    return ids;
  }

  /** The answers to a list, to each animal, and of each host that is served, by what was asked. */
  async answers(ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const answers: Record<string, string> = {};
    for (const path of ['/pets?limit=100', ...ids.map((id) => `/pets/${id}`)]) {
      const { status, body } = await this.#api(path);
      answers[path] = `${status} ${body}`;
    }
    for (const [host, { url, site }] of Object.entries(this.outputs?.hosts ?? {})) {
      const page = site === 'api' ? `${url}/openapi.json` : url;
      const { status, location = '' } = await ask({ url: page, authorityPem: this.cloud.authorityPem });
      answers[host] = `${status} ${location}`;
    }
    return answers;
  }

  #api(path: string, body?: object): Promise<Answer> {
    const { authorityPem } = this.cloud;
    return ask({ url: `${this.outputs?.baseUrl}${path}`, key: this.key, body, authorityPem });
  }
}

const folders = new Set<string>();
process.once('exit', () => folders.forEach(removeFolder));

/** Deleted when the drill ends, and when the process ends before it. Throws DrillError where the system has none. */
function createFolder(): string {
  const parent = tmpdir();
  try {
    const folder = mkdtempSync(join(parent, 'petstore-drill-'));
    folders.add(folder);
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DrillError(
      `no folder can be created in ${parent} (${code}): name a folder of yours with TMPDIR=FOLDER`,
    );
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
}

/** A signal ends the process by itself without the event `exit`, and the folders would remain. */
export function removeFoldersOnSignal(): void {
  for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
    process.once(signal, () => process.exit(status));
}
