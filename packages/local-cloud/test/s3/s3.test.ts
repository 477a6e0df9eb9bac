// Buckets and objects, and S3's refusals.
import { describe, expect, test } from 'vitest';
import { cloudFrontFixture, deploySite } from '../support/cloudfront.ts';

describe('a bucket', () => {
  test('has its domain names, one of them regional', async () => {
    const fixture = await cloudFrontFixture();
    const { id, outputs } = await fixture.bucket.create({ bucket: 'site' });
    expect(id).toBe('site');
    expect(outputs).toMatchObject({
      arn: 'arn:aws:s3:::site',
      bucketRegionalDomainName: 'site.s3.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
    });
    await expect(fixture.bucket.create({ bucket: 'site' })).rejects.toThrow('BucketAlreadyOwnedByYou:');
  });

  test.each(['ab', 'Upper', 'under_score', '-dash', 'a..b', 'a'.repeat(64)])(
    'cannot be called %s',
    async (bucket) => {
      const fixture = await cloudFrontFixture();
      expect(fixture.bucket.parse({ bucket }).error?.message).toContain('InvalidBucketName');
    },
  );

  test('is deleted only when it is empty, or with forceDestroy', async () => {
    const fixture = await cloudFrontFixture();
    await deploySite(fixture, { 'index.html': 'orders' });
    await expect(fixture.bucket.delete('site', { bucket: 'site' })).rejects.toThrow(
      'BucketNotEmpty: The bucket you tried to delete is not empty',
    );
    await fixture.bucket.delete('site', { bucket: 'site', forceDestroy: true });
    expect(await fixture.object.read('site/index.html')).toBeUndefined();
  });
});

describe('an object', () => {
  test('is named by its bucket and key; its ETag is the MD5 of its content', async () => {
    const fixture = await cloudFrontFixture();
    await fixture.bucket.create({ bucket: 'site' });
    const { id, outputs } = await fixture.object.create({ bucket: 'site', key: 'a.txt', content: 'hello' });
    expect(id).toBe('site/a.txt');
    expect(outputs.etag).toBe('5d41402abc4b2a76b9719d911017c592');
    await fixture.object.delete(id, { bucket: 'site', key: 'a.txt', content: 'hello' });
    expect(await fixture.object.read(id)).toBeUndefined();
  });

  test('needs its bucket, and a key of at most 1,024 bytes', async () => {
    const fixture = await cloudFrontFixture();
    await expect(fixture.object.create({ bucket: 'none', key: 'a', content: '' })).rejects.toThrow(
      'NoSuchBucket: The specified bucket does not exist',
    );
    const parse = (key: string) => fixture.object.parse({ bucket: 'site', key, content: '' }).success;
    expect([parse('k'.repeat(1024)), parse('k'.repeat(1025)), parse('\u00e9'.repeat(513))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
