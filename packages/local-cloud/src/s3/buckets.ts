// What S3 stores: buckets and their objects; and GetObject.
import type { CloudContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type { BucketInputs, ObjectInputs } from './inputs.ts';

export interface StoredObject {
  readonly inputs: ObjectInputs;
  readonly computed: { readonly arn: string; readonly etag: string; readonly lastModified: string };
}

export interface StoredBucket {
  readonly inputs: BucketInputs;
  readonly computed: {
    readonly arn: string;
    readonly bucketDomainName: string;
    readonly bucketRegionalDomainName: string;
    readonly region: string;
  };
}

export type GetObjectResult =
  | { readonly kind: 'object'; readonly object: StoredObject }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string };

const DENIED: GetObjectResult = {
  kind: 'refused',
  status: 403,
  code: 'AccessDenied',
  message: 'Access Denied',
};

export class Buckets {
  readonly buckets: Collection<StoredBucket>;
  /** By `bucket/key`. */
  readonly objects: Collection<StoredObject>;

  constructor({ store }: CloudContext) {
    this.buckets = store.collection('s3-buckets');
    this.objects = store.collection('s3-objects');
  }

  /** The bucket with the name; throws S3's NoSuchBucket. */
  existing(name: string): StoredBucket {
    const bucket = this.buckets.get(name);
    if (bucket === undefined)
      throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
    return bucket;
  }

  /**
   * GetObject. Every bucket is private: an unsigned reader gets nothing. A reader without the right to list the bucket, as
   * a site's distribution is, gets a 403 in place of a 404 for an object that does not exist.
   */
  get(bucketName: string, key: string, isSigned: boolean): GetObjectResult {
    if (this.buckets.get(bucketName) === undefined) {
      const message = 'The specified bucket does not exist';
      return { kind: 'refused', status: 404, code: 'NoSuchBucket', message };
    }
    const object = isSigned ? this.objects.get(`${bucketName}/${key}`) : undefined;
    return object === undefined ? DENIED : { kind: 'object', object };
  }

  /** The keys of a bucket's objects. */
  keys(bucketName: string): string[] {
    return this.objects
      .values()
      .filter(({ inputs }) => inputs.bucket === bucketName)
      .map(({ inputs }) => inputs.key);
  }
}
