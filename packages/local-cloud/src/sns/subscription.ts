// Subscriptions of SNS, by mail: aws:sns/topicSubscription:TopicSubscription. Each waits for its owner's confirmation.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { subscriptionForms } from './form.ts';
import { type SubscriptionInputs, subscriptionInputs } from './inputs.ts';
import type { SubscriptionRecord, TopicStore } from './topic-store.ts';

export function subscriptionHandler(
  { accountId, log }: CloudContext,
  { topics, subscriptions }: TopicStore,
): Handler {
  const computedOf = (arn: string, { confirmed }: Pick<SubscriptionRecord, 'confirmed'>) => ({
    ...{ arn, ownerId: accountId, pendingConfirmation: !confirmed, confirmationWasAuthenticated: false },
  });
  return defineHandler({
    type: 'aws:sns/topicSubscription:TopicSubscription',
    inputs: subscriptionInputs,
    replaceOn: ['topic', 'protocol', 'endpoint'],
    forms: subscriptionForms,
    async create(inputs) {
      checkSubscription(topics.get(inputs.topic) !== undefined, inputs);
      const existing = subscriptions.entries().find(([, one]) => isSame(one, inputs));
      const [arn, record] = existing ?? [`${inputs.topic}:${randomUUID()}`, { ...inputs, confirmed: false }];
      subscriptions.set(arn, record);
      if (!record.confirmed)
        log('sns', `${inputs.endpoint} gets nothing of ${inputs.topic} until its owner confirms the mail`);
      return { id: arn, computed: computedOf(arn, record) };
    },
    async read(id) {
      const record = subscriptions.get(id);
      if (record === undefined) return undefined;
      const { confirmed: _confirmed, ...inputs } = record;
      return { inputs, computed: computedOf(id, record) };
    },
    async update(id, inputs) {
      const record = { ...inputs, confirmed: subscriptions.get(id)?.confirmed === true };
      subscriptions.set(id, record);
      return computedOf(id, record);
    },
    /**
     * SNS refuses to unsubscribe one that is pending ("Cannot unsubscribe a subscription that is pending confirmation"),
     * and the provider ignores that (resourceTopicSubscriptionDelete): it is there until the topic is deleted, or for 48 hours.
     */
    async delete(id) {
      if (subscriptions.get(id)?.confirmed === true) subscriptions.delete(id);
    },
  });
}

/** Subscribe returns a subscription that exists already. */
function isSame(one: SubscriptionInputs, { topic, protocol, endpoint }: SubscriptionInputs): boolean {
  return one.topic === topic && one.protocol === protocol && one.endpoint === endpoint;
}

/** The words of Subscribe. */
function checkSubscription(hasTopic: boolean, { endpoint, rawMessageDelivery }: SubscriptionInputs): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(endpoint))
    throw new ServiceError('InvalidParameter', 'Invalid parameter: Email address');
  if (rawMessageDelivery) {
    throw new ServiceError(
      'InvalidParameter',
      'Invalid parameter: Attributes Reason: Delivery protocol [email] does not support raw message delivery.',
    );
  }
  if (!hasTopic) throw new ServiceError('NotFound', 'Topic does not exist');
}
