// Bucket policies: aws:s3/bucketPolicy:BucketPolicy.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Buckets } from './buckets.ts';
import { bucketPolicyForms } from './form.ts';
import { type BucketPolicyInputs, bucketPolicyInputs } from './inputs.ts';
import { isPublic, parseBucketPolicy } from './policy.ts';

export function policyHandler(buckets: Buckets): Handler {
  const put = (inputs: BucketPolicyInputs) => {
    const { bucket, policy } = inputs;
    const parsed = parseBucketPolicy(policy, buckets.existing(bucket).computed.arn);
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
