// The clients of the two services that a release calls. Loaded only where a release is made or read.
import type { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { Shown } from '@petstore/custom-domains/output';

/** Where the services are, and who calls them. */
export interface CloudAccess {
  readonly region: string;
  /** Absent: AWS, or the endpoints in AWS_ENDPOINT_URL_CODEDEPLOY and AWS_ENDPOINT_URL_LAMBDA. */
  readonly endpoint?: string;
  /** Absent: from any source that AWS's tools use. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** How often a deployment is read, in milliseconds. */
  readonly pollMs?: number;
  readonly report?: (line: Shown) => void;
}

export interface ReleaseClients {
  readonly codeDeploy: CodeDeployClient;
  readonly lambda: LambdaClient;
  readonly pollMs: number;
}

const POLL_MS = 5_000;

export async function releaseClients({ pollMs = POLL_MS, ...options }: CloudAccess): Promise<ReleaseClients> {
  const [{ CodeDeployClient }, { LambdaClient }] = await Promise.all([
    import('@aws-sdk/client-codedeploy'),
    import('@aws-sdk/client-lambda'),
  ]);
  return { codeDeploy: new CodeDeployClient(options), lambda: new LambdaClient(options), pollMs };
}
