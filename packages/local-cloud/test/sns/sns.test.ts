// Subscriptions by mail: nothing reaches an address until its owner has confirmed.
import { expect, it } from 'vitest';
import { createSns } from '../../src/sns/index.ts';
import { resource, testContext } from '../support/cloud.ts';

const ADDRESS = 'ops@shop.example';

async function subscribed() {
  const context = testContext();
  const sns = createSns(context);
  const topic = resource(sns, 'aws:sns/topic:Topic');
  const subscription = resource(sns, 'aws:sns/topicSubscription:TopicSubscription');
  const { id: arn, inputs } = await topic.create({ name: 'alarms' });
  const one = await subscription.create({ topic: arn, protocol: 'email', endpoint: ADDRESS });
  return { context, sns, topic, subscription, arn, inputs, one };
}

it('delivers to a confirmed address, and to no other', async () => {
  const { sns, subscription, arn, one, context } = await subscribed();
  expect(one.outputs).toMatchObject({ pendingConfirmation: true });
  expect(sns.publish(arn, 'first', '')).toBe(true);
  expect(sns.mails).toEqual([]);
  expect(context.lines.at(-1)).toContain(`not sent to ${ADDRESS}`);
  sns.confirm(ADDRESS);
  expect(await subscription.read(one.id)).toMatchObject({ computed: { pendingConfirmation: false } });
  sns.publish(arn, 'second', 'text');
  expect(sns.mails).toEqual([{ to: ADDRESS, topicArn: arn, subject: 'second', message: 'text' }]);
});

it('keeps an unconfirmed subscription until its topic is deleted', async () => {
  const { sns, topic, subscription, arn, inputs, one } = await subscribed();
  await subscription.delete(one.id, one.inputs);
  expect(await subscription.read(one.id)).toBeDefined();
  expect((await subscription.create(one.inputs)).id).toBe(one.id);
  await topic.delete(arn, inputs);
  expect(await subscription.read(one.id)).toBeUndefined();
  expect(sns.publish(arn, 'nobody', '')).toBe(false);
});

it('unsubscribes a confirmed address', async () => {
  const { sns, subscription, one } = await subscribed();
  sns.confirm(ADDRESS);
  await subscription.delete(one.id, one.inputs);
  expect(await subscription.read(one.id)).toBeUndefined();
});
