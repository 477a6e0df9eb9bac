// IAM and STS: temporary credentials of the roles' sessions, and the local administrator. Roles are recorded, and no right
// is decided here: the tests of rights simulate their policies.
import { randomBytes } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { ROLE } from '../recorded/access.ts';
import { createRecorded, type Recorded } from '../recorded/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { createAssumedRoles } from './assume-role.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Absent for the administrator's own key. */
  readonly sessionToken?: string;
}

export interface Caller extends Credentials {
  /** `arn:aws:sts::…:assumed-role/<role>/<session>`, or the account's root. */
  readonly arn: string;
}

export interface Identity extends ServiceHandlers {
  /** For the command line; its secret is another one in each run. */
  readonly administrator: Credentials;
  hasRole(roleArn: string): boolean;
  /** Credentials for a session of a role, valid until `revoke`. */
  assume(roleArn: string, session: string): Credentials;
  revoke(credentials: Credentials): void;
  /** Roles of other accounts that a provider can assume. */
  seedRoles(arns: readonly string[]): void;
  /** Sessions of roles that providers assumed, the oldest first. */
  readonly assumedRoles: readonly string[];
  /** Undefined for an unknown access key. */
  caller(accessKeyId: string): Caller | undefined;
}

/**
 * One process serves every provider of the package, and resources without a region of their own are in that of the cloud:
 * a provider with another one, or with one that does not exist, would have no effect. The value is not known in some previews.
 */
function assertOwnRegion(given: unknown, own: string): void {
  if (typeof given !== 'string' || given === own) return;
  throw new Error(
    `the local cloud is in ${own}, and the provider's region is ${given}: set aws:region to ${own}, or the region of each resource; "npm run local" takes its own from its stack file when it starts`,
  );
}

export function createIam(
  context: CloudContext,
  recorded: Pick<Recorded, 'resources'> = createRecorded(context),
): Identity {
  const hasRole = (roleArn: string) =>
    recorded.resources(ROLE).some(({ computed }) => 'arn' in computed && computed.arn === roleArn);
  const assumed = createAssumedRoles(context, hasRole);
  const callers = new Map<string, Caller>();
  // Other users of the machine, and web pages in a browser on it, can connect to the loopback too.
  const administrator = { accessKeyId: 'local', secretAccessKey: randomBytes(30).toString('base64') };
  callers.set(administrator.accessKeyId, {
    ...administrator,
    arn: `arn:aws:iam::${context.accountId}:root`,
  });

  return {
    handlers: [],
    invokes: [],
    providers: {
      aws: (config) => {
        assertOwnRegion(config.region, context.region);
        assumed.configure(config);
      },
    },
    seedRoles: assumed.seed,
    assumedRoles: assumed.sessions,
    administrator,
    hasRole,
    assume(roleArn, session) {
      const credentials = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64'),
        sessionToken: randomBytes(48).toString('base64'),
      };
      const name = roleArn.slice(roleArn.lastIndexOf('/') + 1);
      const arn = `arn:aws:sts::${context.accountId}:assumed-role/${name}/${session}`;
      callers.set(credentials.accessKeyId, { ...credentials, arn });
      return credentials;
    },
    revoke: ({ accessKeyId }) => void callers.delete(accessKeyId),
    caller: (accessKeyId) => callers.get(accessKeyId),
  };
}
