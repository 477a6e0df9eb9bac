// The hooks of a gradual release, as CloudFormation's CodeDeployLambdaAliasUpdate has it for an alias: where `pulumi up`
// would point `live` to another version, CodeDeploy shifts the calls first. In a preview they do not run.
import { informEngine } from '@petstore/custom-domains/many-hosts';
import * as pulumi from '@pulumi/pulumi';
import type { CloudAccess } from '../release/access.ts';
import { releaseGroup } from '../release/names.ts';

export interface ReleaseHooks {
  /** Of the function: refuses an update while a release is under way, whose alarms it would replace. */
  readonly ofFunction: pulumi.ResourceHook;
  /** Of the alias: resolves when CodeDeploy has given every call to the new version. */
  readonly ofAlias: pulumi.ResourceHook;
}

export function releaseHooks(access: CloudAccess): ReleaseHooks {
  const group = releaseGroup(pulumi.getProject(), pulumi.getStack());
  return {
    ofFunction: new pulumi.ResourceHook('no-release-under-way', async () => {
      const { clients, assertNoneUnderWay } = await load(access);
      await assertNoneUnderWay(clients, group);
    }),
    ofAlias: new pulumi.ResourceHook('release', async ({ newInputs = {} }) => {
      const { clients, shiftTraffic } = await load(access);
      const { functionName, functionVersion: version } = newInputs;
      await shiftTraffic(clients, {
        functionName,
        version,
        group,
        report: (line) => void informEngine(line),
      });
    }),
  };
}

/** Only where a release is made: a preview loads no client of AWS. */
async function load(access: CloudAccess) {
  const [{ releaseClients }, shift] = await Promise.all([
    import('../release/access.ts'),
    import('../release/shift-traffic.ts'),
  ]);
  return { clients: await releaseClients(access), ...shift };
}
