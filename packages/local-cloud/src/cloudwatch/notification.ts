// What an alarm sends to the topics among its actions. No other action is emulated.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
import type { CloudContext } from '../context.ts';
import type { Topics } from '../interfaces.ts';
import type { Transition } from './alarm-state.ts';

const ACTIONS = {
  OK: 'okActions',
  ALARM: 'alarmActions',
  INSUFFICIENT_DATA: 'insufficientDataActions',
} as const;

export function notify({ log }: Pick<CloudContext, 'log'>, topics: Topics, transition: Transition): void {
  const { alarm, to, region } = transition;
  if (!alarm.actionsEnabled) return;
  for (const arn of alarm[ACTIONS[to]] ?? []) {
    if (!topics.publish(arn, `${to}: "${alarm.name}" in ${region}`, bodyOf(transition)))
      log('cloudwatch', `the action of ${alarm.name} failed: no topic ${arn}`);
  }
}

function bodyOf({ alarm, from, to, reason, region }: Transition): string {
  return [
    `Your Amazon CloudWatch Alarm "${alarm.name}" in ${region} has entered the ${to} state, from ${from}.`,
    ...(alarm.alarmDescription === undefined ? [] : [`Description: ${alarm.alarmDescription}`]),
    `Reason: ${reason}`,
  ].join('\n');
}
