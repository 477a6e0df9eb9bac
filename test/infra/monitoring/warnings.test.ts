// Whom the alarms reach: warnings where it is nobody, and the topics in both regions.
import { printable } from '@petstore/custom-domains/output';
import { expect, test } from 'vitest';
import { parseSettings } from '../../../infra/config/parse.ts';
import { alarmWarnings, declareAlarmTopics } from '../../../infra/monitoring/alarm.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { record } from '../recorder.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:oncall';
const EDGE = 'arn:aws:sns:us-east-1:123456789012:oncall';

function planOf(alarms: object, stack = 'production', region = 'eu-west-1') {
  const parsed = parseSettings(stack, { 'aws:region': region, 'petstore:alarms': alarms });
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return planStack(parsed.settings);
}

test.each<[string, object, string, string, RegExp | undefined]>([
  ['nothing', {}, 'production', 'eu-west-1', /no alarm of production reaches anybody: set petstore:alarms/],
  ['a topic of one region', { topicArn: TOPIC }, 'production', 'eu-west-1', /reach nobody: .*edgeTopicArn/],
  ['a mail address', { email: 'ops@petstore.example' }, 'production', 'eu-west-1', undefined],
  ['topics of both regions', { topicArn: TOPIC, edgeTopicArn: EDGE }, 'production', 'eu-west-1', undefined],
  ['one topic in us-east-1', { topicArn: EDGE }, 'production', 'us-east-1', undefined],
  ['nothing, in staging', {}, 'staging', 'eu-west-1', undefined],
])('%s', (_case, alarms, stack, region, expected) => {
  const [warning, ...more] = alarmWarnings(planOf(alarms, stack, region)).map(printable);
  if (expected === undefined) expect(warning).toBeUndefined();
  else expect(warning).toMatch(expected);
  expect(more).toEqual([]);
});

async function topicsOf(alarms: object, region: string) {
  const plan = planOf(alarms, 'production', region);
  const { registrations, outputs } = await record(async () => {
    const { actions, unconfirmed } = declareAlarmTopics('alarms', { ...plan.settings, region, tags: {} });
    return { regional: [...actions.regional], edge: [...actions.edge], unconfirmed };
  }, 'production');
  const regions = registrations.flatMap(({ type, inputs }) =>
    type === 'aws:sns/topic:Topic' ? [inputs.region ?? region] : [],
  );
  return { regions, ...outputs };
}

test('a mail address has a topic in each region, and given topics are notified as well', async () => {
  expect(await topicsOf({ email: 'ops@petstore.example', topicArn: TOPIC }, 'eu-west-1')).toMatchObject({
    regions: ['eu-west-1', 'us-east-1'],
    regional: ['arn:alarms', TOPIC],
    edge: ['arn:alarms-edge'],
  });
  expect(await topicsOf({ email: 'ops@petstore.example' }, 'us-east-1')).toMatchObject({
    regions: ['us-east-1'],
    regional: ['arn:alarms'],
    edge: ['arn:alarms'],
  });
});
