// CloudWatch: log groups and metric alarms, which are checked and stored.
import type { CloudContext } from '../context.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { logGroupHandler } from './log-group.ts';
import { alarmHandler } from './metric-alarm.ts';

export function createCloudWatch(context: CloudContext): ServiceHandlers {
  return { handlers: [logGroupHandler(context), alarmHandler(context)], invokes: [] };
}
