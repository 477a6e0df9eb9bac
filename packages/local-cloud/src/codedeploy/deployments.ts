// Deployments of functions: each shifts an alias to another version, watches alarms meanwhile, and goes back where it must
// not go on. One at a time for each group, remembered across restarts.
// https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-steps-lambda.html
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import type { AliasOperations } from '../lambda/alias.ts';
import { randomId } from '../random-id.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type { ReleaseAlarms } from './alarms.ts';

export interface DeploymentsOptions {
  readonly context: CloudContext;
  readonly aliases: AliasOperations;
  readonly alarms: Pick<ReleaseAlarms, 'isRaised'>;
  /** Milliseconds of a minute of a deployment; shorter in tests. */
  readonly minuteMs?: number;
}

/** Times are milliseconds since 1970. */
export interface DeploymentRecord {
  readonly id: string;
  readonly region: string;
  readonly application: string;
  readonly group: string;
  /** How it shifts traffic, in percent and minutes; undefined: all at once. */
  readonly canary?: { readonly percentage: number; readonly interval: number };
  readonly creator: 'user' | 'codeDeployRollback';
  readonly content: string;
  readonly spec: AppSpec;
  readonly alarms: readonly string[];
  readonly rollback: { readonly enabled: boolean; readonly events: readonly string[] };
  readonly status: 'InProgress' | 'Succeeded' | 'Failed' | 'Stopped';
  readonly createTime: number;
  readonly completeTime?: number;
  readonly error?: { readonly code: string; readonly message: string };
  readonly rollbackInfo?: {
    readonly rollbackDeploymentId?: string;
    readonly rollbackTriggeringDeploymentId?: string;
    readonly rollbackMessage?: string;
  };
}

export type NewDeployment = Omit<DeploymentRecord, 'id' | 'status' | 'createTime'>;

export const isUnderWay = ({ status }: DeploymentRecord): boolean => status === 'InProgress';

const MINUTE_MS = 60_000;
/** How often CodeDeploy reads the alarms is not documented; here often enough for tests whose minute is a second. */
const POLLS_A_MINUTE = 60;

/** Which event of the rollback configuration an error is; any other one is DEPLOYMENT_FAILURE. */
const EVENTS: Readonly<Record<string, string>> = {
  ALARM_ACTIVE: 'DEPLOYMENT_STOP_ON_ALARM',
  MANUAL_STOP: 'DEPLOYMENT_STOP_ON_REQUEST',
};

/** A deployment cannot go on; `code` is an ErrorCode of the service model. */
class DeploymentError extends ServiceError {}

export class Deployments {
  readonly records: Collection<DeploymentRecord>;
  readonly #options: DeploymentsOptions;
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>();

  constructor(options: DeploymentsOptions) {
    this.#options = options;
    this.records = options.context.store.collection('codedeploy/deployments');
  }

  create(given: NewDeployment): string {
    const { region, application, group } = given;
    const active = this.of(region, application, group).find(isUnderWay);
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

  /** Those of a group. */
  of(region: string, application: string, group: string): DeploymentRecord[] {
    const all = this.records.values();
    return all.filter(
      (one) => one.region === region && one.application === application && one.group === group,
    );
  }

  /** It goes back where that is asked for, or configured. */
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
    const { region, spec } = deployment;
    const { accountId } = this.#options.context;
    const alias = `arn:aws:lambda:${region}:${accountId}:function:${spec.Name}:${spec.Alias}`;
    try {
      await this.#shift(deployment, alias, signal);
      this.#end(deployment.id, { status: 'Succeeded' });
    } catch (error) {
      // The process ends: the next one goes on.
      if (signal.aborted && !(signal.reason instanceof DeploymentError)) return;
      await this.#fail(deployment.id, alias, asDeploymentError(error));
    }
  }

