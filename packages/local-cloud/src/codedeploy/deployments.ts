// Deployments: one at a time for each group, remembered across restarts.
import { randomBytes } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { AlarmReader } from '../interfaces.ts';
import type { AliasOperations } from '../lambda/alias.ts';
import type { Recorded } from '../recorded/index.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import { appSpecContent } from './app-spec.ts';
import { canaryOf, type DeploymentRecord, isUnderWay } from './records.ts';
import { DeploymentError, type ShiftOptions, shift, shiftBack } from './shift.ts';

export interface DeploymentsOptions {
  readonly context: CloudContext;
  readonly recorded: Recorded;
  readonly aliases: AliasOperations;
  readonly alarms: AlarmReader;
  /** Milliseconds of a minute of a deployment; shorter in tests. */
  readonly minuteMs?: number;
}

const MINUTE_MS = 60_000;

export type NewDeployment = Omit<DeploymentRecord, 'id' | 'status' | 'createTime'>;

/** Which event of the rollback configuration an error is. */
const EVENTS: Readonly<Record<string, string>> = {
  ALARM_ACTIVE: 'DEPLOYMENT_STOP_ON_ALARM',
  MANUAL_STOP: 'DEPLOYMENT_STOP_ON_REQUEST',
};

export class Deployments {
  readonly records: Collection<DeploymentRecord>;
  readonly #options: DeploymentsOptions;
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>();

  constructor(options: DeploymentsOptions) {
    this.#options = options;
    this.records = options.context.store.collection('codedeploy/deployments');
  }

  /** Throws DeploymentLimitExceededException where the group has one under way. Returns the id. */
  create(given: NewDeployment): string {
    const { region, application, group } = given;
    const active = this.records
      .values()
      .filter((one) => one.region === region && one.application === application)
      .find((one) => one.group === group && isUnderWay(one));
    if (active !== undefined)
      throw new ServiceError(
        'DeploymentLimitExceededException',
        `The Deployment Group '${group}' already has an active Deployment '${active.id}'`,
      );
    const record = { ...given, id: newId(), status: 'InProgress', createTime: Date.now() } as const;
    this.records.set(record.id, record);
    this.#start(record);
    return record.id;
  }

  /** Resolves when the deployment is stopped, and rolled back where that is asked for. */
  async stop(id: string, isRolledBack: boolean): Promise<void> {
    const error = new DeploymentError('MANUAL_STOP', 'The deployment was stopped by a user.');
    const running = this.#running.get(id);
    const known = this.records.get(id);
    if (known !== undefined && isRolledBack) {
      const events = [...known.rollback.events, 'DEPLOYMENT_STOP_ON_REQUEST'];
      this.records.set(id, { ...known, rollback: { enabled: true, events } });
    }
    running?.stop.abort(error);
    await running?.done;
  }

  /** Goes on with what was under way when the last process ended. */
  start(): void {
    for (const one of this.records.values()) if (isUnderWay(one)) this.#start(one);
  }

  async close(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort(new Error('the cloud closes'));
    await Promise.all(all.map(({ done }) => done));
  }

  #start(deployment: DeploymentRecord): void {
    const stop = new AbortController();
    const done = this.#run(deployment, stop.signal).finally(() => this.#running.delete(deployment.id));
    this.#running.set(deployment.id, { stop, done });
  }

  async #run(deployment: DeploymentRecord, signal: AbortSignal): Promise<void> {
    let options: ShiftOptions | undefined;
    try {
      options = this.#shiftOptions(deployment, signal);
      await shift(options);
      this.#end(deployment.id, { status: 'Succeeded' });
    } catch (error) {
      // The process ends: the next one goes on.
      if (signal.aborted && !(signal.reason instanceof DeploymentError)) return;
      await this.#fail(deployment.id, asDeploymentError(error), options);
    }
  }

  #shiftOptions(deployment: DeploymentRecord, signal: AbortSignal): ShiftOptions {
    const { context, recorded, aliases, alarms, minuteMs = MINUTE_MS } = this.#options;
    const { region, config, spec } = deployment;
    const aliasArn = `arn:aws:lambda:${region}:${context.accountId}:function:${spec.Name}:${spec.Alias}`;
    const canary = canaryOf(recorded, region, config);
    return { deployment, aliases, alarms, aliasArn, canary, minuteMs, signal };
  }

  async #fail(
    id: string,
    { code, message }: DeploymentError,
    options: ShiftOptions | undefined,
  ): Promise<void> {
    const deployment = this.records.get(id) as DeploymentRecord;
    const status = code in EVENTS ? 'Stopped' : 'Failed';
    const event = EVENTS[code] ?? 'DEPLOYMENT_FAILURE';
    const { enabled, events } = deployment.rollback;
    const isBack = options !== undefined && enabled && events.includes(event);
    if (isBack) await shiftBack(options).catch(() => undefined);
    const error = { code, message };
    if (!isBack) return this.#end(id, { status, error });
    const rollbackDeploymentId = this.#rollbackOf(deployment, message);
    this.#end(id, { status, error, rollbackInfo: { rollbackDeploymentId } });
  }

  /** "These rolled-back deployments are technically new deployments, with new deployment IDs" (user guide, rollbacks). */
  #rollbackOf(deployment: DeploymentRecord, message: string): string {
    const { CurrentVersion, TargetVersion } = deployment.spec;
    const spec = { ...deployment.spec, CurrentVersion: TargetVersion, TargetVersion: CurrentVersion };
    const now = Date.now();
    const { error, description, ...own } = deployment;
    const rollback: DeploymentRecord = {
      ...{ ...own, id: newId(), creator: 'codeDeployRollback', spec, content: appSpecContent(spec) },
      ...{ status: 'Succeeded', createTime: now, completeTime: now },
      rollbackInfo: { rollbackTriggeringDeploymentId: deployment.id, rollbackMessage: message },
    };
    this.records.set(rollback.id, rollback);
    return rollback.id;
  }

  #end(id: string, end: Pick<DeploymentRecord, 'status' | 'error' | 'rollbackInfo'>): void {
    const deployment = {
      ...(this.records.get(id) as DeploymentRecord),
      ...end,
      completeTime: Date.now(),
    };
    this.records.set(id, deployment);
    const { spec, status, error } = deployment;
    const why = error === undefined ? '' : `: ${error.code}, ${error.message}`;
    this.#options.context.log(
      'codedeploy',
      `deployment ${id} of version ${spec.TargetVersion} of ${spec.Name} is ${status}${why}`,
    );
  }
}

/** `d-` and nine letters or digits. */
function newId(): string {
  return `d-${randomBytes(5).toString('hex').slice(0, 9).toUpperCase()}`;
}

function asDeploymentError(error: unknown): DeploymentError {
  if (error instanceof DeploymentError) return error;
  const code = error instanceof ServiceError ? 'INVALID_LAMBDA_FUNCTION' : 'INTERNAL_ERROR';
  return new DeploymentError(code, (error as Error).message);
}
