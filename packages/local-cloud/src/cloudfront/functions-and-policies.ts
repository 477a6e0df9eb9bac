// What distributions refer to: functions, origin access controls, response headers policies. None goes while in use.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { Forms } from '../forms/form.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type { CloudFrontConfiguration, StoredPart } from './configuration.ts';
import { headersPolicyForms } from './form.ts';
import { cloudFrontId } from './ids.ts';
import {
  type FunctionInputs,
  functionInputs,
  originAccessControlInputs,
  responseHeadersPolicyInputs,
} from './inputs.ts';

export function defineCloudFrontPartHandlers(
  context: CloudContext,
  configuration: CloudFrontConfiguration,
): readonly Handler[] {
  return [
    functionHandler(context, configuration),
    accessControlHandler(context, configuration),
    headersPolicyHandler(context, configuration),
  ];
}

function functionHandler({ accountId }: CloudContext, configuration: CloudFrontConfiguration): Handler {
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

function accessControlHandler({ accountId }: CloudContext, configuration: CloudFrontConfiguration): Handler {
  return partHandler({
    type: 'aws:cloudfront/originAccessControl:OriginAccessControl',
    inputs: originAccessControlInputs,
    parts: configuration.accessControls,
    newId: cloudFrontId,
    arn: (id) => `arn:aws:cloudfront::${accountId}:origin-access-control/${id}`,
    inUse: (id) =>
      configuration.inUse(({ origins }) =>
        origins.some(({ originAccessControlId }) => originAccessControlId === id),
      ),
    codes: { taken: 'OriginAccessControlAlreadyExists', inUse: 'OriginAccessControlInUse' },
    what: 'origin access control',
  });
}

function headersPolicyHandler({ accountId }: CloudContext, configuration: CloudFrontConfiguration): Handler {
  return partHandler({
    type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
    inputs: responseHeadersPolicyInputs,
    forms: headersPolicyForms,
    parts: configuration.headersPolicies,
    newId: randomUUID,
    arn: (id) => `arn:aws:cloudfront::${accountId}:response-headers-policy/${id}`,
    inUse: (id) =>
      configuration.inUse(({ defaultCacheBehavior }) => defaultCacheBehavior.responseHeadersPolicyId === id),
    codes: { taken: 'ResponseHeadersPolicyAlreadyExists', inUse: 'ResponseHeadersPolicyInUse' },
    what: 'response headers policy',
  });
}

interface PartType<Inputs> {
  readonly type: string;
  readonly inputs: Handler<Inputs & object>['inputs'];
  readonly forms?: Forms;
  readonly parts: Collection<StoredPart<Inputs>>;
  readonly newId: () => string;
  readonly arn: (id: string) => string;
  readonly inUse: (id: string) => boolean;
  readonly codes: { readonly taken: string; readonly inUse: string };
  readonly what: string;
}

/** A part that is only kept: its name is unique in the account, and it may be changed in place. */
function partHandler<Inputs extends { readonly name: string }>(part: PartType<Inputs>): Handler {
  const { type, inputs, forms, parts, newId, arn, inUse, codes, what } = part;
  const put = (id: string, given: Inputs) => {
    if (parts.entries().some(([other, { inputs: theirs }]) => other !== id && theirs.name === given.name)) {
      throw new ServiceError(codes.taken, `The ${what} with the name ${given.name} already exists.`, 409);
    }
    const computed = { arn: arn(id), etag: cloudFrontId() };
    parts.set(id, { inputs: given, computed });
    return computed;
  };
  return defineHandler<Inputs, object>({
    type,
    inputs,
    forms,
    replaceOn: [],
    autoname: 'name',
    async create(given) {
      const id = newId();
      return { id, computed: put(id, given) };
    },
    read: async (id) => parts.get(id),
    update: async (id, given) => put(id, given),
    async delete(id) {
      if (inUse(id)) {
        throw new ServiceError(codes.inUse, `Cannot delete the ${what} because it is in use.`, 409);
      }
      parts.delete(id);
    },
  });
}
