// What CloudFront refuses of key value stores and of the functions that read them.
import { expect, test } from 'vitest';
import { resource } from '../support/cloud.ts';
import { cloudFrontFixture } from '../support/cloudfront.ts';

const CODE = 'function handler(event) { return event.request; }';

async function fixture() {
  const { siteHandlers, ...rest } = await cloudFrontFixture();
  const store = resource(siteHandlers, 'aws:cloudfront/keyValueStore:KeyValueStore');
  const key = resource(siteHandlers, 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey');
  const { id, inputs, outputs } = await store.create({ name: 'redirects' });
  const keyValueStoreArn = String(outputs.arn);
  const reading = (name: string) =>
    rest.viewerFunction.create({
      ...{ name, runtime: 'cloudfront-js-2.0', code: CODE, keyValueStoreAssociations: [keyValueStoreArn] },
    });
  return { ...rest, store, key, id, inputs, keyValueStoreArn, reading };
}

test('a name that is taken, a store that does not exist, and what is in use', async () => {
  const { store, key, id, inputs, keyValueStoreArn, reading, viewerFunction } = await fixture();
  await expect(store.create({ name: 'redirects' })).rejects.toThrow('EntityAlreadyExists');
  const missing = { keyValueStoreArn: `${keyValueStoreArn}0`, key: 'a', value: 'b' };
  await expect(key.create(missing)).rejects.toThrow('ResourceNotFoundException');
  const one = await reading('one');
  await expect(store.delete(id, inputs)).rejects.toThrow('CannotDeleteEntityWhileInUse');
  await viewerFunction.delete(one.id, one.inputs);
  await store.delete(id, inputs);
});

test('a store has ten functions', async () => {
  const { reading } = await fixture();
  await Promise.all(Array.from({ length: 10 }, (_, n) => reading(`f${n}`)));
  await expect(reading('f10')).rejects.toThrow('InvalidArgument');
});

test('an update without a comment, which the SDK requires', async () => {
  const { store, id, inputs } = await fixture();
  await expect(store.update(id, { ...inputs, tags: { a: 'b' } }, inputs)).rejects.toThrow('Comment');
  await store.update(id, { ...inputs, comment: 'targets' }, inputs);
});
