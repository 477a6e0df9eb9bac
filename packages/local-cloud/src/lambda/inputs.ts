// The inputs of a function and of its permissions.

import type { FunctionArgs } from '@pulumi/aws/lambda/function.js';
import type { PermissionArgs } from '@pulumi/aws/lambda/permission.js';
import { z } from 'zod';
import { argsOf, arn, emulates, region, tags } from '../schema.ts';

export const functionName = z.string().min(1).max(140);

/** `$LATEST`, or the number of a version. */
export const version = z.string().regex(/^(\$LATEST|\d+)$/);

const levels = z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']);

export const functionInputs = argsOf<FunctionArgs>()({
  name: z.string().regex(/^[\w-]{1,64}$/),
  region,
  /** An archive, or `{ path: text or bytes }`, as readArchive reads it. */
  code: z.custom<object>((value) => typeof value === 'object' && value !== null, {
    message: 'must be an archive of files',
  }),
  handler: z.string().max(128).regex(/^\S+$/),
  runtime: emulates(['nodejs24.x'], 'the local Lambda runs functions with Node 24'),
  architectures: z
    .array(z.enum(['arm64', 'x86_64']))
    .length(1)
    .default(['x86_64']),
  role: arn.max(10_000).regex(/^arn:(aws[a-zA-Z-]*)?:iam::\d{12}:role\/?[\w+=,.@\-/]+$/),
  description: z.string().max(256).optional(),
  memorySize: z.int().min(128).max(10_240).default(128),
  timeout: z.int().min(1).max(900).default(3),
  environment: z
    .strictObject({ variables: z.record(z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]+$/), z.string()).optional() })
    .optional(),
  reservedConcurrentExecutions: z.int().min(-1).default(-1),
  loggingConfig: z
    .strictObject({
      logFormat: z.enum(['Text', 'JSON']),
      logGroup: z.string().max(512).optional(),
      applicationLogLevel: levels.optional(),
      systemLogLevel: z.enum(['DEBUG', 'INFO', 'WARN']).optional(),
    })
    .optional(),
  publish: z.boolean().default(false),
  /** The provider's own: another value deploys and publishes the code again. */
  sourceCodeHash: z.string().optional(),
  tracingConfig: z.strictObject({ mode: z.enum(['Active', 'PassThrough']) }).optional(),
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
