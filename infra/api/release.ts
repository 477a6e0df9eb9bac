// The alias `live`, which the gateway invokes, and what shifts it to a new version.
import { Alias } from '@pulumi/aws/lambda/alias.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import type { CloudAccess } from '../release/access.ts';
import { LIVE } from '../release/names.ts';
import { Canary, type CanaryArgs } from './canary.ts';
import { type ReleaseHooks, releaseHooks } from './release-hooks.ts';

export interface ReleaseArgs extends CanaryArgs {
  /** Absent: the alias follows each new version at once. */
  readonly hooks?: ReleaseHooks;
}

/** Undefined where new code gets every call at once. */
export function releaseHooksOf(args: {
  readonly release: Settings['release'];
  readonly access: CloudAccess;
}): ReleaseHooks | undefined {
  return args.release.canaryPercent === 0 ? undefined : releaseHooks(args.access);
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
