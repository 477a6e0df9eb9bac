// What a function and its permissions are declared with.
import type { FunctionArgs } from '@pulumi/aws/lambda/function.js';
import type { PermissionArgs } from '@pulumi/aws/lambda/permission.js';
import { z } from 'zod';
import { argsOf, region, tags } from './args.ts';

const logLevel = z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']);

export const functionInputs = argsOf<FunctionArgs>()({
  name: z.string().regex(/^[\w-]{1,64}$/),
  region,
  /** An archive, or `{ path: text or bytes }`: readArchive says which. */
  code: z.custom<object>((value) => typeof value === 'object' && value !== null, {
    message: 'must be an archive of files',
  }),
  handler: z.string().regex(/^\S{1,128}$/),
  runtime: z.literal('nodejs24.x', { message: 'the local Lambda runs nodejs24.x only' }),
  architectures: z
    .array(z.enum(['arm64', 'x86_64']))
    .length(1)
    .default(['x86_64']),
  role: z.string().regex(/^arn:aws:iam::\d{12}:role\/?[\w+=,.@\-/]+$/),
  description: z.string().max(256).optional(),
  memorySize: z.int().min(128).max(10_240).default(128),
  timeout: z.int().min(1).max(900).default(3),
  environment: z.strictObject({ variables: z.record(z.string(), z.string()).optional() }).optional(),
  ephemeralStorage: z.strictObject({ size: z.int().min(512).max(10_240) }).optional(),
  reservedConcurrentExecutions: z.int().min(-1).default(-1),
  loggingConfig: z
    .strictObject({
      logFormat: z.enum(['Text', 'JSON']),
      logGroup: z.string().optional(),
      applicationLogLevel: logLevel.optional(),
      systemLogLevel: z.enum(['DEBUG', 'INFO', 'WARN']).optional(),
    })
    .optional(),
  packageType: z.literal('Zip').default('Zip'),
  publish: z.literal(false, { message: 'the local Lambda has no versions' }).default(false),
  sourceCodeHash: z.string().optional(),
  skipDestroy: z.boolean().default(false),
  tracingConfig: z.strictObject({ mode: z.enum(['Active', 'PassThrough']) }).optional(),
  tags,
});
export type FunctionInputs = z.infer<typeof functionInputs>;

export const permissionInputs = argsOf<PermissionArgs>()({
  statementId: z.string().regex(/^[\w-]{1,100}$/),
  region,
  action: z.string().regex(/^(lambda:\*|lambda:[a-zA-Z]+|\*)$/),
  /** Name or ARN. */
  function: z.string(),
  principal: z.string(),
  sourceArn: z.string().startsWith('arn:').optional(),
  sourceAccount: z
    .string()
    .regex(/^\d{12}$/)
    .optional(),
});
export type PermissionInputs = z.infer<typeof permissionInputs>;
