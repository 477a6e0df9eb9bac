// The local stack with gradual releases, in this process: its cloud has short minutes, and its code is given line by line.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '@petstore/local-cloud/cloud';
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import { Store } from '@petstore/local-cloud/store';
import * as pulumi from '@pulumi/pulumi';
import { localStack } from '../../../cli/local/local-stack.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { releaseGroup } from '../../../infra/release/access.ts';
import { buildArtifacts } from '../../../infra/run/artifacts.ts';
import { settings } from '../plan/settings.ts';

export const GROUP = releaseGroup('petstore', 'local');

/** Lines in front of the service's code. */
export interface Code {
  readonly before?: string;
}

export interface ReleaseStack {
  readonly cloud: Cloud;
  deploy(code?: Code): Promise<Deployment>;
  close(): Promise<void>;
}

export interface Outputs {
  readonly baseUrl: string;
  readonly region: string;
  readonly tables: { readonly keys: string };
  readonly release: { readonly function: string; readonly live: string; readonly before?: string };
}
export const outputsOf = ({ outputs }: Deployment) => outputs as unknown as Outputs;

export const failures = (deployment: Deployment) =>
  deployment.failures.map(({ name, error }) => `${name}: ${error.message}`);

export async function releaseStack(): Promise<ReleaseStack> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-release-'));
  const cloud = await startCloud({
    ...{ folder, region: 'eu-west-1', ports: { https: 0, http: 0, dns: 0 }, log: () => undefined },
    internetFile: join(import.meta.dirname, '../../../cli/local/internet.zone'),
    // A minute of a release; long enough for hundreds of calls.
    minuteMs: 6_000,
  });
  const stack = localStack({
    ...{ root: folder, cloud, state: new Store(), signal: AbortSignal.timeout(120_000) },
    ...{
      onChange: () => undefined,
      log: { leftOut: () => undefined, warn: () => undefined, waits: () => undefined },
    },
  });
  const built = await buildArtifacts();
  return {
    cloud,
    deploy({ before = '' } = {}) {
      const plan = planStack(
        settings({
          ...{ stack: 'local', plan: 'free', zones: [], release: { canaryPercent: 10, minutes: 1 } },
          ...{ api: { domains: [], redirects: [] }, docs: { domains: [], redirects: [] } },
        }),
      );
      const index = new pulumi.asset.StringAsset(`${before}\n${built.bundle.code}`);
      const functionCode = new pulumi.asset.AssetArchive({ 'index.js': index });
      return stack.deploy(plan, { ...built, functionCode });
    },
    async close() {
      await cloud.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
