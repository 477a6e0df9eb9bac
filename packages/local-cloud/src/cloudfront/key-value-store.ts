// Key value stores of CloudFront Functions (aws:cloudfront/keyValueStore:KeyValueStore) and their keys
// (aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey). Errors of the service models of cloudfront and cloudfront-keyvaluestore; ids and
// replacements of terraform-provider-aws, internal/service/cloudfront/key_value_store.go and cloudfrontkeyvaluestore/key.go.
import { randomUUID } from 'node:crypto';
import type { Quotas } from '../quotas.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type CloudFrontConfiguration, type CloudFrontDeps, cloudFrontId } from './configuration.ts';
import {
  type FunctionInputs,
  type KeyInputs,
  type KeyValueStoreInputs,
  keyInputs,
  keyValueStoreInputs,
} from './inputs.ts';

/** A function's store exists, and has room for another function. */
export function checkStore(
  { stores, functions }: CloudFrontConfiguration,
  quotas: Quotas,
  inputs: FunctionInputs,
): void {
  const [arn] = inputs.keyValueStoreAssociations ?? [];
  if (arn === undefined) return;
  if (stores.get(arn) === undefined)
    throw new ServiceError('InvalidArgument', `The key value store ${arn} does not exist.`);
  const others = functions
    .values()
    .filter((one) => one.inputs.name !== inputs.name && one.inputs.keyValueStoreAssociations?.[0] === arn);
  quotas.assert('functions-of-a-store', others.length + 1);
}

export function keyValueStoreHandler({ context: { accountId }, configuration }: CloudFrontDeps): Handler {
  const { stores, functions, keys } = configuration;
  const arnOf = (id: string) => `arn:aws:cloudfront::${accountId}:key-value-store/${id}`;
  const put = (id: string, inputs: KeyValueStoreInputs) => {
    const lastModifiedTime = new Date().toISOString();
    const computed = { arn: arnOf(id), etag: cloudFrontId(), lastModifiedTime };
    stores.set(arnOf(id), { inputs, computed });
    return computed;
  };
  return defineHandler({
    type: 'aws:cloudfront/keyValueStore:KeyValueStore',
    inputs: keyValueStoreInputs,
    replaceOn: ['name'],
    autoname: 'name',
    async create(inputs) {
      if (stores.values().some((one) => one.inputs.name === inputs.name))
        throw new ServiceError(
          'EntityAlreadyExists',
          'The entity already exists. You must provide a unique entity.',
          409,
        );
      const id = randomUUID();
      return { id, computed: put(id, inputs) };
    },
    read: async (id) => stores.get(arnOf(id)),
    async update(id, inputs) {
      // The SDK's own check: UpdateKeyValueStore requires one.
      if (inputs.comment === undefined)
        throw new Error('missing required field, UpdateKeyValueStoreInput.Comment');
      return put(id, inputs);
    },
    async delete(id) {
      const arn = arnOf(id);
      if (functions.values().some(({ inputs }) => inputs.keyValueStoreAssociations?.includes(arn)))
        throw new ServiceError(
          'CannotDeleteEntityWhileInUse',
          'The entity cannot be deleted while it is in use.',
          409,
        );
      stores.delete(arn);
      for (const { key, keyValueStoreArn } of keys.values())
        if (keyValueStoreArn === arn) keys.delete(`${arn},${key}`);
    },
  });
}

export function keyHandler({ configuration }: CloudFrontDeps): Handler {
  const { stores, keys } = configuration;
  /** PutKey replaces a value that is there. */
  const put = (inputs: KeyInputs) => {
    const { keyValueStoreArn: arn, key } = inputs;
    const id = `${arn},${key}`;
    if (stores.get(arn) === undefined)
      throw new ServiceError('ResourceNotFoundException', 'Resource was not found.', 404);
    keys.set(id, inputs);
    return {};
  };
  return defineHandler({
    type: 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey',
    inputs: keyInputs,
    replaceOn: ['keyValueStoreArn', 'key'],
    async create(inputs) {
      return { id: `${inputs.keyValueStoreArn},${inputs.key}`, computed: put(inputs) };
    },
    async read(id) {
      const inputs = keys.get(id);
      return inputs && { inputs, computed: {} };
    },
    update: async (_id, inputs) => put(inputs),
    delete: async (id) => void keys.delete(id),
  });
}
