// What a drill is carried out on: the local stack in an embedded cloud of its own, in a temporary folder.
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { type ResourceState, stackOutputs, stackState } from '@petstore/local-cloud/engine/state';
import { Store } from '@petstore/local-cloud/store';
import type { StackPlan } from '../../infra/plan/types.ts';
import { type BuiltArtifacts, buildArtifacts } from '../../infra/run/artifacts.ts';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import { localKey } from '../local/local-key.ts';
import { LocalStack, loadLocalPlan } from '../local/local-stack.ts';
import type { LocalOutputs } from '../local/ready.ts';
import { type Answer, type Asked, ask } from '../local/request.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';
import { DrillError } from './steps.ts';
import { createFolder, removeFolder } from './temporary-folder.ts';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '../..');
/** Of a whole drill. */
const LIMIT_MS = 10 * 60_000;

export class Stage {
  readonly folder: string;
  readonly cloud: Cloud;
  readonly #artifacts: BuiltArtifacts;
  readonly #signal = AbortSignal.timeout(LIMIT_MS);
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

  static async open(plan: StackPlan = loadLocalPlan(ROOT)): Promise<Stage> {
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

  get signal(): AbortSignal {
    return this.#signal;
  }

  get tables(): LocalOutputs['tables'] {
    if (this.outputs === undefined) throw new DrillError('the stack is not deployed');
    return this.outputs.tables;
  }

  /** `pulumi up`, after `pulumi refresh` where it is asked for. Resolves to what changed; throws where anything failed. */
  async up({ refresh = false } = {}): Promise<readonly string[]> {
    const stack = this.#stack();
    if (refresh) await stack.refresh(this.plan);
    const deployment = await stack.deploy(this.plan, this.#artifacts);
    assertDeployed(deployment);
    await this.serve(deployment.outputs as unknown as LocalOutputs);
    const changed = deployment.changes.filter(({ action }) => action !== 'same');
    return changed.map(({ name, action }) => `${action} ${name}`);
  }

  /** From here on requests go to the stack with these outputs, with a key of it. */
  async serve(outputs: LocalOutputs): Promise<void> {
    this.outputs = outputs;
    const { region } = this.plan;
    this.key ||= await localKey(this.cloud, { region, table: outputs.tables.keys });
  }

  /** `pulumi destroy`: resolves to the names of what was refused. */
  async destroy(): Promise<readonly string[]> {
    const { registry } = this.cloud;
    const state = stackState(this.#store);
    const engine = new Engine({
      ...{ registry, state, outputs: stackOutputs(this.#store), region: this.plan.region },
      ...{ signal: this.#signal, onChange: () => undefined },
    });
    const { failures } = await engine.deploy(async () => ({}), { project: PROJECT, stack: LOCAL_STACK });
    return failures.map(({ name }) => name);
  }

  /** The state is read again from its file, as another process would. */
  reloadState(): void {
    this.#store = new Store(this.stateFile);
  }

  saveState(): void {
    this.#store.flush();
  }

  get(path: string): Promise<Answer> {
    return this.#ask({ url: `${this.outputs?.baseUrl}${path}`, key: this.key });
  }

  post(path: string, body: object): Promise<Answer> {
    return this.#ask({ url: `${this.outputs?.baseUrl}${path}`, key: this.key, body });
  }

  /** A page of a host, without a key. */
  page(url: string): Promise<Answer> {
    return this.#ask({ url });
  }

  #ask(asked: Omit<Asked, 'authorityPem'>): Promise<Answer> {
    return ask({ ...asked, authorityPem: this.cloud.authorityPem });
  }

  #stack(): LocalStack {
    const log = { leftOut: () => undefined, warn: () => undefined, waits: () => undefined };
    const options = { root: ROOT, cloud: this.cloud, state: this.#store, signal: this.#signal, log };
    return new LocalStack({ ...options, onChange: () => undefined });
  }
}

function assertDeployed({ failures, error, outputs }: Deployment): void {
  const [first] = failures;
  if (first !== undefined) throw new DrillError(`${first.name} was not deployed: ${first.error.message}`);
  if (error !== undefined) throw error;
  if (outputs === undefined) throw new DrillError('the stack was not deployed');
}
