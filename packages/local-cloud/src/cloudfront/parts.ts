// What distributions refer to: functions (aws:cloudfront/function:Function) and response headers policies
// (aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy).
import { randomUUID } from 'node:crypto';
import type { Handler } from '../resources/handler.ts';
import { storedHandler } from '../resources/stored.ts';
import { refuseIf } from '../service-error.ts';
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
      const isTaken = isNew && before !== undefined;
      refuseIf(isTaken, 'FunctionAlreadyExists', 'A function with the same name already exists.', 409);
      checkStore(configuration, context.quotas, inputs);
      return {
        arn: `arn:aws:cloudfront::${context.accountId}:function/${id}`,
        etag: cloudFrontId(),
        liveStageEtag: cloudFrontId(),
        status: 'UNASSOCIATED',
      };
    },
    removing({ computed: { arn } }) {
      const isUsed = configuration.count((inputs) => hasFunction(inputs, arn)) > 0;
      refuseIf(isUsed, 'FunctionInUse', "It's attached to one or more cache behaviors.", 409);
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
      const isTaken = stored.values().some((one) => one.id !== id && one.inputs.name === name);
      refuseIf(isTaken, 'ResponseHeadersPolicyAlreadyExists', `The name ${name} already exists.`, 409);
      return { arn: `arn:aws:cloudfront::${accountId}:response-headers-policy/${id}`, etag: cloudFrontId() };
    },
    removing({ id }) {
      const isUsed = configuration.count((inputs) => hasHeadersPolicy(inputs, id)) > 0;
      refuseIf(isUsed, 'ResponseHeadersPolicyInUse', 'The response headers policy is in use.', 409);
    },
  });
}
