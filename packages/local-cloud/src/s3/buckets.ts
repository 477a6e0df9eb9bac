// What S3 stores: buckets, their objects and their settings; and GetObject.
import type { CloudContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type {
  BucketInputs,
  BucketPolicyInputs,
  ObjectInputs,
  OwnershipInputs,
  PublicAccessInputs,
} from './inputs.ts';
import { allows, parseBucketPolicy } from './policy.ts';

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

export interface S3Reader {
  /** The distribution that reads; absent for an unsigned request. */
  readonly distributionArn?: string;
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
  readonly policies: Collection<BucketPolicyInputs>;
  readonly publicAccess: Collection<PublicAccessInputs>;
  readonly ownership: Collection<OwnershipInputs>;
  readonly #accountId: string;

  constructor({ store, accountId }: CloudContext) {
    this.buckets = store.collection('s3-buckets');
    this.objects = store.collection('s3-objects');
    this.policies = store.collection('s3-bucket-policies');
    this.publicAccess = store.collection('s3-public-access-blocks');
    this.ownership = store.collection('s3-ownership-controls');
    this.#accountId = accountId;
  }

  /** The bucket with the name; throws S3's NoSuchBucket. */
  existing(name: string): StoredBucket {
    const bucket = this.buckets.get(name);
    if (bucket === undefined)
      throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
    return bucket;
  }

  /** GetObject. A reader that may not list the bucket gets 403 in place of 404 for an object that does not exist. */
  get(bucketName: string, key: string, reader: S3Reader): GetObjectResult {
    const bucket = this.buckets.get(bucketName);
    if (bucket === undefined) {
      const message = 'The specified bucket does not exist';
      return { kind: 'refused', status: 404, code: 'NoSuchBucket', message };
    }
    const { arn } = bucket.computed;
    if (!this.#isAllowed(bucketName, arn, reader, 's3:GetObject', `${arn}/${key}`)) return DENIED;
    const object = this.objects.get(`${bucketName}/${key}`);
    if (object !== undefined) return { kind: 'object', object };
    if (!this.#isAllowed(bucketName, arn, reader, 's3:ListBucket', arn)) return DENIED;
    return { kind: 'refused', status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' };
  }

  /** The keys of a bucket's objects. */
  keys(bucketName: string): string[] {
    return this.objects
      .values()
      .filter(({ inputs }) => inputs.bucket === bucketName)
      .map(({ inputs }) => inputs.key);
  }

  #isAllowed(
    bucketName: string,
    bucketArn: string,
    { distributionArn }: S3Reader,
    action: 's3:GetObject' | 's3:ListBucket',
    resource: string,
  ): boolean {
    const policy = this.policies.get(bucketName);
    if (policy === undefined || distributionArn === undefined) return false;
    return allows(parseBucketPolicy(policy.policy, bucketArn), {
      service: 'cloudfront.amazonaws.com',
      action,
      resource,
      keys: { 'aws:sourcearn': distributionArn, 'aws:sourceaccount': this.#accountId },
    });
  }
}
