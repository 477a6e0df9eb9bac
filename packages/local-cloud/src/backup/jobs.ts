// Backup plans at work: each day at the time of a rule, its tables are backed up and the backups copied. What is too old is deleted.

import type { Identity } from '../iam/index.ts';
import { type ActionDeps, backUp, copy } from './actions.ts';
import { dailyAt, type PlanRule } from './inputs.ts';
import { type PlanRecord, type SelectionRecord, vaultArn } from './records.ts';
import { asRole } from './role.ts';

const DAY_MS = 86_400_000;
/** The service's schedule of a rule without one: ScheduleExpression of the service model. */
const DEFAULT_SCHEDULE = 'cron(0 5 ? * * *)';

export interface JobDeps extends ActionDeps {
  readonly identity: Identity;
}

export class BackupJobs {
  readonly #deps: JobDeps;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(deps: JobDeps) {
    this.#deps = deps;
  }

  /** Follows the schedules of the plans as they are now. */
  follow(): void {
    this.#stopTimers();
    for (const plan of this.#deps.records.plans.values()) {
      for (const rule of plan.inputs.rules) this.#schedule(plan, rule);
    }
  }

  /** Runs every rule of every plan now, apart from its schedule. A job that fails is logged, and the others go on. */
  async runAll(): Promise<void> {
    const plans = this.#deps.records.plans.values();
    await Promise.all(plans.flatMap((plan) => plan.inputs.rules.map((rule) => this.#run(plan, rule))));
  }

  async close(): Promise<void> {
    this.#stopTimers();
    await Promise.all(this.#running);
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #schedule(plan: PlanRecord, rule: PlanRule): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        void this.#run(plan, rule);
        this.#schedule(plan, rule);
      },
      untilNext(rule.schedule || DEFAULT_SCHEDULE),
    );
    this.#timers.add(timer.unref());
  }

  async #run(plan: PlanRecord, rule: PlanRule): Promise<void> {
    this.#deleteExpired();
    const own = this.#deps.records.selections.values().filter(({ inputs }) => inputs.planId === plan.id);
    const all = Promise.all(
      own.flatMap((selection) =>
        selection.inputs.resources.map((tableArn) => this.#backUp(rule, selection, tableArn)),
      ),
    );
    this.#running.add(all);
    await all.finally(() => this.#running.delete(all));
  }

  async #backUp(rule: PlanRule, { inputs, region }: SelectionRecord, tableArn: string): Promise<void> {
    const { context, identity } = this.#deps;
    const assertRights = asRole(identity, inputs.iamRoleArn);
    const vault = vaultArn(rule.targetVaultName, region, context.accountId);
    try {
      const deleteAfterDays = rule.lifecycle?.deleteAfter;
      const point = await backUp(this.#deps, tableArn, { vaultArn: vault, assertRights, deleteAfterDays });
      context.log('backup', `${tableArn} is backed up in ${vault}`);
      for (const { destinationVaultArn: destination, lifecycle } of rule.copyActions ?? []) {
        const days = lifecycle?.deleteAfter;
        copy(this.#deps, point, { vaultArn: destination, assertRights, deleteAfterDays: days });
        context.log('backup', `${tableArn} is copied to ${destination}`);
      }
    } catch (error) {
      context.log('backup', `job for ${tableArn} failed: ${(error as Error).message}`);
    }
  }

  /** The service deletes "at a randomly chosen point over the following 8 hours": here with the next backup. */
  #deleteExpired(): void {
    const { records, files } = this.#deps;
    const now = Date.now();
    for (const point of records.points.values()) if ((point.deleteAt ?? Infinity) <= now) files.delete(point);
  }
}

/** Milliseconds until the daily time of a schedule, by UTC. */
function untilNext(schedule: string): number {
  const { hour, minute } = dailyAt(schedule) ?? { hour: 5, minute: 0 };
  const now = new Date();
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return today > now.getTime() ? today - now.getTime() : today + DAY_MS - now.getTime();
}
