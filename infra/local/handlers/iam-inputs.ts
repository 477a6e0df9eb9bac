// What roles, their policies and attachments are declared with.
import type { RoleArgs } from '@pulumi/aws/iam/role.js';
import type { RolePolicyArgs } from '@pulumi/aws/iam/rolePolicy.js';
import type { RolePolicyAttachmentArgs } from '@pulumi/aws/iam/rolePolicyAttachment.js';
import { z } from 'zod';
import { argsOf, tags } from './args.ts';

/** The provider takes a policy as JSON text or as an object, and keeps text. */
const policyDocument = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)));

export const roleInputs = argsOf<RoleArgs>()({
  name: z.string().regex(/^[\w+=,.@-]{1,64}$/),
  assumeRolePolicy: policyDocument,
  description: z.string().max(1000).optional(),
  path: z.string().startsWith('/').endsWith('/').default('/'),
  maxSessionDuration: z.int().min(3600).max(43_200).default(3600),
  forceDetachPolicies: z.boolean().default(false),
  tags,
});
export type RoleInputs = z.infer<typeof roleInputs>;

export const policyInputs = argsOf<RolePolicyArgs>()({
  name: z.string().regex(/^[\w+=,.@-]{1,128}$/),
  role: z.string(),
  policy: policyDocument,
});
export type PolicyInputs = z.infer<typeof policyInputs>;

export const attachmentInputs = argsOf<RolePolicyAttachmentArgs>()({
  role: z.string(),
  policyArn: z.string(),
});
