// What SNS stores: topics and subscriptions, by their ARNs.
import type { Collection } from '../store.ts';
import type { SubscriptionInputs, TopicInputs } from './inputs.ts';

export interface SubscriptionRecord extends SubscriptionInputs {
  /** Whether its owner has opened the link in SNS's mail. */
  readonly confirmed: boolean;
}

export interface TopicStore {
  readonly topics: Collection<TopicInputs>;
  readonly subscriptions: Collection<SubscriptionRecord>;
}
