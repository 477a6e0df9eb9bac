// Buckets and objects, and S3's refusals.
import { expect, test } from 'vitest';
import { cloudFrontFixture, deploySite } from '../support/cloudfront.ts';

test('a bucket has its domain names, and is deleted only when it is empty, or with forceDestroy', async () => {
  const fixture = await cloudFrontFixture();
  await deploySite(fixture, { 'index.html': 'orders' });
  expect((await fixture.bucket.read('site'))?.computed).toMatchObject({
    arn: 'arn:aws:s3:::site',
    bucketRegionalDomainName: 'site.s3.eu-west-1.amazonaws.com',
    region: 'eu-west-1',
  });
  await expect(fixture.bucket.create({ bucket: 'site' })).rejects.toThrow('BucketAlreadyOwnedByYou:');
  await expect(fixture.bucket.delete('site', { bucket: 'site' })).rejects.toThrow('BucketNotEmpty:');
  await fixture.bucket.delete('site', { bucket: 'site', forceDestroy: true });
  expect(await fixture.object.read('site/index.html')).toBeUndefined();
});

test('an object is named by its bucket and key; its ETag is the MD5 of its content', async () => {
  const { bucket, object } = await cloudFrontFixture();
  const hello = { bucket: 'site', key: 'a.txt', content: 'hello' };
  await expect(object.create(hello)).rejects.toThrow('NoSuchBucket:');
  await bucket.create({ bucket: 'site' });
  const { id, outputs } = await object.create(hello);
  expect([id, outputs.etag]).toEqual(['site/a.txt', '5d41402abc4b2a76b9719d911017c592']);
  await object.delete(id, hello);
  expect(await object.read(id)).toBeUndefined();
});
