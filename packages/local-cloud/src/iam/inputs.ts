// The inputs of roles, their policies and attachments.
import type { RoleArgs } from '@pulumi/aws/iam/role.js';
import type { RolePolicyArgs } from '@pulumi/aws/iam/rolePolicy.js';
import type { RolePolicyAttachmentArgs } from '@pulumi/aws/iam/rolePolicyAttachment.js';
import { z } from 'zod';
import { argsOf, arn, optionalArn, tags } from '../schema/args-of.ts';

/** The provider accepts a policy as JSON text or as an object, and stores text. */
const policyDocument = (longest: number) =>
  z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .pipe(
      z
        .string()
        .min(1)
        .max(longest)
        .regex(/^[\t\n\r\u0020-\u00FF]+$/),
    );

/** The default quota of an account, counted without white space: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const TRUST_POLICY_QUOTA = 2048;

const trustPolicy = policyDocument(131_072).refine(
  (policy) => policy.replace(/\s/g, '').length <= TRUST_POLICY_QUOTA,
  { message: `LimitExceeded: Cannot exceed quota for ACLSizePerRole: ${TRUST_POLICY_QUOTA}` },
);

const roleName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w+=,.@-]+$/);

export const roleInputs = argsOf<RoleArgs>()({
  name: roleName,
  assumeRolePolicy: trustPolicy,
  description: z
    .string()
    .max(1000)
    .regex(/^[\t\n\r\u0020-\u007E\u00A1-\u00FF]*$/)
    .optional(),
  path: z
    .string()
    .min(1)
    .max(512)
    .regex(/^(\/|\/[\u0021-\u007E]+\/)$/)
    .default('/'),
  maxSessionDuration: z.int().min(3600).max(43_200).default(3600),
  forceDetachPolicies: z.boolean().default(false),
  // The provider leaves an empty one out (hashicorp/terraform-provider-aws internal/service/iam/role.go, d.GetOk).
  permissionsBoundary: optionalArn.refine(
    (value = '') => value === '' || (value.length >= 20 && value.length <= 2048),
    {
      error: 'Member must have length between 20 and 2048',
    },
  ),
  tags,
});
export type RoleInputs = z.infer<typeof roleInputs>;

export const policyInputs = argsOf<RolePolicyArgs>()({
  name: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\w+=,.@-]+$/),
  role: roleName,
  // The provider's bound, equal to IAM's quota for the inline policies of a role.
  policy: policyDocument(10_240),
});
export type PolicyInputs = z.infer<typeof policyInputs>;

export const attachmentInputs = argsOf<RolePolicyAttachmentArgs>()({
  role: roleName,
  policyArn: arn.min(20).max(2048),
});
