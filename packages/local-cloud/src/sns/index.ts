// SNS: topics, and their subscriptions by mail. There is no mail here: what a person would get is in the log.
import type { CloudContext } from '../context.ts';
import type { Topics } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import type { TopicInputs } from './inputs.ts';
import { subscriptionHandler } from './subscription.ts';
import { topicHandler } from './topic.ts';
import type { SubscriptionRecord } from './topic-store.ts';

export interface Mail {
  readonly to: string;
  readonly topicArn: string;
  readonly subject: string;
  readonly message: string;
}

export interface Sns extends ServiceHandlers, Topics {
  /** The mails of this run, the last MAX_MAILS of them. */
  readonly mails: readonly Mail[];
  /** What the link in SNS's mail does: confirms every subscription of an address. */
  confirm(address: string): void;
}

const MAX_MAILS = 100;

export function createSns(context: CloudContext): Sns {
  const topics = context.store.collection<TopicInputs>('sns/topics');
  const subscriptions = context.store.collection<SubscriptionRecord>('sns/subscriptions');
  const mails: Mail[] = [];

  function deliver({ endpoint, confirmed }: SubscriptionRecord, mail: Omit<Mail, 'to'>): void {
    if (!confirmed) {
      context.log(
        'sns',
        `not sent to ${endpoint}, which has not confirmed its subscription: ${mail.subject}`,
      );
      return;
    }
    context.log('sns', `mail to ${endpoint}: ${mail.subject}`);
    mails.push({ to: endpoint, ...mail });
    if (mails.length > MAX_MAILS) mails.shift();
  }

  return {
    handlers: [
      topicHandler(context, { topics, subscriptions }),
      subscriptionHandler(context, { topics, subscriptions }),
    ],
    invokes: [],
    mails,
    publish(topicArn, subject, message) {
      if (topics.get(topicArn) === undefined) return false;
      const own = subscriptions.values().filter(({ topic }) => topic === topicArn);
      for (const subscription of own) deliver(subscription, { topicArn, subject, message });
      return true;
    },
    confirm(address) {
      for (const [arn, one] of subscriptions.entries()) {
        if (one.endpoint === address) subscriptions.set(arn, { ...one, confirmed: true });
      }
    },
  };
}
