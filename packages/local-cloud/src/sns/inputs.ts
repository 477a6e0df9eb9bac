// The inputs of a topic and of a subscription.
import type { TopicArgs } from '@pulumi/aws/sns/topic.js';
import type { TopicSubscriptionArgs } from '@pulumi/aws/sns/topicSubscription.js';
import { z } from 'zod';
import { argsOf, arn, region, tags } from '../schema/args-of.ts';
import { emulates } from '../schema/emulated.ts';

/** The API reference of Subscribe, Protocol. */
export const PROTOCOLS = [
  ...['http', 'https', 'email', 'email-json', 'sms', 'sqs', 'application', 'lambda', 'firehose'],
];

export const topicInputs = argsOf<TopicArgs>()({
  // internal/service/sns/topic.go, resourceTopicCustomizeDiff.
  name: z.string().regex(/^[0-9A-Za-z_-]{1,256}$/, 'invalid topic name'),
  region,
  // "can be up to 100 characters long": the API reference of SetTopicAttributes has no bound, the developer guide has it
  // (sns-create-topic.html).
  displayName: z.string().max(100).optional(),
  tags,
});
export type TopicInputs = z.infer<typeof topicInputs>;

export const subscriptionInputs = argsOf<TopicSubscriptionArgs>()({
  region,
  topic: arn,
  protocol: emulates(['email'], { of: PROTOCOLS, because: 'alarms are sent to people by mail' }),
  endpoint: z.string().min(1),
  endpointAutoConfirms: z.boolean().default(false),
  confirmationTimeoutInMinutes: z.int().default(1),
  rawMessageDelivery: z.boolean().default(false),
});
export type SubscriptionInputs = z.infer<typeof subscriptionInputs>;
