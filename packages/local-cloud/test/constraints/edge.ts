// Distributions and their functions and headers: CloudFront's service model, its developer guide, and the provider.
import { list, onlyOf, REQUIRED, type TypeRules, tags, text } from './rules.ts';

const distribution: TypeRules = {
  type: 'aws:cloudfront/distribution:Distribution',
  valid: {
    ...{ enabled: true, isIpv6Enabled: true, httpVersion: 'http2', aliases: ['docs.orders.test'] },
    ...{ comment: 'The orders', defaultRootObject: 'index.html', tags: { team: 'orders' } },
    ...{ origins: [{ originId: 'site' }], defaultCacheBehavior: { targetOriginId: 'site' } },
    ...{ customErrorResponses: [], restrictions: {}, viewerCertificate: {} },
  },
  inputs: [
    ['aliases', { takes: [[], list(100, (n) => `h${n}.test`)], refuses: [list(101, (n) => `h${n}.test`)] }],
    ['origins', REQUIRED],
    ['defaultCacheBehavior', REQUIRED],
    ['viewerCertificate', REQUIRED],
    ...tags,
  ],
};

const storeArn = 'arn:aws:cloudfront::123456789012:key-value-store/5cc3b908-e619-4b99-88e5-2cf7f45965be';

const viewerFunction: TypeRules = {
  type: 'aws:cloudfront/function:Function',
  valid: { name: 'orders', runtime: 'cloudfront-js-2.0', code: 'function handler() {}', publish: true },
  inputs: [
    ['name', { takes: [undefined, text(64), 'a-B_9'], refuses: ['', text(65), 'a.b'] }],
    ['runtime', onlyOf('cloudfront-js-2.0')],
    // Bytes, not characters.
    ['code', { takes: [text(10_240), 'é'.repeat(5_120)], refuses: ['', text(10_241), 'é'.repeat(5_121)] }],
    ['publish', { takes: [undefined], lacks: [false] }],
    ['keyValueStoreAssociations', { takes: [[], [storeArn]], refuses: [['x'], [storeArn, storeArn]] }],
  ],
};

const keyValueStore: TypeRules = {
  type: 'aws:cloudfront/keyValueStore:KeyValueStore',
  valid: { name: 'orders', comment: 'The orders', tags: { team: 'orders' } },
  inputs: [...tags],
};

const key: TypeRules = {
  type: 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey',
  valid: { keyValueStoreArn: storeArn, key: 'www.orders.test', value: 'orders.test' },
  inputs: [
    ['keyValueStoreArn', REQUIRED],
    ['key', { takes: [text(512)], refuses: [undefined, '', text(513)] }],
    // Bytes, not characters.
    ['value', { takes: ['', text(1024)], refuses: [undefined, text(1025), 'é'.repeat(513)] }],
  ],
};

const headersPolicy: TypeRules = {
  type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
  valid: {
    name: 'site',
    securityHeadersConfig: { frameOptions: { frameOption: 'DENY', override: true } },
    customHeadersConfig: { items: [{ header: 'a', value: 'v', override: true }] },
  },
  inputs: [],
};

const bucket: TypeRules = {
  type: 'aws:s3/bucket:Bucket',
  valid: { bucket: 'orders', forceDestroy: true, region: 'eu-west-1', tags: {} },
  inputs: [],
};

const bucketObject: TypeRules = {
  type: 'aws:s3/bucketObjectv2:BucketObjectv2',
  valid: { bucket: 'orders', key: 'index.html', content: 'orders' },
  inputs: [['content', { lacks: [undefined] }]],
};

export const edge = [distribution, viewerFunction, keyValueStore, key, headersPolicy, bucket, bucketObject];
