// What distributions refer to: functions (aws:cloudfront/function:Function) and response headers policies
// (aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy).
import { randomUUID } from 'node:crypto';
import type { Handler } from '../resources/handler.ts';
import { storedHandler } from '../resources/stored.ts';
import { ServiceError } from '../service-error.ts';
import { type CloudFrontDeps, cloudFrontId, hasFunction, hasHeadersPolicy } from './configuration.ts';
import { functionInputs, responseHeadersPolicyInputs } from './inputs.ts';
import { checkStore } from './key-value-store.ts';

export function functionHandler({ context, configuration }: CloudFrontDeps): Handler {
  return storedHandler({
    type: 'aws:cloudfront/function:Function',
    inputs: functionInputs,
    replaceOn: ['name'],
    autoname: 'name',
    stored: configuration.functions,
    newId: ({ name }) => name,
    accept({ id, inputs, isNew, before }) {
      if (isNew && before !== undefined) {
        const message = 'A function with the same name already exists in this AWS account.';
        throw new ServiceError('FunctionAlreadyExists', message, 409);
      }
      checkStore(configuration, context.quotas, inputs);
      return {
        arn: `arn:aws:cloudfront::${context.accountId}:function/${id}`,
        etag: cloudFrontId(),
        liveStageEtag: cloudFrontId(),
        status: 'UNASSOCIATED',
      };
    },
    removing({ computed: { arn } }) {
      if (configuration.count((inputs) => hasFunction(inputs, arn)) === 0) return;
      const message = "Cannot delete the function because it's attached to one or more cache behaviors.";
      throw new ServiceError('FunctionInUse', message, 409);
    },
  });
}

export function headersPolicyHandler({ context: { accountId }, configuration }: CloudFrontDeps): Handler {
  const { headersPolicies: stored } = configuration;
  return storedHandler({
    type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
    inputs: responseHeadersPolicyInputs,
    replaceOn: [],
    autoname: 'name',
    stored,
    newId: () => randomUUID(),
    accept({ id, inputs: { name } }) {
      if (stored.values().some((one) => one.id !== id && one.inputs.name === name)) {
        const message = `The response headers policy with the name ${name} already exists.`;
        throw new ServiceError('ResponseHeadersPolicyAlreadyExists', message, 409);
      }
      return { arn: `arn:aws:cloudfront::${accountId}:response-headers-policy/${id}`, etag: cloudFrontId() };
    },
    removing({ id }) {
      if (configuration.count((inputs) => hasHeadersPolicy(inputs, id)) === 0) return;
      const message = 'Cannot delete the response headers policy because it is in use.';
      throw new ServiceError('ResponseHeadersPolicyInUse', message, 409);
    },
  });
}
