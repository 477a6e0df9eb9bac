// Rules with a schedule, and their targets.
import { group, of, providerArn, type Rule, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const TARGET = 'hashicorp/terraform-provider-aws internal/service/events/target.go';
const put = of('PutRule');
const target = (member: string, more = {}) => of('PutTargets')(`Targets[].${member}`, more);

const onDefaultBus = {
  emulated: { only: ['default'], reason: 'a schedule is on the default event bus' },
} as const;

const json: Rule = {
  source: `${TARGET} input: validation.StringIsJSON`,
  that: {
    is: 'JSON',
    holds: (value: string) => {
      try {
        JSON.parse(value);
        return true;
      } catch {
        return false;
      }
    },
  },
};

const rule: TypeTable = {
  type: 'aws:cloudwatch/eventRule:EventRule',
  service: 'events',
  valid: {
    ...{ name: 'nightly', region: 'eu-west-1', eventBusName: 'default', description: 'Of the shop' },
    ...{ scheduleExpression: 'rate(5 minutes)', state: 'ENABLED', tags: { team: 'orders' } },
  },
  inputs: {
    name: put('Name'),
    region,
    eventBusName: put('EventBusName', onDefaultBus),
    scheduleExpression: put('ScheduleExpression', {
      emulated: { only: (value: string) => !value.startsWith('cron('), reason: 'only rates are followed' },
      absent: { verdict: 'not emulated', reason: 'a rule without a schedule has a pattern of events' },
      unspecified: {
        values: [''],
        reason: 'the provider leaves it out, and then misses a pattern of events',
      },
    }),
    description: put('Description'),
    state: put('State', {
      emulated: { only: ['ENABLED', 'DISABLED'], reason: 'there are no events of CloudTrail' },
    }),
    ...tags({ all: 'PutRule.Tags', key: 'PutRule.Tags[].Key', value: 'PutRule.Tags[].Value' }),
  },
};

const eventTarget: TypeTable = {
  type: 'aws:cloudwatch/eventTarget:EventTarget',
  service: 'events',
  valid: {
    ...{ rule: 'nightly', region: 'eu-west-1', eventBusName: 'default', targetId: 'function' },
    arn: 'arn:aws:lambda:eu-west-1:123456789012:function:orders',
    input: '{"hosts":[]}',
    retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
  },
  inputs: {
    rule: of('PutTargets')('Rule'),
    region,
    eventBusName: of('PutTargets')('EventBusName', onDefaultBus),
    targetId: target('Id', {
      absent: { verdict: 'not emulated', reason: `${TARGET}: id.UniqueId` },
    }),
    arn: target('Arn', {
      rules: [providerArn],
      emulated: {
        only: (value: string) => value.startsWith('arn:aws:lambda:'),
        reason: 'only functions of Lambda are invoked',
      },
    }),
    input: target('Input', {
      rules: [json],
      stretch: (length: number) => (length < 2 ? '1' : `"${'a'.repeat(length - 2)}"`),
    }),
    retryPolicy: group(TARGET),
    'retryPolicy.maximumEventAgeInSeconds': target('RetryPolicy.MaximumEventAgeInSeconds'),
    'retryPolicy.maximumRetryAttempts': target('RetryPolicy.MaximumRetryAttempts'),
  },
};

export const events: readonly TypeTable[] = [rule, eventTarget];
