// The local stack with gradual releases, in this process: its cloud has short minutes, and its code is given line by line.
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import * as pulumi from '@pulumi/pulumi';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { builtInStack } from '../../cli/local/built-in.ts';
import { settings } from '../plan/settings.ts';

export type ReleaseStack = Awaited<ReturnType<typeof releaseStack>>;

export const outputsOf = ({ outputs }: Deployment) =>
  outputs as unknown as { readonly release: { readonly function: string } };

export const failures = (deployment: Deployment) =>
  deployment.failures.map(({ name, error }) => `${name}: ${error.message}`);

export async function releaseStack() {
  // A minute of a release is long enough for hundreds of calls.
  const { cloud, stack, artifacts, close } = await builtInStack({ minuteMs: 6_000, limitMs: 120_000 });
  return {
    cloud,
    close,
    /** `before`: lines in front of the service's code. */
    deploy({ before = '' } = {}) {
      const plan = planStack(
        settings({
          ...{ stack: 'local', plan: 'free', zones: [], release: { canaryPercent: 10, minutes: 1 } },
          ...{ api: { domains: [], redirects: [] }, docs: { domains: [], redirects: [] } },
        }),
      );
      const index = new pulumi.asset.StringAsset(`${before}\n${artifacts.bundle.code}`);
      const functionCode = new pulumi.asset.AssetArchive({ 'index.js': index });
      return stack.deploy(plan, { ...artifacts, functionCode });
    },
  };
}
