// Buckets, their objects and their settings.
import { kept, of, type Rule, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const PROVIDER = 'hashicorp/terraform-provider-aws internal/service/s3';
const NAMES: Rule = {
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html',
  min: 3,
  max: 63,
  pattern: String.raw`(?!xn--|sthree-|amzn-s3-demo-)(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)(?!.*(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$)[a-z0-9][a-z0-9.\-]+[a-z0-9]`,
};
/** The name of an existing bucket: the provider and the SDK only refuse the empty one. */
const bucketOf = (operation: string) =>
  of(operation)('Bucket', {
    rules: [{ min: 1, source: `${PROVIDER}/object.go bucket (NoZeroValues); the SDK for the others` }],
  });

const bucket: TypeTable = {
  type: 'aws:s3/bucket:Bucket',
  service: 's3',
  valid: { bucket: 'orders-docs', forceDestroy: false, region: 'eu-west-1', tags: { team: 'orders' } },
  inputs: {
    bucket: of('CreateBucket')('Bucket', {
      rules: [NAMES],
      probes: [
        '192.168.5.4',
        'xn--orders',
        'sthree-orders',
        'orders-s3alias',
        'orders--ol-s3',
        'orders.mrap',
        'orders--x-s3',
        'a.b',
      ],
    }),
    forceDestroy: kept('the provider is to delete the objects first', `${PROVIDER}/bucket.go`),
    region,
    ...tags({ key: 'CreateBucket.CreateBucketConfiguration.Tags[].Key' }),
  },
};

const put = of('PutObject');

const object: TypeTable = {
  type: 'aws:s3/bucketObjectv2:BucketObjectv2',
  service: 's3',
  valid: {
    ...{ bucket: 'orders-docs', key: 'index.html', content: 'orders', contentType: 'text/html' },
    ...{ cacheControl: 'max-age=60', region: 'eu-west-1', tags: { team: 'orders' } },
  },
  inputs: {
    bucket: bucketOf('PutObject'),
    key: put('Key', {
      rules: [
        {
          max: 1024,
          bytes: true,
          source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html',
        },
      ],
      probes: ['é'.repeat(512), 'é'.repeat(513)],
    }),
    content: put('Body', {
      absent: {
        verdict: 'not emulated',
        reason: 'the sites give their content as text, never as a file or empty',
      },
    }),
    contentType: put('ContentType'),
    cacheControl: put('CacheControl'),
    region,
    ...tags({
      most: { max: 10, source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html' },
    }),
  },
};

export const s3: readonly TypeTable[] = [bucket, object];
