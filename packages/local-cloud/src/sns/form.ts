// Topics and subscriptions: terraform-provider-aws, internal/service/sns.
import type { Forms } from '../forms/form.ts';

/** topic.go: what is declared is stored as it is. */
export const topicForms: Forms = { rules: [] };

/** topic_subscription.go: these two concern only how long the provider waits, and SNS stores neither. */
export const subscriptionForms: Forms = {
  rules: [
    { path: 'endpointAutoConfirms', unread: true },
    { path: 'confirmationTimeoutInMinutes', unread: true },
  ],
};
