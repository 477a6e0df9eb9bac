// CloudFront Functions: aws:cloudfront/function:Function.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { CloudFrontConfiguration } from './configuration.ts';
import { cloudFrontId } from './ids.ts';
import { type FunctionInputs, functionInputs } from './inputs.ts';

export function functionHandler(
  { accountId }: CloudContext,
  configuration: CloudFrontConfiguration,
): Handler {
  const { functions } = configuration;
  const put = (inputs: FunctionInputs) => {
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
      const used = configuration.inUse(({ defaultCacheBehavior }) =>
        defaultCacheBehavior.functionAssociations.some(({ functionArn }) => functionArn === arn),
      );
      if (used) {
        const message = "Cannot delete the function because it's attached to one or more cache behaviors.";
        throw new ServiceError('FunctionInUse', message, 409);
      }
      functions.delete(id);
    },
  });
}
