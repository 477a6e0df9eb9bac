// The alias `live`, which the gateway invokes, and what shifts it to a new version.

import { informEngine } from '@petstore/custom-domains/many-hosts';
import type { Shown } from '@petstore/custom-domains/output';
import { Alias } from '@pulumi/aws/lambda/alias.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import type { CloudAccess } from '../release/access.ts';
import { LIVE, releaseGroup } from '../release/names.ts';
import { Canary, type CanaryArgs } from './canary.ts';

export interface ReleaseArgs extends CanaryArgs {
  /** Absent: the alias follows each new version at once. */
  readonly hooks?: ReleaseHooks;
}

export class Release extends pulumi.ComponentResource {
  readonly alias: Alias;

  constructor(name: string, args: ReleaseArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:Release', name, {}, opts);
    const { lambda, hooks } = args;
    const dependsOn = hooks === undefined ? [] : [...new Canary(name, args, { parent: this }).ready];
    this.alias = new Alias(
      `${name}-live`,
      { name: LIVE, functionName: lambda.name, functionVersion: lambda.version },
      { parent: this, dependsOn, ...(hooks && { hooks: { beforeUpdate: [hooks.ofAlias] } }) },
    );
    this.registerOutputs({ live: this.alias.functionVersion });
  }
}

interface ReleaseHooks {
  /** Of the function: refuses an update while a release is under way, whose alarms it would replace. */
  readonly ofFunction: pulumi.ResourceHook;
  /** Of the alias: resolves when CodeDeploy has given every call to the new version. */
  readonly ofAlias: pulumi.ResourceHook;
}

/** Undefined where new code gets every call at once. */
export function releaseHooksOf(
  { canaryPercent }: Settings['release'],
  access: CloudAccess,
): ReleaseHooks | undefined {
  if (canaryPercent === 0) return undefined;
  const group = releaseGroup(pulumi.getProject(), pulumi.getStack());
  return {
    ofFunction: new pulumi.ResourceHook('no-release-under-way', async () => {
      const { clients, assertNoneUnderWay } = await load(access);
      await assertNoneUnderWay(clients, group);
    }),
    ofAlias: new pulumi.ResourceHook('release', async ({ newInputs = {} }) => {
      const { clients, shiftTraffic } = await load(access);
      const { functionName, functionVersion: version } = newInputs;
      const report = (line: Shown) => void informEngine(line);
      await shiftTraffic(clients, { functionName, version, group, report });
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
