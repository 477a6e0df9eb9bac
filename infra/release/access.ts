// What a release is known by: its names, why it did not reach its end, and the clients that it needs, loaded only then.
import { printable, type Shown } from '@petstore/custom-domains/output';
import { nameInStack } from '../plan/stack-name.ts';

export interface CloudAccess {
  readonly region: string;
  /** Absent: AWS, or the endpoints in AWS_ENDPOINT_URL_CODEDEPLOY, AWS_ENDPOINT_URL_LAMBDA and AWS_ENDPOINT_URL_STS. */
  readonly endpoint?: string;
  /** Absent: from any source that AWS's tools use. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly pollMs?: number;
  readonly report?: (line: Shown) => void;
}

export type ReleaseClients = Awaited<ReturnType<typeof releaseClients>>;

const POLL_MS = 5_000;

export async function releaseClients({ pollMs = POLL_MS, ...options }: CloudAccess) {
  const [{ CodeDeployClient }, { LambdaClient }, { STSClient }] = await Promise.all([
    import('@aws-sdk/client-codedeploy'),
    import('@aws-sdk/client-lambda'),
    import('@aws-sdk/client-sts'),
  ]);
  const sts = new STSClient(options);
  return { codeDeploy: new CodeDeployClient(options), lambda: new LambdaClient(options), sts, pollMs };
}

export const LIVE = 'live';

export interface ReleaseGroup {
  readonly application: string;
  readonly group: string;
}

export function releaseGroup(project: string, stack: string): ReleaseGroup {
  return { application: nameInStack(project, stack, 'api-release'), group: LIVE };
}

/** Another share or time is another configuration: CodeDeploy's never change. */
export function canaryName(
  project: string,
  stack: string,
  { canaryPercent, minutes }: { readonly canaryPercent: number; readonly minutes: number },
): string {
  return nameInStack(project, stack, `api-release-${canaryPercent}-percent-${minutes}-minutes`);
}

/** `other-account`: the credentials are not of the function's, or none. */
type ReleaseProblem =
  | 'other-account'
  | 'under-way'
  | 'went-back'
  | 'taken-back'
  | 'nothing-before'
  | 'not-deployed';

export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  readonly code: ReleaseProblem;

  constructor(code: ReleaseProblem, text: Shown) {
    super(printable(text));
    this.code = code;
  }
}
