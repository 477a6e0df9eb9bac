// What to do about each alarm, whom the alarms reach, and the metric filter of the alarm on 429: it matches the access log's lines of throttled
// requests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '@petstore/custom-domains/output';
import type { Registration } from '@petstore/local-cloud/engine/backend';
import { expect, test } from 'vitest';
import { parseSettings } from '../../infra/config/parse.ts';
import { alarmWarnings, declareAlarmTopics } from '../../infra/monitoring/alarm.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { formatAccessLog } from '../../packages/local-cloud/src/apigatewayv2/exchange.ts';
import { dimensionsOf } from '../../packages/local-cloud/src/codedeploy/alarms.ts';
import { goldenResources } from './golden-resources.ts';
import { answer, record } from './recorder.ts';

const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

test('each alarm links to what to do about it, and each of those headings is linked', () => {
  const [, section = ''] = operations.split('\n## Alarms\n');
  const [own = ''] = section.split('\n## ');
  const headings = [...own.matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, heading]) => heading);
  const links = goldenResources('production').flatMap(({ inputs: { alarmDescription } }) =>
    alarmDescription === undefined
      ? []
      : [/docs\/operations\.md#([a-z0-9-]+)$/.exec(String(alarmDescription))?.[1]],
  );
  expect(links.length).toBeGreaterThan(20);
  expect([...new Set(links)].sort()).toEqual(headings.sort());
});

interface Inputs {
  readonly accessLogSettings: { readonly format: string; readonly destinationArn: string };
  readonly pattern: string;
  readonly metricTransformation: { readonly dimensions: Readonly<Record<string, string>> };
}

const inputsOf = (resource: string) =>
  goldenResources('staging').find(({ name }) => name === resource)?.inputs as unknown as Inputs;
const { format, destinationArn } = inputsOf('api-gateway-stage').accessLogSettings;
const { pattern, metricTransformation } = inputsOf('api-alarm-429-count');

test("the access log's group is one that adds nothing to the account's resource policy", () => {
  expect(destinationArn).toMatch(/^arn:\/aws\/vendedlogs\//);
});

test('the access log has no path, in which a key may be', () => expect(format).not.toMatch(/path|query/i));

test.each([200, 401, 404, 429, 500])('of a response %i', (status) => {
  const line = JSON.parse(formatAccessLog(format, { status, apiId: 'a1b2c3d4e5' }));
  const counted = status === 429 ? { ApiId: 'a1b2c3d4e5' } : undefined;
  expect(dimensionsOf({ pattern, metricTransformation }, line)).toEqual(counted);
});

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:oncall';
const EDGE = 'arn:aws:sns:us-east-1:123456789012:oncall';

function planOf(alarms: object, stack = 'production', region = 'eu-west-1') {
  const parsed = parseSettings(stack, { 'aws:region': region, 'petstore:alarms': alarms });
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return planStack(parsed.settings);
}

test.each<[what: string, alarms: object, stack: string, region: string, said: RegExp | undefined]>([
  ['nothing', {}, 'production', 'eu-west-1', /no alarm of production reaches anybody: set petstore:alarms/],
  ['a topic of one region', { topicArn: TOPIC }, 'production', 'eu-west-1', /reach nobody: .*edgeTopicArn/],
  ['a mail address', { email: 'ops@petstore.example' }, 'production', 'eu-west-1', undefined],
  ['topics of both regions', { topicArn: TOPIC, edgeTopicArn: EDGE }, 'production', 'eu-west-1', undefined],
  ['one topic in us-east-1', { topicArn: EDGE }, 'production', 'us-east-1', undefined],
  ['nothing, in staging', {}, 'staging', 'eu-west-1', undefined],
])('whether a warning says that alarms reach nobody: %s', (_case, alarms, stack, region, expected) => {
  const [warning, ...more] = alarmWarnings(planOf(alarms, stack, region)).map(printable);
  if (expected === undefined) expect(warning).toBeUndefined();
  else expect(warning).toMatch(expected);
  expect(more).toEqual([]);
});

/** The link that SNS mailed of the stack's own region was not opened yet. */
function computed(registration: Registration) {
  const { id, outputs } = answer(registration);
  return { id, outputs: { ...outputs, pendingConfirmation: registration.inputs.region === undefined } };
}

async function topicsOf(alarms: object, region: string) {
  const plan = planOf(alarms, 'production', region);
  const program = async () => {
    const { actions, unconfirmed } = declareAlarmTopics('alarms', { ...plan.settings, region, tags: {} });
    return { regional: [...actions.regional], edge: [...actions.edge], unconfirmed };
  };
  const { registrations, outputs } = await record(program, 'production', { computed });
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
    unconfirmed: ['ops@petstore.example (eu-west-1)'],
  });
  expect(await topicsOf({ email: 'ops@petstore.example', topicArn: EDGE }, 'us-east-1')).toMatchObject({
    regions: ['us-east-1'],
    regional: ['arn:alarms', EDGE],
    edge: ['arn:alarms', EDGE],
  });
});
