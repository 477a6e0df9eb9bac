// S3 resources: buckets, their objects, their policy, and what keeps them private.
import { createHash } from 'node:crypto';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import { isPublic, parseBucketPolicy } from './bucket-policy.ts';
import type { Buckets, StoredBucket } from './buckets.ts';
import { bucketPolicyForms, objectForms } from './form.ts';
import {
  type BucketPolicyInputs,
  bucketInputs,
  bucketPolicyInputs,
  type ObjectInputs,
  objectInputs,
  ownershipInputs,
  publicAccessInputs,
} from './inputs.ts';

export function defineS3Handlers(buckets: Buckets): readonly Handler[] {
  return [
    bucketHandler(buckets),
    objectHandler(buckets),
    policyHandler(buckets),
    settingHandler('aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock', buckets, {
      inputs: publicAccessInputs,
      settings: buckets.publicAccess,
    }),
    settingHandler('aws:s3/bucketOwnershipControls:BucketOwnershipControls', buckets, {
      inputs: ownershipInputs,
      settings: buckets.ownership,
    }),
  ];
}

function bucketHandler(buckets: Buckets): Handler {
  return defineHandler({
    type: 'aws:s3/bucket:Bucket',
    inputs: bucketInputs,
    replaceOn: ['bucket'],
    autoname: 'bucket',
    async create(inputs, { region }) {
      const { bucket } = inputs;
      if (buckets.buckets.get(bucket) !== undefined) {
        const message = 'Your previous request to create the named bucket succeeded and you already own it.';
        throw new ServiceError('BucketAlreadyOwnedByYou', message, 409);
      }
      const computed = {
        arn: `arn:aws:s3:::${bucket}`,
        bucketDomainName: `${bucket}.s3.amazonaws.com`,
        bucketRegionalDomainName: `${bucket}.s3.${region}.amazonaws.com`,
        region,
      };
      buckets.buckets.set(bucket, { inputs, computed });
      return { id: bucket, computed };
    },
    read: async (id) => buckets.buckets.get(id),
    async update(id, inputs) {
      const { computed } = existing(buckets, id);
      buckets.buckets.set(id, { inputs, computed });
      return computed;
    },
    async delete(id, { forceDestroy }) {
      const keys = buckets.keys(id);
      if (keys.length > 0 && !forceDestroy) {
        throw new ServiceError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409);
      }
      for (const key of keys) buckets.objects.delete(`${id}/${key}`);
      for (const settings of [buckets.policies, buckets.publicAccess, buckets.ownership]) settings.delete(id);
      buckets.buckets.delete(id);
    },
  });
}

function objectHandler(buckets: Buckets): Handler {
  const put = (inputs: ObjectInputs) => {
    const { bucket, key, content } = inputs;
    const computed = {
      arn: `${existing(buckets, bucket).computed.arn}/${key}`,
      etag: createHash('md5').update(content).digest('hex'),
      lastModified: new Date().toUTCString(),
    };
    buckets.objects.set(`${bucket}/${key}`, { inputs, computed });
    return { arn: computed.arn, etag: computed.etag };
  };
  return defineHandler({
    type: 'aws:s3/bucketObjectv2:BucketObjectv2',
    inputs: objectInputs,
    replaceOn: ['bucket', 'key'],
    forms: objectForms,
    create: async (inputs) => ({ id: `${inputs.bucket}/${inputs.key}`, computed: put(inputs) }),
    async read(id) {
      const object = buckets.objects.get(id);
      if (object === undefined) return undefined;
      const { arn, etag } = object.computed;
      return { inputs: object.inputs, computed: { arn, etag } };
    },
    update: async (_id, inputs) => put(inputs),
    delete: async (id) => void buckets.objects.delete(id),
  });
}

function policyHandler(buckets: Buckets): Handler {
  const put = (inputs: BucketPolicyInputs) => {
    const { bucket, policy } = inputs;
    const parsed = parseBucketPolicy(policy, existing(buckets, bucket).computed.arn);
    if (buckets.publicAccess.get(bucket)?.blockPublicPolicy && isPublic(parsed)) {
      const message =
        'User is not authorized to perform: s3:PutBucketPolicy because public policies are prevented by the BlockPublicPolicy setting in S3 Block Public Access.';
      throw new ServiceError('AccessDenied', message, 403);
    }
    buckets.policies.set(bucket, inputs);
    return {};
  };
  return defineHandler({
    type: 'aws:s3/bucketPolicy:BucketPolicy',
    inputs: bucketPolicyInputs,
    replaceOn: ['bucket'],
    forms: bucketPolicyForms,
    create: async (inputs) => ({ id: inputs.bucket, computed: put(inputs) }),
    async read(id) {
      const inputs = buckets.policies.get(id);
      return inputs && { inputs, computed: {} };
    },
    update: async (_id, inputs) => put(inputs),
    delete: async (id) => void buckets.policies.delete(id),
  });
}

/** A setting that a bucket has one of, and that only needs to be kept. */
function settingHandler<Inputs extends { readonly bucket: string }>(
  type: string,
  buckets: Buckets,
  { inputs, settings }: { inputs: Handler<Inputs>['inputs']; settings: Collection<Inputs> },
): Handler {
  const put = (given: Inputs) => {
    existing(buckets, given.bucket);
    settings.set(given.bucket, given);
    return {};
  };
  return defineHandler<Inputs, object>({
    type,
    inputs,
    replaceOn: ['bucket'],
    create: async (given) => ({ id: given.bucket, computed: put(given) }),
    async read(id) {
      const known = settings.get(id);
      return known && { inputs: known, computed: {} };
    },
    update: async (_id, given) => put(given),
    delete: async (id) => void settings.delete(id),
  });
}

function existing(buckets: Buckets, name: string): StoredBucket {
  const bucket = buckets.buckets.get(name);
  if (bucket === undefined)
    throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
  return bucket;
}
