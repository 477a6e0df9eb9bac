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
import { DeploymentError, type Shift, shift } from './shift.ts';

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

/** Which event of the rollback configuration an error is; any other one is DEPLOYMENT_FAILURE. */
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

  /** Stops a deployment; it goes back where that is asked for, or configured. */
  stop({ id, rollback }: DeploymentRecord, isRolledBack: boolean): void {
    const events = [...rollback.events, 'DEPLOYMENT_STOP_ON_REQUEST'];
    if (isRolledBack) this.#change(id, { rollback: { enabled: true, events } });
    const error = new DeploymentError('MANUAL_STOP', 'The deployment was stopped by a user.');
    this.#running.get(id)?.stop.abort(error);
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
    const { context, recorded, aliases, alarms, minuteMs = MINUTE_MS } = this.#options;
    const { region, config, spec } = deployment;
    const aliasArn = `arn:aws:lambda:${region}:${context.accountId}:function:${spec.Name}:${spec.Alias}`;
    const shared = { deployment, aliases, alarms, aliasArn, minuteMs, signal };
    try {
      await shift({ ...shared, canary: canaryOf(recorded, region, config) });
      this.#end(deployment.id, { status: 'Succeeded' });
    } catch (error) {
      // The process ends: the next one goes on.
      if (signal.aborted && !(signal.reason instanceof DeploymentError)) return;
      await this.#fail(deployment.id, asDeploymentError(error), shared);
    }
  }

  async #fail(
    id: string,
    { code, message }: DeploymentError,
    { aliases, aliasArn }: Pick<Shift, 'aliases' | 'aliasArn'>,
  ): Promise<void> {
    const deployment = this.records.get(id) as DeploymentRecord;
    const failed = { status: code in EVENTS ? 'Stopped' : 'Failed', error: { code, message } } as const;
    const { enabled, events } = deployment.rollback;
    if (!enabled || !events.includes(EVENTS[code] ?? 'DEPLOYMENT_FAILURE')) return this.#end(id, failed);
    const back = { functionVersion: deployment.spec.CurrentVersion, weights: {} };
    await aliases.update(aliasArn, back).catch(() => undefined);
    const rollbackDeploymentId = this.#rollbackOf(deployment, message);
    this.#end(id, { ...failed, rollbackInfo: { rollbackDeploymentId } });
  }

  /** "These rolled-back deployments are technically new deployments, with new deployment IDs" (user guide, rollbacks). */
  #rollbackOf({ error, ...own }: DeploymentRecord, rollbackMessage: string): string {
    const { CurrentVersion, TargetVersion } = own.spec;
    const spec = { ...own.spec, CurrentVersion: TargetVersion, TargetVersion: CurrentVersion };
    const [id, now] = [newId(), Date.now()];
    this.records.set(id, {
      ...own,
      id,
      creator: 'codeDeployRollback',
      spec,
      content: appSpecContent(spec),
      status: 'Succeeded',
      createTime: now,
      completeTime: now,
      rollbackInfo: { rollbackTriggeringDeploymentId: own.id, rollbackMessage },
    });
    return id;
  }

  #end(id: string, end: Pick<DeploymentRecord, 'status' | 'error' | 'rollbackInfo'>): void {
    const { spec, status, error } = this.#change(id, { ...end, completeTime: Date.now() });
    const why = error === undefined ? '' : `: ${error.code}, ${error.message}`;
    const line = `deployment ${id} of version ${spec.TargetVersion} of ${spec.Name} is ${status}${why}`;
    this.#options.context.log('codedeploy', line);
  }

  #change(id: string, change: Partial<DeploymentRecord>): DeploymentRecord {
    const changed = { ...(this.records.get(id) as DeploymentRecord), ...change };
    this.records.set(id, changed);
    return changed;
  }
}

/** `d-` and nine letters or digits. */
const newId = (): string => `d-${randomBytes(5).toString('hex').slice(0, 9).toUpperCase()}`;

function asDeploymentError(error: unknown): DeploymentError {
  if (error instanceof DeploymentError) return error;
  const code = error instanceof ServiceError ? 'INVALID_LAMBDA_FUNCTION' : 'INTERNAL_ERROR';
  return new DeploymentError(code, (error as Error).message);
}
