// The inputs of a function and of its permissions.

import type { FunctionArgs } from '@pulumi/aws/lambda/function.js';
import type { PermissionArgs } from '@pulumi/aws/lambda/permission.js';
import { z } from 'zod';
import { argsOf, arn, emulates, part, region, tags } from '../schema.ts';

export const functionName = z.string().min(1).max(140);

export const version = z.string().regex(/^(\$LATEST|\d+)$/);

export const functionInputs = argsOf<FunctionArgs>()({
  name: z.string().regex(/^[\w-]{1,64}$/),
  region,
  /** An archive, or `{ path: text or bytes }`, as readArchive reads it. */
  code: z.custom<object>((value) => typeof value === 'object' && value !== null, {
    message: 'must be an archive of files',
  }),
  handler: z.string(),
  runtime: emulates(['nodejs24.x'], 'the local Lambda runs functions with Node 24'),
  architectures: z.array(z.string()).default(['x86_64']),
  role: arn,
  description: z.string().optional(),
  memorySize: z.int().default(128),
  timeout: z.int().default(3),
  environment: part<FunctionArgs['environment']>().optional(),
  reservedConcurrentExecutions: z.int().min(-1).default(-1),
  loggingConfig: part<FunctionArgs['loggingConfig']>().optional(),
  publish: z.boolean().default(false),
  /** The provider's own: another value deploys and publishes the code again. */
  sourceCodeHash: z.string().optional(),
  tracingConfig: part<FunctionArgs['tracingConfig']>().optional(),
  tags,
});
export type FunctionInputs = z.infer<typeof functionInputs>;

export const permissionInputs = argsOf<PermissionArgs>()({
  statementId: z.string().regex(/^[\w-]{1,100}$/),
  region,
  action: z.string(),
  function: functionName,
  qualifier: z.string().optional(),
  principal: z.string(),
  sourceArn: z.string().optional(),
  sourceAccount: z.string().optional(),
});
export type PermissionInputs = z.infer<typeof permissionInputs>;
