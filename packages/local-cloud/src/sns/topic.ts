// Topics of SNS: aws:sns/topic:Topic.
import { isDeepStrictEqual } from 'node:util';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { topicForms } from './form.ts';
import { type TopicInputs, topicInputs } from './inputs.ts';
import type { TopicStore } from './topic-store.ts';

export function topicHandler({ accountId }: CloudContext, { topics, subscriptions }: TopicStore): Handler {
  const computedOf = (arn: string) => ({ arn, owner: accountId });
  return defineHandler({
    type: 'aws:sns/topic:Topic',
    inputs: topicInputs,
    replaceOn: ['name'],
    forms: topicForms,
    autoname: 'name',
    async create(inputs, { region }) {
      const arn = `arn:aws:sns:${region}:${accountId}:${inputs.name}`;
      checkTags(topics.get(arn), inputs);
      topics.set(arn, inputs);
      return { id: arn, computed: computedOf(arn) };
    },
    async read(id) {
      const inputs = topics.get(id);
      return inputs && { inputs, computed: computedOf(id) };
    },
    async update(id, inputs) {
      topics.set(id, inputs);
      return computedOf(id);
    },
    /** "Deletes a topic and all its subscriptions": the API reference of DeleteTopic. */
    async delete(id) {
      topics.delete(id);
      for (const [arn, { topic }] of subscriptions.entries()) if (topic === id) subscriptions.delete(arn);
    },
  });
}

/** CreateTopic returns a topic that exists already, unless its tags differ. */
function checkTags(existing: TopicInputs | undefined, { tags = {} }: TopicInputs): void {
  if (existing === undefined || isDeepStrictEqual(existing.tags ?? {}, tags)) return;
  throw new ServiceError(
    'InvalidParameter',
    'Invalid parameter: Tags Reason: Topic already exists with different tags',
  );
}
