// The inputs of a function and of its permissions.

import type { FunctionArgs } from '@pulumi/aws/lambda/function.js';
import type { PermissionArgs } from '@pulumi/aws/lambda/permission.js';
import { z } from 'zod';
import { argsOf, arn, region, tags } from '../schema/args-of.ts';
import { emulates, isEmulated } from '../schema/emulated.ts';

/** The runtimes of Lambda's service model; the local Lambda runs the first. */
const RUNTIMES =
  `nodejs24.x nodejs nodejs4.3 nodejs6.10 nodejs8.10 nodejs10.x nodejs12.x nodejs14.x nodejs16.x nodejs18.x nodejs20.x
   nodejs22.x java8 java8.al2 java11 java17 java21 java25 python2.7 python3.6 python3.7 python3.8 python3.9 python3.10
   python3.11 python3.12 python3.13 python3.14 dotnetcore1.0 dotnetcore2.0 dotnetcore2.1 dotnetcore3.1 dotnet6 dotnet8
   dotnet10 nodejs4.3-edge go1.x ruby2.5 ruby2.7 ruby3.2 ruby3.3 ruby3.4 ruby4.0 provided provided.al2
   provided.al2023 nodejs26.x python3.15 java8.al2023 java11.al2023 java17.al2023`.split(/\s+/);

/** A name, or an ARN or a part of one that ends with it: the provider's validFunctionName (internal/service/lambda). */
export const functionName = z
  .string()
  .min(1)
  .max(140)
  .regex(
    /^(arn:[\w-]+:lambda:)?([a-z]{2}-(?:[a-z]+-){1,2}\d:)?(\d{12}:)?(function:)?([\w-]+)(:(\$LATEST|[\w-]+))?$/,
    'must be valid function name or function ARN',
  )
  .refine((name) => (/function:([\w-]+)/.exec(name)?.[1] ?? name).length <= 64, {
    message: 'expected length of the Lambda function name to be less than or equal to 64',
  });

const levels = z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']);

export const functionInputs = argsOf<FunctionArgs>()({
  name: functionName.check(
    isEmulated((name) => !name.includes(':'), 'a function named by an ARN', 'it is for use across accounts'),
  ),
  region,
  /** An archive, or `{ path: text or bytes }`, as readArchive reads it. */
  code: z.custom<object>((value) => typeof value === 'object' && value !== null, {
    message: 'must be an archive of files',
  }),
  handler: z.string().max(128).regex(/^\S+$/),
  runtime: emulates(['nodejs24.x'], {
    of: RUNTIMES,
    because: 'the local Lambda runs functions with Node 24',
  }),
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
  ephemeralStorage: z.strictObject({ size: z.int().min(512).max(10_240) }).optional(),
  reservedConcurrentExecutions: z.int().min(-1).default(-1),
  loggingConfig: z
    .strictObject({
      logFormat: z.enum(['Text', 'JSON']),
      logGroup: z
        .string()
        .max(512)
        .regex(/^[.\-_/#A-Za-z0-9]+$/)
        .optional(),
      applicationLogLevel: levels.optional(),
      systemLogLevel: z.enum(['DEBUG', 'INFO', 'WARN']).optional(),
    })
    .optional(),
  packageType: emulates(['Zip'], { of: ['Zip', 'Image'], because: 'images would need a registry' }).default(
    'Zip',
  ),
  publish: z.boolean().default(false),
  sourceCodeHash: z.string().optional(),
  skipDestroy: z.boolean().default(false),
  tracingConfig: z.strictObject({ mode: z.enum(['Active', 'PassThrough']) }).optional(),
  tags,
});
export type FunctionInputs = z.infer<typeof functionInputs>;

export const permissionInputs = argsOf<PermissionArgs>()({
  statementId: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/),
  region,
  action: z
    .string()
    .max(10_000)
    .regex(/^(lambda:\*|lambda:[a-zA-Z]+|\*)$/),
  function: functionName,
  qualifier: z
    .string()
    .max(128)
    .regex(/^[a-zA-Z0-9$_-]+$/)
    .optional(),
  principal: z.string().max(2048).regex(/^\S+$/),
  sourceArn: z
    .string()
    .max(10_000)
    .regex(/^(arn:aws(-[a-z]+)*:[a-zA-Z0-9-]+:([a-z]{2}(-[a-z]+)+-\d)?:(\d{12})?:.+)?$/, 'is an invalid ARN')
    .optional(),
  sourceAccount: z
    .string()
    .regex(/^\d{12}$/)
    .optional(),
});
export type PermissionInputs = z.infer<typeof permissionInputs>;
