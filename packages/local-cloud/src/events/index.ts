// EventBridge: rules with a schedule, and the functions that they invoke.
import type { CloudContext } from '../context.ts';
import type { AsyncFunctions } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { ruleHandler } from './rule.ts';
import { Schedules } from './schedules.ts';
import { targetHandler } from './target.ts';

export interface Events extends ServiceHandlers {
  /** Runs every rule that is enabled now, apart from its schedule, to the end of its targets. */
  runAll(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createEvents(context: CloudContext, functions: AsyncFunctions): Events {
  const schedules = new Schedules(context, functions);
  const enabled = () => schedules.rules.entries().filter(([, { state }]) => state === 'ENABLED');
  return {
    handlers: [ruleHandler(context, schedules), targetHandler(schedules)],
    invokes: [],
    async runAll() {
      await Promise.all(enabled().map(([key]) => schedules.run(key)));
    },
    async start() {
      for (const [key] of enabled()) schedules.set(key);
    },
    close: () => schedules.close(),
  };
}
