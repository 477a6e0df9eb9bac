// What a drill is carried out on: the local stack in an embedded cloud of its own, in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '@petstore/local-cloud/cloud';
import { type ResourceState, stackState } from '@petstore/local-cloud/engine/deployment';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { Store } from '@petstore/local-cloud/store';
import { deployedIn } from '../../infra/hosts/host-output.ts';
import { buildArtifacts } from '../../infra/run/artifacts.ts';
import { createDynamo } from '../../service/dynamo/client.ts';
import { CommandError } from '../command-error.ts';
import { loadLocalPlan, localStack, seedAccounts } from '../local/local-stack.ts';
import { type LocalOutputs, localKey } from '../local/publication.ts';
import { ask } from '../local/request.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';

const ROOT = join(import.meta.dirname, '../..');

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** `protect`: the tables. */
export async function openStage({ protect = false } = {}) {
  const own = loadLocalPlan(ROOT);
  // A host that moves in still belongs to its old place, which a lost state does not bring back.
  const hosts = own.hosts.filter(({ moving }) => moving === undefined);
  let plan = { ...own, hosts, settings: { ...own.settings, protect } };
  const { region } = plan;
  // A whole drill takes at most ten minutes.
  const signal = AbortSignal.timeout(10 * 60_000);
  const folder = createFolder();
  const cloud = await startCloud({
    ...{ folder, region, ports: { https: 0, http: 0, dns: 0 } },
    ...{ internetFile: join(ROOT, 'cli/local/internet.zone'), log: () => undefined },
  });
  seedAccounts(cloud, plan);
  const { administrator: credentials, dynamodbEndpoint: endpoint, authorityPem, registry } = cloud;
  const artifacts = await buildArtifacts();
  let state = new Store();
  let outputs: LocalOutputs | undefined;
  let key: string | undefined;
  const ids: string[] = [];
  const resources = (): readonly ResourceState[] => stackState(state).values();
  const api = (path: string, body?: object) =>
    ask({ url: `${outputs?.baseUrl}${path}`, key, body, authorityPem });
  return {
    cloud,
    dynamo: createDynamo({ region, endpoint, credentials }),
    resources,
    async close(): Promise<void> {
      await cloud.close();
      removeFolder(folder);
    },
    tables(): LocalOutputs['tables'] {
      if (outputs === undefined) throw new CommandError('the stack is not deployed');
      return outputs.tables;
    },
    /** `pulumi up`, after `pulumi refresh` where it is asked for. Resolves to what changed; throws where anything failed. */
    async up({ refresh = false } = {}): Promise<readonly string[]> {
      const stack = localStack({
        ...{ cloud, state, signal, onChange: () => undefined },
        log: { leftOut: () => undefined, warn: () => undefined, waits: () => undefined },
      });
      if (refresh) await stack.refresh(plan);
      const deployed = await stack.deploy(plan, artifacts);
      const [first] = deployed.failures;
      if (first !== undefined)
        throw new CommandError(`${first.name} was not deployed: ${first.error.message}`);
      if (deployed.outputs === undefined)
        throw deployed.error ?? new CommandError('the stack was not deployed');
      outputs = deployed.outputs as unknown as LocalOutputs;
      key ??= await localKey(cloud, { region, table: outputs.tables.keys });
      const changes = deployed.changes.filter(({ action }) => action !== 'same');
      return changes.map(({ name, action }) => `${action} ${name}`);
    },
    /** `pulumi destroy`: resolves to the names of what was refused. */
    async destroy(): Promise<readonly string[]> {
      const engine = new Engine({ registry, region, signal, store: state });
      const { failures } = await engine.deploy(async () => ({}), { project: PROJECT, stack: LOCAL_STACK });
      return failures.map(({ name }) => name);
    },
    /** Deletes those resources behind the engine's back; resolves to their number. */
    async delete(types: readonly string[], from = resources()): Promise<number> {
      const chosen = from.filter(({ id, type }) => id !== undefined && types.includes(type));
      for (const { type, id = '', inputs } of chosen)
        await registry.handler(type).delete(id, inputs as never, { region, signal });
      return chosen.length;
    },
    loseState(): void {
      state = new Store();
    },
    /** As `petstore:adopt` names them. */
    adopt(idsOf: (host: string) => { mapping?: string; distribution?: string }): void {
      plan = { ...plan, hosts: plan.hosts.map((one) => ({ ...one, adopt: idsOf(one.host) })) };
    },
    /** Of the animals that were created. */
    ids,
    async createAnimals(names: readonly string[]): Promise<void> {
      for (const name of names) {
        const { status, body } = await api('/pets', { name, categoryId: 1 });
        // The id may have more digits than a number of JavaScript.
        const [, id] = /"id":(\d+)/.exec(body) ?? [];
        if (status !== 201 || id === undefined)
          throw new CommandError(`an animal was not created: ${status} ${body}`);
        ids.push(id);
      }
    },
    /** The answers to a list, to each animal, and of each host that clients are sent to, by what was asked. */
    async answers(): Promise<Readonly<Record<string, string>>> {
      const answers: Record<string, string> = {};
      for (const path of ['/pets?limit=100', ...ids.map((id) => `/pets/${id}`)]) {
        const { status, body } = await api(path);
        answers[path] = `${status} ${body}`;
      }
      for (const [host, output] of deployedIn(outputs?.hosts ?? {})) {
        const { url: root = '', site, certificate, routingAwaitedUntil } = output;
        // Nothing answers for a host whose owner has not set its routing record.
        if (certificate !== 'ISSUED' || routingAwaitedUntil) continue;
        const url = site === 'api' ? `${root}/openapi.json` : root;
        const { status, location = '' } = await ask({ url, authorityPem });
        answers[host] = `${status} ${location}`;
      }
      return answers;
    },
  };
}

/** It is deleted when the process ends, at the latest. */
function createFolder(): string {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-drill-'));
    process.once('exit', () => removeFolder(folder));
    return folder;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}: name a folder of yours with TMPDIR=FOLDER`);
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
