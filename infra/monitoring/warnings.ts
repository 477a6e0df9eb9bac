// What nobody would be told: warnings about the settings of the alarms, for preview and up.
import { type Gated, shown } from '@petstore/custom-domains/output';
import type { StackPlan } from '../plan/types.ts';
import { EDGE_REGION } from './alarm.ts';

/** None but in production: elsewhere an alarm may have a state only. */
export function alarmWarnings({ production, region, settings }: StackPlan): Gated[] {
  const { email, topicArn, edgeTopicArn } = settings.alarms;
  if (!production || email !== undefined) return [];
  if (topicArn === undefined) {
    return [
      shown`no alarm of production reaches anybody: set petstore:alarms.email to a mail address, or petstore:alarms.topicArn to an SNS topic`,
    ];
  }
  if (region === EDGE_REGION || edgeTopicArn !== undefined) return [];
  return [
    shown`the alarms of CloudFront and of its certificates are in ${EDGE_REGION} and reach nobody: set petstore:alarms.edgeTopicArn to an SNS topic there, or petstore:alarms.email`,
  ];
}
