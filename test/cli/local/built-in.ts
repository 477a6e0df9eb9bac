// The local cloud with its stack on the built-in engine, in this process and in a folder of their own.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '@petstore/local-cloud/cloud';
import { stackState } from '@petstore/local-cloud/engine/deployment';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { loadLocalPlan, localStack, seedAccounts } from '../../../cli/local/local-stack.ts';
import { buildArtifacts } from '../../../infra/run/artifacts.ts';
import { CHECKOUT, INTERNET_FILE } from '../../checkout.ts';

const FILE = 'Pulumi.local.yaml';

interface Options {
  /** What the engine deploys through, in place of the cloud's own. */
  readonly registry?: (own: Registry) => Registry;
  /** Of all deployments together. */
  readonly limitMs: number;
  /** The program's clock. */
  readonly now?: () => number;
  /** A minute of a release. */
  readonly minuteMs?: number;
}

export async function builtInStack({ registry, limitMs, now, minuteMs }: Options) {
  const root = mkdtempSync(join(tmpdir(), 'petstore-stack-'));
  mkdirSync(join(root, '.local'));
  const lines: string[] = [];
  const cloud = await startCloud({
    ...{ folder: join(root, '.local'), region: 'eu-west-1', ports: { https: 0, http: 0, dns: 0 } },
    ...{ internetFile: INTERNET_FILE, minuteMs },
    log: (source, line) => void lines.push(`${source}: ${line}`),
  });
  const state = cloud.store;
  const stack = localStack({
    ...{ cloud: { ...cloud, registry: registry?.(cloud.registry) ?? cloud.registry }, state },
    ...{ signal: AbortSignal.timeout(limitMs), onChange: () => undefined, now },
    log: {
      leftOut: (host) => void lines.push(`${host} is left out`),
      warn: (host, findings) => void lines.push(`${host}: ${findings}`),
      waits: () => undefined,
    },
  });
  const artifacts = await buildArtifacts();
  return {
    /** `lines`: what the cloud logged, as `source: line`. */
    ...{ cloud, lines, stack, artifacts },
    async close() {
      await cloud.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
    /** Deploys the local stack file with that edit, and resolves to the changes; throws where anything fails. */
    async deploy(edit: (stackFile: string) => string) {
      writeFileSync(join(root, FILE), edit(readFileSync(join(CHECKOUT, FILE), 'utf8')));
      const plan = loadLocalPlan(root);
      seedAccounts(cloud, plan);
      const { failures, error, changes } = await stack.deploy(plan, artifacts);
      const failed = error ?? failures[0]?.error;
      if (failed !== undefined) throw failed;
      return changes;
    },
    /** A resource as it was deployed, by its logical name. */
    resource(name: string) {
      const resources = stackState(state).values();
      const found = resources.find(({ urn }) => urn.endsWith(`::${name}`));
      if (found === undefined) throw new Error(`${name} was not deployed`);
      return found;
    },
  };
}
