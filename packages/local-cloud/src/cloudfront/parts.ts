// What distributions refer to: functions (aws:cloudfront/function:Function) and response headers policies
// (aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy).
import { randomUUID } from 'node:crypto';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type CloudFrontDeps, cloudFrontId, hasFunction, hasHeadersPolicy } from './configuration.ts';
import {
  type FunctionInputs,
  functionInputs,
  type ResponseHeadersPolicyInputs,
  responseHeadersPolicyInputs,
} from './inputs.ts';
import { checkStore } from './key-value-store.ts';

export function functionHandler({ context, configuration }: CloudFrontDeps): Handler {
  const { accountId, quotas } = context;
  const { functions } = configuration;
  const put = (inputs: FunctionInputs) => {
    checkStore(configuration, quotas, inputs);
    const computed = {
      arn: `arn:aws:cloudfront::${accountId}:function/${inputs.name}`,
      etag: cloudFrontId(),
      liveStageEtag: cloudFrontId(),
      status: 'UNASSOCIATED',
    };
    functions.set(inputs.name, { inputs, computed });
    return computed;
  };
  return defineHandler({
    type: 'aws:cloudfront/function:Function',
    inputs: functionInputs,
    replaceOn: ['name'],
    autoname: 'name',
    async create(inputs) {
      if (functions.get(inputs.name) !== undefined) {
        const message = 'A function with the same name already exists in this AWS account.';
        throw new ServiceError('FunctionAlreadyExists', message, 409);
      }
      return { id: inputs.name, computed: put(inputs) };
    },
    read: async (id) => functions.get(id),
    update: async (_id, inputs) => put(inputs),
    async delete(id) {
      const arn = functions.get(id)?.computed.arn;
      if (configuration.inUse((inputs) => hasFunction(inputs, arn))) {
        const message = "Cannot delete the function because it's attached to one or more cache behaviors.";
        throw new ServiceError('FunctionInUse', message, 409);
      }
      functions.delete(id);
    },
  });
}

export function headersPolicyHandler({ context: { accountId }, configuration }: CloudFrontDeps): Handler {
  const { headersPolicies: policies } = configuration;
  const put = (id: string, inputs: ResponseHeadersPolicyInputs) => {
    const { name } = inputs;
    if (policies.entries().some(([other, one]) => other !== id && one.inputs.name === name)) {
      const message = `The response headers policy with the name ${name} already exists.`;
      throw new ServiceError('ResponseHeadersPolicyAlreadyExists', message, 409);
    }
    const arn = `arn:aws:cloudfront::${accountId}:response-headers-policy/${id}`;
    const computed = { arn, etag: cloudFrontId() };
    policies.set(id, { inputs, computed });
    return computed;
  };
  return defineHandler({
    type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
    inputs: responseHeadersPolicyInputs,
    replaceOn: [],
    autoname: 'name',
    async create(inputs) {
      const id = randomUUID();
      return { id, computed: put(id, inputs) };
    },
    read: async (id) => policies.get(id),
    update: async (id, inputs) => put(id, inputs),
    async delete(id) {
      if (configuration.inUse((inputs) => hasHeadersPolicy(inputs, id))) {
        const message = 'Cannot delete the response headers policy because it is in use.';
        throw new ServiceError('ResponseHeadersPolicyInUse', message, 409);
      }
      policies.delete(id);
    },
  });
}
