// Rules that run at their rate, and invoke the functions that are their targets.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { AsyncFunctions } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import type { RuleInputs, TargetInputs } from './inputs.ts';
import { rateMs } from './rate.ts';

export interface RuleRecord extends RuleInputs {
  readonly region: string;
}

export const ruleKey = (name: string, region: string): string => `${region}/${name}`;

export const ruleArn = (name: string, region: string, accountId: string): string =>
  `arn:aws:events:${region}:${accountId}:rule/${name}`;

export class Schedules {
  /** By region and name. */
  readonly rules: Collection<RuleRecord>;
  /** By their rule's key and their own id. */
  readonly targets: Collection<TargetInputs>;
  readonly #context: CloudContext;
  readonly #functions: AsyncFunctions;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(context: CloudContext, functions: AsyncFunctions) {
    this.#context = context;
    this.#functions = functions;
    this.rules = context.store.collection('events/rules');
    this.targets = context.store.collection('events/targets');
  }

  targetsOf(rule: string): TargetInputs[] {
    const own = this.targets.entries().filter(([key]) => key.startsWith(`${rule}/`));
    return own.map(([, target]) => target);
  }

  /** Follows the rule as it is now: at its rate, or not at all. */
  set(key: string): void {
    clearInterval(this.#timers.get(key));
    this.#timers.delete(key);
    const rule = this.rules.get(key);
    if (rule === undefined || rule.state === 'DISABLED') return;
    const timer = setInterval(() => void this.run(key), rateMs(rule.scheduleExpression));
    this.#timers.set(key, timer.unref());
  }

  /** Resolves when every target has run once. */
  async run(key: string): Promise<void> {
    const rule = this.rules.get(key);
    if (rule === undefined) return;
    const all = Promise.all(this.targetsOf(key).map((target) => this.#invoke(rule, target)));
    this.#running.add(all);
    await all.finally(() => this.#running.delete(all));
  }

  /** Ends the schedules, and waits for what runs. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearInterval(timer);
    this.#timers.clear();
    await Promise.all(this.#running);
  }

  /** A rule invokes functions asynchronously: https://docs.aws.amazon.com/lambda/latest/dg/services-cloudwatchevents.html */
  async #invoke({ name, region }: RuleRecord, { arn, input }: TargetInputs): Promise<void> {
    const { accountId, log } = this.#context;
    const source = ruleArn(name, region, accountId);
    if (!this.#functions.permits(arn, 'events.amazonaws.com', source)) {
      log('events', `${name} may not invoke ${arn}: the function has no permission for ${source}`);
      return;
    }
    const event = input === undefined ? scheduledEvent(source, region, accountId) : JSON.parse(input);
    await this.#functions.send(arn, event);
  }
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-rule-schedule.html */
function scheduledEvent(source: string, region: string, account: string): object {
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  return {
    ...{ version: '0', id: randomUUID(), 'detail-type': 'Scheduled Event', source: 'aws.events' },
    ...{ account, time, region, resources: [source], detail: {} },
  };
}
