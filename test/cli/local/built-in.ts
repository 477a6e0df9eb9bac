// The local cloud with its stack on the built-in engine, in this process and in a folder of their own.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import type { Change } from '@petstore/local-cloud/engine/deployment';
import { type ResourceState, stackState } from '@petstore/local-cloud/engine/state';
import type { Registry } from '@petstore/local-cloud/resources/registry';
import { Store } from '@petstore/local-cloud/store';
import { expect } from 'vitest';
import { loadLocalPlan, localStack } from '../../../cli/local/local-stack.ts';
import { type BuiltArtifacts, buildArtifacts } from '../../../infra/run/artifacts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = 'Pulumi.local.yaml';

export interface BuiltInStack {
  readonly cloud: Cloud;
  readonly stack: ReturnType<typeof localStack>;
  readonly artifacts: BuiltArtifacts;
  /** What the cloud logged, as `source: line`. */
  readonly lines: string[];
  /** Deploys the project's stack file with that edit, and resolves to the changes; throws where anything fails. */
  deploy(edit: (stackFile: string) => string): Promise<readonly Change[]>;
  /** A resource as it was deployed, by its logical name. */
  resource(name: string): ResourceState;
  close(): Promise<void>;
}

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

export async function builtInStack({ registry, limitMs, now, minuteMs }: Options): Promise<BuiltInStack> {
  const root = mkdtempSync(join(tmpdir(), 'petstore-stack-'));
  mkdirSync(join(root, '.local'));
  const lines: string[] = [];
  const cloud = await startCloud({
    ...{ folder: join(root, '.local'), region: 'eu-west-1', ports: { https: 0, http: 0, dns: 0 } },
    ...{ internetFile: join(ROOT, 'cli/local/internet.zone'), minuteMs },
    log: (source, line) => void lines.push(`${source}: ${line}`),
  });
  const state = new Store();
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
    ...{ cloud, lines, stack, artifacts },
    async close() {
      await cloud.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
    async deploy(edit) {
      writeFileSync(join(root, FILE), edit(readFileSync(join(ROOT, FILE), 'utf8')));
      const plan = loadLocalPlan(root);
      cloud.seedZones(plan.settings.zones);
      const { failures, error, changes } = await stack.deploy(plan, artifacts);
      expect([error, failures]).toEqual([undefined, []]);
      return changes;
    },
    resource(name) {
      const resources = stackState(state).values();
      const found = resources.find(({ urn }) => urn.endsWith(`::${name}`));
      if (found === undefined) throw new Error(`${name} was not deployed`);
      return found;
    },
  };
}
