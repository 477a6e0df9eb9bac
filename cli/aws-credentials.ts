// AWS credentials as every AWS tool finds them: variables, AWS_PROFILE, SSO, roles, a container, an instance; and DynamoDB with them.
import { createDynamo, type Dynamo } from '../service/dynamo/client.ts';
import type { Credentials } from '../service/dynamo/sign.ts';
import { CommandError } from './command-error.ts';

/** Throws CommandError where no source has any. */
export async function awsCredentials(region: string): Promise<Credentials> {
  // Loaded only where a deployed stack is used.
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  try {
    return await defaultProvider({ clientConfig: { region } })();
  } catch (error) {
    const fix = 'set AWS_PROFILE (and run aws sso login), or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
    const { AWS_PROFILE: name } = process.env;
    const found = [name && `AWS_PROFILE is ${name}`, reason(error)].filter(Boolean).join('; ');
    throw new CommandError(`there are no AWS credentials${found && ` (${found})`}: ${fix}`);
  }
}

/** The SDK's reason, such as an SSO session that has expired. A credential process is never quoted: its output may be secret. */
function reason(error: unknown): string | undefined {
  const { name, message } = error as Error;
  const [first = ''] = message.split('\n');
  if (name !== 'CredentialsProviderError' || /^(Command failed|Could not load)/.test(first)) return undefined;
  return first.replace(/\.$/, '');
}

/** Of each attempt: a person waits for a slow network, where the function's callers would not. */
export const PATIENCE = { timeoutMs: 5_000 };

/** Throws CommandError where there are no credentials. */
export async function awsDynamo(region: string): Promise<Dynamo> {
  // AWS's own tools read the same variable, for example for the endpoint of a VPC.
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB || undefined;
  return createDynamo({ region, endpoint, credentials: await awsCredentials(region), ...PATIENCE });
}
