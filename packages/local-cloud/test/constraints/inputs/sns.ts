// Topics and their subscriptions.
import { kept, of, providerArn, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const TOPIC = 'hashicorp/terraform-provider-aws internal/service/sns/topic.go';
const SUBSCRIPTION = 'hashicorp/terraform-provider-aws internal/service/sns/topic_subscription.go';
const create = of('CreateTopic');
const subscribe = of('Subscribe');

const topic: TypeTable = {
  type: 'aws:sns/topic:Topic',
  service: 'sns',
  valid: {
    ...{ name: 'alarms', region: 'eu-west-1', displayName: 'Alarms of the shop' },
    tags: { team: 'orders' },
  },
  inputs: {
    name: create('Name', {
      rules: [{ pattern: '[0-9A-Za-z_-]{1,256}', source: `${TOPIC} resourceTopicCustomizeDiff` }],
    }),
    region,
    displayName: create('Attributes{value}', {
      rules: [
        { max: 100, source: 'https://docs.aws.amazon.com/sns/latest/dg/sns-create-topic.html, Display name' },
      ],
    }),
    ...tags({ all: 'CreateTopic.Tags', key: 'CreateTopic.Tags[].Key', value: 'CreateTopic.Tags[].Value' }),
  },
};

const subscription: TypeTable = {
  type: 'aws:sns/topicSubscription:TopicSubscription',
  service: 'sns',
  valid: {
    ...{ region: 'eu-west-1', topic: 'arn:aws:sns:eu-west-1:123456789012:alarms', protocol: 'email' },
    ...{ endpoint: 'ops@shop.example', endpointAutoConfirms: false, confirmationTimeoutInMinutes: 1 },
    rawMessageDelivery: false,
  },
  inputs: {
    region,
    topic: subscribe('TopicArn', {
      rules: [providerArn, { min: 1, source: 'sns Subscribe: Invalid parameter: TopicArn' }],
    }),
    protocol: subscribe('Protocol', {
      rules: [
        {
          enum: [
            ...['http', 'https', 'email', 'email-json', 'sms', 'sqs', 'application', 'lambda', 'firehose'],
          ],
          source: 'sns Subscribe.Protocol, its documentation',
        },
      ],
      emulated: { only: ['email'], reason: 'alarms are sent to people by mail' },
    }),
    endpoint: subscribe('Endpoint', {
      rules: [{ required: true, min: 1, source: `${SUBSCRIPTION} endpoint` }],
    }),
    endpointAutoConfirms: kept('it says whether the provider waits', `${SUBSCRIPTION} waitForConfirmation`),
    confirmationTimeoutInMinutes: kept('it says how long the provider waits', SUBSCRIPTION, {
      rules: [{ type: 'integer', source: `${SUBSCRIPTION} TypeInt` }],
    }),
    rawMessageDelivery: subscribe('Attributes{value}'),
  },
};

export const sns: readonly TypeTable[] = [topic, subscription];
