// The whole pets API: its store, its function, the gateway in front of it, and its alarms.
import * as pulumi from '@pulumi/pulumi';
import { byTable } from '../../service/tables.ts';
import type { AlarmActions } from '../monitoring/alarm.ts';
import type { DashboardArgs } from '../monitoring/dashboard.ts';
import type { StackPlan } from '../plan/types.ts';
import type { CloudAccess } from '../release/access.ts';
import { Alarms } from './alarms.ts';
import { Backups } from './backups.ts';
import { Gateway } from './gateway.ts';
import { type FunctionCode, PetsFunction } from './pets-function.ts';
import { PetsStore } from './pets-store.ts';
import { Release, releaseHooksOf } from './release.ts';

/** The logical names of the function and its alias in the stack's own state, for the API named `api`. */
export const FUNCTION = 'api-function';
export const LIVE_ALIAS = 'api-release-live';

interface PetsApiArgs {
  readonly plan: StackPlan;
  readonly code: FunctionCode;
  readonly alarmActions: AlarmActions;
  readonly corsOrigins: pulumi.Input<pulumi.Input<string>[]>;
  /** How a release reaches CodeDeploy and Lambda. */
  readonly access: CloudAccess;
  /** Whether the stack has the alias already. */
  readonly isReleased: boolean;
}

export class PetsApi extends pulumi.ComponentResource {
  readonly store: PetsStore;
  readonly gateway: Gateway;
  readonly release: Release;
  /** What the resources are called, for the dashboard. */
  readonly names: Omit<DashboardArgs, 'attachments' | 'region'>;
  /** The host name of the default address. */
  readonly address: pulumi.Output<string>;

  constructor(name: string, args: PetsApiArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:PetsApi', name, {}, opts);
    const { settings, tags, production } = args.plan;
    const parent = { parent: this };
    this.store = new PetsStore(`${name}-store`, { protect: settings.protect, tags }, parent);
    const tables = byTable((table) => this.store.tables[table].name);
    const { backup, permissionsBoundary } = settings;
    if (backup !== undefined) {
      new Backups(`${name}-backup`, { backup, store: this.store, permissionsBoundary, tags }, parent);
    }
    const hooks = releaseHooksOf(settings.release, args.access);
    const { lambda, logGroup } = new PetsFunction(
      `${name}-function`,
      {
        settings,
        store: this.store,
        code: args.code,
        keyPrefix: production ? 'pets_live_' : 'pets_test_',
        beforeUpdate: hooks?.ofFunction,
        tags,
      },
      parent,
    );
    this.release = new Release(
      `${name}-release`,
      { lambda, logGroupName: logGroup.name, settings, tags, hooks },
      parent,
    );
    // Once the alias exists, nothing waits for it: a release takes minutes, and one that goes back fails alone.
    const aliasReady = args.isReleased ? [] : [this.release.alias];
    this.gateway = new Gateway(
      `${name}-gateway`,
      { settings, corsOrigins: args.corsOrigins, lambda, aliasReady, tags },
      parent,
    );
    const apiId = this.gateway.api.id;
    const accessLog = this.gateway.accessLog.name;
    const functionName = lambda.name;
    const { arns } = new Alarms(
      `${name}-alarm`,
      { apiId, accessLog, functionName, tables, settings, actions: args.alarmActions, tags },
      parent,
    );
    this.names = {
      apiId,
      functionName,
      functionLog: logGroup.name,
      accessLog,
      alarmArns: arns,
      tables,
    };
    this.address = this.gateway.api.apiEndpoint.apply((url) => new URL(url).hostname);
    this.registerOutputs({ address: this.address });
  }
}
