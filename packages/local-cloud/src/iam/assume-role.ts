// The roles that a provider assumes when it is configured: STS's AssumeRole, and the error of the AWS provider.
import { assertAccountAllowed } from '../account.ts';
import type { CloudContext } from '../context.ts';

/** A session that STS opened: `arn:aws:sts::<account>:assumed-role/<role>/<session>`. */
export interface AssumedRoles {
  /** The oldest first; the last MAX_SESSIONS of them. */
  readonly sessions: readonly string[];
  /** Roles of other accounts, which trust this one. They replace those of the call before. */
  seed(arns: readonly string[]): void;
  /** Configures the AWS provider: throws its error for a role that cannot be assumed, or an account not allowed. */
  configure(config: Readonly<Record<string, unknown>>): void;
}

const MAX_SESSIONS = 100;

/** A role that the account has, or that was seeded, can be assumed; its trust policy is not evaluated. */
export function createAssumedRoles(
  { accountId }: CloudContext,
  hasRole: (roleArn: string) => boolean,
): AssumedRoles {
  const sessions: string[] = [];
  let seeded = new Set<string>();
  const assume = ({ roleArn, sessionName }: AssumeRole) => {
    if (!SESSION_NAME.test(sessionName)) throw cannotAssume(roleArn, invalidSession(sessionName));
    if (!hasRole(roleArn) && !seeded.has(roleArn))
      throw cannotAssume(roleArn, accessDenied(accountId, roleArn));
    const [, , , , account, resource = ''] = roleArn.split(':');
    const name = resource.slice(resource.lastIndexOf('/') + 1);
    sessions.push(`arn:aws:sts::${account}:assumed-role/${name}/${sessionName}`);
    if (sessions.length > MAX_SESSIONS) sessions.shift();
    return account;
  };
  return {
    sessions,
    seed: (arns) => {
      seeded = new Set(arns);
    },
    configure({ assumeRoles, allowedAccountIds }) {
      const accounts = listOf<AssumeRole>(assumeRoles).map(assume);
      assertAccountAllowed(listOf<string>(allowedAccountIds), accounts.at(-1));
    },
  };
}

interface AssumeRole {
  readonly roleArn: string;
  readonly sessionName: string;
}

/** STS's service model, roleSessionNameType. */
const SESSION_NAME = /^[\w+=,.@-]{2,64}$/;

/** A structure of a provider's config is JSON; it is absent, or not known yet in a preview. */
function listOf<T>(value: unknown): T[] {
  if (Array.isArray(value)) return value as T[];
  return typeof value === 'string' ? (JSON.parse(value) as T[]) : [];
}

function accessDenied(account: string, arn: string): string {
  return `AccessDenied: User: arn:aws:iam::${account}:root is not authorized to perform: sts:AssumeRole on resource: ${arn}`;
}

function invalidSession(name: string): string {
  return `ValidationError: 1 validation error detected: Value '${name}' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*`;
}

/** CannotAssumeRoleError of aws-sdk-go-base, internal/config/errors.go. STS does not tell why: the role may not exist. */
function cannotAssume(arn: string, reason: string): Error {
  return new Error(`IAM Role (${arn}) cannot be assumed.

There are a number of possible causes of this - the most common are:
  * The credentials used in order to assume the role are invalid
  * The credentials do not have appropriate permission to assume the role
  * The role ARN is not valid

Error: ${reason}
`);
}