  /** Rejects with a DeploymentError where the deployment must not go on; the alias is as it was left then. */
  async #shift(deployment: DeploymentRecord, alias: string, signal: AbortSignal): Promise<void> {
    const { aliases, minuteMs = MINUTE_MS } = this.#options;
    const { canary, createTime, spec } = deployment;
    const { CurrentVersion, TargetVersion } = spec;
    this.#assertNoAlarm(deployment);
    if (canary !== undefined) {
      this.#assertCurrent(spec, alias);
      const weights = { [TargetVersion]: canary.percentage / 100 };
      await aliases.update(alias, { functionVersion: CurrentVersion, weights });
      const end = createTime + canary.interval * minuteMs;
      while (Date.now() < end) {
        const waitMs = Math.min(minuteMs / POLLS_A_MINUTE, end - Date.now());
        await pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
        this.#assertNoAlarm(deployment);
      }
    }
    await aliases.update(alias, { functionVersion: TargetVersion, weights: {} });
  }

  /** "the current version … must be the version that the alias points to" (AppSpec reference, currentversion). */
  #assertCurrent({ CurrentVersion, TargetVersion }: AppSpec, alias: string): void {
    const { functionVersion, weights } = this.#options.aliases.get(alias);
    // After a restart of the cloud in the middle of a deployment, the alias has this deployment's weight already.
    const others = Object.keys(weights).filter((version) => version !== TargetVersion);
    if (functionVersion === CurrentVersion && others.length === 0) return;
    throw new DeploymentError(
      'INVALID_LAMBDA_CONFIGURATION',
      `The current version in the AppSpec, ${CurrentVersion}, is not the version of the alias, ${functionVersion}.`,
    );
  }

  /** https://docs.aws.amazon.com/codedeploy/latest/userguide/monitoring-create-alarms.html */
  #assertNoAlarm({ alarms, region }: DeploymentRecord): void {
    const raised = alarms.filter((name) => this.#options.alarms.isRaised(name, region));
    if (raised.length > 0)
      throw new DeploymentError(
        'ALARM_ACTIVE',
        `One or more alarms have been activated according to the Amazon CloudWatch metrics you selected, and the affected deployments have been stopped. Activated alarms: <${raised.join(', ')}>`,
      );
  }

  async #fail(id: string, alias: string, { code, wording: message }: DeploymentError): Promise<void> {
    const deployment = this.records.get(id) as DeploymentRecord;
    const failed = { status: code in EVENTS ? 'Stopped' : 'Failed', error: { code, message } } as const;
    const { enabled, events } = deployment.rollback;
    this.#end(id, failed);
    if (!enabled || !events.includes(EVENTS[code] ?? 'DEPLOYMENT_FAILURE')) return;
    // The deployment that goes back is another one, which begins after this one has ended.
    await pause((this.#options.minuteMs ?? MINUTE_MS) / POLLS_A_MINUTE);
    const back = { functionVersion: deployment.spec.CurrentVersion, weights: {} };
    await this.#options.aliases.update(alias, back).catch(() => undefined);
    this.#change(id, { rollbackInfo: { rollbackDeploymentId: this.#rollbackOf(deployment, message) } });
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

  #end(id: string, end: Pick<DeploymentRecord, 'status' | 'error'>): void {
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

const newId = (): string => `d-${randomId(9).toUpperCase()}`;

function asDeploymentError(error: unknown): DeploymentError {
  if (error instanceof DeploymentError) return error;
  const code = error instanceof ServiceError ? 'INVALID_LAMBDA_FUNCTION' : 'INTERNAL_ERROR';
  return new DeploymentError(code, (error as Error).message);
}

// The AppSpec of a deployment of a function, as JSON.
// https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-resources.html

const properties = z.object({
  Name: z.string(),
  Alias: z.string(),
  CurrentVersion: z.string(),
  TargetVersion: z.string(),
});

type AppSpec = z.infer<typeof properties>;

const resource = z.object({ Type: z.literal('AWS::Lambda::Function'), Properties: properties });

const document = z.strictObject({
  version: z.union([z.literal('0.0'), z.literal(0)]),
  Resources: z.tuple([z.record(z.string(), resource)]),
});

/** Of JSON: an AppSpec in YAML, and one with hooks, are not emulated. */
export function parseAppSpec(content: string): AppSpec {
  try {
    const [resources] = document.parse(JSON.parse(content)).Resources;
    const [found] = Object.values(resources);
    if (found !== undefined) return found.Properties;
    throw new Error('there is no resource');
  } catch (error) {
    const why = `The AppSpec content is invalid: ${(error as Error).message}`;
    throw new ServiceError('InvalidRevisionException', why);
  }
}

function appSpecContent(Properties: AppSpec): string {
  const Resources = [{ [Properties.Name]: { Type: 'AWS::Lambda::Function', Properties } }];
  return JSON.stringify({ version: '0.0', Resources });
}
