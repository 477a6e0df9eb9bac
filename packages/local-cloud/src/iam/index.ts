// IAM and STS: temporary credentials of the roles' sessions, the roles that providers assume, and the local administrator. Roles are recorded, and no right
// is decided here: the tests of rights simulate their policies.
import { randomBytes } from 'node:crypto';
import { assertAccountAllowed } from '../account.ts';
import type { CloudContext } from '../context.ts';
import { createRecorded, type Recorded } from '../recorded/index.ts';
import { ROLE } from '../recorded/types.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The administrator's own key has none. */
  readonly sessionToken?: string;
}

export type Identity = ReturnType<typeof createIam>;

/** One process serves every provider of the package: another region would have no effect. The value is not known in some previews. */
function assertOwnRegion(given: unknown, own: string): void {
  if (typeof given !== 'string' || given === own) return;
  throw new Error(
    `the local cloud is in ${own}, and the provider's region is ${given}: set aws:region to ${own}, or the region of each resource; "npm run local" takes its own from its stack file when it starts`,
  );
}

export function createIam(
  context: CloudContext,
  recorded: Pick<Recorded, 'resources'> = createRecorded(context),
) {
  const hasRole = (roleArn: string) =>
    recorded.resources(ROLE).some(({ computed }) => 'arn' in computed && computed.arn === roleArn);
  let seeded = new Set<string>();
  /** A role that the account has, or that was seeded, can be assumed; its trust policy is not evaluated. */
  const assumeByProvider = ({ roleArn, sessionName }: AssumeRole) => {
    if (!SESSION_NAME.test(sessionName))
      throw cannotAssume(roleArn, `ValidationError: Value '${sessionName}' at 'roleSessionName' is invalid`);
    if (!hasRole(roleArn) && !seeded.has(roleArn)) {
      const user = `arn:aws:iam::${context.accountId}:root`;
      const denied = `User: ${user} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`;
      throw cannotAssume(roleArn, `AccessDenied: ${denied}`);
    }
    return roleArn.split(':')[4];
  };
  const callers = new Map<string, Credentials>();
  const add = (credentials: Credentials) => {
    callers.set(credentials.accessKeyId, credentials);
    return credentials;
  };
  // Other users of the machine, and web pages in a browser on it, can connect to the loopback too.
  const secret = () => ({ secretAccessKey: randomBytes(30).toString('base64') });
  const administrator = add({ accessKeyId: 'local', ...secret() });

  return {
    handlers: [],
    providers: {
      aws: (config: Readonly<Record<string, unknown>>) => {
        assertOwnRegion(config.region, context.region);
        const accounts = listOf<AssumeRole>(config.assumeRoles).map(assumeByProvider);
        assertAccountAllowed(listOf<string>(config.allowedAccountIds), accounts.at(-1));
      },
    },
    /** Roles of other accounts that a provider can assume. They replace those of the call before. */
    seedRoles: (arns: readonly string[]) => {
      seeded = new Set(arns);
    },
    hasRole,
    /** For the command line; its secret is another one in each run. */
    administrator,
    openSession(): Credentials {
      const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
      return add({ accessKeyId, ...secret(), sessionToken: randomBytes(48).toString('base64') });
    },
    caller: (accessKeyId: string): Credentials | undefined => callers.get(accessKeyId),
  };
}

interface AssumeRole {
  readonly roleArn: string;
  readonly sessionName: string;
}

/** STS's service model has it as roleSessionNameType. */
const SESSION_NAME = /^[\w+=,.@-]{2,64}$/;

/** A structure of a provider's config is JSON; it is absent, or not known yet in a preview. */
function listOf<T>(value: unknown): T[] {
  if (Array.isArray(value)) return value as T[];
  return typeof value === 'string' ? (JSON.parse(value) as T[]) : [];
}

/** CannotAssumeRoleError of aws-sdk-go-base, internal/config/errors.go. STS does not tell why: the role may not exist. */
function cannotAssume(arn: string, reason: string): Error {
  return new Error(`IAM Role (${arn}) cannot be assumed.\n\nError: ${reason}\n`);
}
