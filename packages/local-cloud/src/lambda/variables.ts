// The environment variables of a function: its own, and those that Lambda sets.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
import { randomBytes } from 'node:crypto';
import type { Credentials } from '../iam/index.ts';
import type { FunctionInputs } from './inputs.ts';

export interface Surroundings {
  readonly region: string;
  /** The endpoint of DynamoDB. */
  readonly dynamodb: string;
  readonly credentials: Credentials;
  /** The unpacked code. */
  readonly root: string;
  /** `$LATEST`, or a number. */
  readonly version: string;
}

/** The whole environment of the function's process. */
export function environmentOf(
  inputs: Omit<FunctionInputs, 'code'>,
  { region, dynamodb, credentials, root, version }: Surroundings,
): Record<string, string> {
  const { logFormat = 'Text', logGroup, applicationLogLevel } = inputs.loggingConfig ?? {};
  return {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
    ...inputs.environment?.variables,
    _HANDLER: inputs.handler,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken ?? '',
    AWS_DEFAULT_REGION: region,
    AWS_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${inputs.runtime}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(inputs.memorySize),
    AWS_LAMBDA_FUNCTION_NAME: inputs.name,
    AWS_LAMBDA_FUNCTION_VERSION: version,
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: logFormat,
    AWS_LAMBDA_LOG_LEVEL: applicationLogLevel ?? (logFormat === 'JSON' ? 'INFO' : 'TRACE'),
    AWS_LAMBDA_LOG_GROUP_NAME: logGroup ?? `/aws/lambda/${inputs.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: logStream(new Date(), version),
    LAMBDA_TASK_ROOT: root,
  };
}

/** `2026/03/12/[$LATEST]`, or `[3]`, and 32 hex digits. */
function logStream(now: Date, version: string): string {
  return `${now.toISOString().slice(0, 10).replaceAll('-', '/')}/[${version}]${randomBytes(16).toString('hex')}`;
}
