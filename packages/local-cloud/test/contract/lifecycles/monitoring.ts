// Topics and their subscriptions, rules and their targets, dashboards, saved queries.
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';
import { makeFunction } from './lambda.ts';

const makeTopic = (fixture: Fixture): Promise<Created> => fixture.create('aws:sns/topic:Topic', 'topic', {});
const makeRule = (fixture: Fixture): Promise<Created> =>
  fixture.create('aws:cloudwatch/eventRule:EventRule', 'rule', { scheduleExpression: 'rate(1 day)' });

const body = (text: string, x = 0) =>
  JSON.stringify({
    widgets: [{ type: 'text', x, y: 0, width: 6, height: 3, properties: { markdown: text } }],
  });

export const monitoring: readonly Lifecycle[] = [
  {
    type: 'aws:sns/topic:Topic',
    computes: ['arn', 'owner'],
    script: async () => ({
      inputs: { name: 'alarms' },
      updates: [{ displayName: 'Alarms of the shop' }, { tags: { team: 'orders' } }],
      replaces: { name: 'renamed' },
      refuses: [
        { patch: { name: 'alarms of the shop' }, message: 'invalid topic name' },
        { patch: { tags: { team: 'pets' } }, message: 'Topic already exists with different tags' },
      ],
    }),
  },
  {
    type: 'aws:sns/topicSubscription:TopicSubscription',
    computes: ['arn', 'ownerId'],
    // One that nobody has confirmed stays until its topic is deleted.
    deletable: false,
    script: async (fixture) => {
      const { arn } = await makeTopic(fixture);
      return {
        inputs: { topic: arn, protocol: 'email', endpoint: 'ops@shop.example' },
        updates: [{ confirmationTimeoutInMinutes: 5 }],
        replaces: { endpoint: 'others@shop.example' },
        refuses: [
          { patch: { protocol: 'sqs' }, message: "does not emulate 'sqs'" },
          { patch: { endpoint: 'ops' }, message: 'Invalid parameter: Email address' },
          { patch: { topic: `${arn}-other` }, message: 'Topic does not exist' },
          { patch: { rawMessageDelivery: true }, message: 'does not support raw message delivery' },
        ],
      };
    },
  },
  {
    type: 'aws:cloudwatch/eventRule:EventRule',
    computes: ['arn'],
    script: async () => ({
      inputs: { scheduleExpression: 'rate(5 minutes)' },
      updates: [{ scheduleExpression: 'rate(1 hour)' }, { state: 'DISABLED' }, { description: 'Nightly' }],
      replaces: { name: 'renamed' },
      refuses: [
        {
          patch: { scheduleExpression: 'rate(1 hours)' },
          message: 'Parameter ScheduleExpression is not valid',
        },
        { patch: { scheduleExpression: 'cron(0 10 * * ? *)' }, message: 'does not emulate cron expressions' },
        { patch: { scheduleExpression: undefined }, message: 'does not emulate a rule without a schedule' },
        { patch: { eventBusName: 'orders' }, message: 'does not emulate event buses' },
      ],
    }),
  },
  {
    type: 'aws:cloudwatch/eventTarget:EventTarget',
    computes: [],
    script: async (fixture) => {
      const { name } = await makeRule(fixture);
      const { arn } = await makeFunction(fixture);
      return {
        inputs: { rule: name, targetId: 'function', arn },
        updates: [{ input: '{"hosts":[]}' }, { retryPolicy: { maximumRetryAttempts: 0 } }],
        replaces: { targetId: 'renamed' },
        refuses: [
          { patch: { rule: 'none' }, message: 'Rule none does not exist on EventBus default.' },
          { patch: { input: '{' }, message: 'contains an invalid JSON' },
          {
            patch: { arn: 'arn:aws:sqs:eu-west-1:123456789012:orders' },
            message: 'only functions of Lambda',
          },
        ],
      };
    },
  },
  {
    type: 'aws:cloudwatch/dashboard:Dashboard',
    computes: ['dashboardArn'],
    script: async () => ({
      inputs: { dashboardName: 'shop', dashboardBody: body('Orders') },
      updates: [{ dashboardBody: body('Orders and returns') }],
      replaces: { dashboardName: 'renamed' },
      refuses: [
        { patch: { dashboardName: 'the shop' }, message: 'dashboardName' },
        { patch: { dashboardBody: '{' }, message: 'contains an invalid JSON' },
        { patch: { dashboardBody: '{}' }, message: "Should have required property 'widgets'" },
        { patch: { dashboardBody: body('Orders', 20) }, message: 'there are 1 validation errors' },
      ],
    }),
  },
  {
    type: 'aws:cloudwatch/queryDefinition:QueryDefinition',
    computes: ['queryDefinitionId'],
    script: async () => ({
      inputs: { name: 'shop/slow', queryString: 'filter ms > 1000' },
      updates: [
        { queryString: 'filter ms > 2000' },
        { logGroupNames: ['/shop/access'] },
        { name: 'shop/late' },
      ],
      refuses: [{ patch: { name: '/slow' }, message: 'cannot start or end with a slash' }],
    }),
  },
];
