// Key value stores of CloudFront Functions (aws:cloudfront/keyValueStore:KeyValueStore) and their keys
// (aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey). Errors of the service models of cloudfront and cloudfront-keyvaluestore; ids and
// replacements of terraform-provider-aws, internal/service/cloudfront/key_value_store.go and cloudfrontkeyvaluestore/key.go.
import { randomUUID } from 'node:crypto';
import type { Quotas } from '../quotas.ts';
import type { Handler } from '../resources/handler.ts';
import { storedHandler } from '../resources/stored.ts';
import { refuseIf } from '../service-error.ts';
import { type CloudFrontConfiguration, type CloudFrontDeps, cloudFrontId } from './configuration.ts';
import { type FunctionInputs, keyInputs, keyValueStoreInputs } from './inputs.ts';

export function checkStore(
  { stores, functions }: CloudFrontConfiguration,
  quotas: Quotas,
  inputs: FunctionInputs,
): void {
  const [arn] = inputs.keyValueStoreAssociations ?? [];
  if (arn === undefined) return;
  refuseIf(!stores.get(arn), 'InvalidArgument', `The key value store ${arn} does not exist.`);
  const others = functions
    .values()
    .filter((one) => one.inputs.name !== inputs.name && one.inputs.keyValueStoreAssociations?.[0] === arn);
  quotas.assert('functions-of-a-store', others.length + 1);
}

export function keyValueStoreHandler({ context: { accountId }, configuration }: CloudFrontDeps): Handler {
  const { stores, functions, keys } = configuration;
  const arnOf = (id: string) => `arn:aws:cloudfront::${accountId}:key-value-store/${id}`;
  return storedHandler({
    type: 'aws:cloudfront/keyValueStore:KeyValueStore',
    inputs: keyValueStoreInputs,
    replaceOn: ['name'],
    autoname: 'name',
    stored: stores,
    newId: () => randomUUID(),
    key: arnOf,
    accept({ id, inputs, isNew }) {
      const isTaken = isNew && stores.values().some((one) => one.inputs.name === inputs.name);
      refuseIf(isTaken, 'EntityAlreadyExists', 'You must provide a unique entity.', 409);
      // The SDK's own check: UpdateKeyValueStore requires one.
      if (!isNew && inputs.comment === undefined)
        throw new Error('missing required field, UpdateKeyValueStoreInput.Comment');
      return { arn: arnOf(id), etag: cloudFrontId(), lastModifiedTime: new Date().toISOString() };
    },
    removing({ computed: { arn } }) {
      const used = functions.values().some(({ inputs }) => inputs.keyValueStoreAssociations?.includes(arn));
      refuseIf(used, 'CannotDeleteEntityWhileInUse', 'The entity cannot be deleted while in use.', 409);
      for (const { id, inputs } of keys.values()) if (inputs.keyValueStoreArn === arn) keys.delete(id);
    },
  });
}

/** PutKey replaces a value that is there. */
export function keyHandler({ configuration: { stores, keys } }: CloudFrontDeps): Handler {
  return storedHandler({
    type: 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey',
    inputs: keyInputs,
    replaceOn: ['keyValueStoreArn', 'key'],
    stored: keys,
    newId: ({ keyValueStoreArn, key }) => `${keyValueStoreArn},${key}`,
    accept({ inputs: { keyValueStoreArn } }) {
      refuseIf(!stores.get(keyValueStoreArn), 'ResourceNotFoundException', 'Resource was not found.', 404);
      return {};
    },
  });
}
