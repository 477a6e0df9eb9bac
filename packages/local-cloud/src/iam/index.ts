// IAM and STS: roles with their policies, temporary credentials of their sessions, and the local administrator.
import { randomBytes } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { createAssumedRoles } from './assume-role.ts';
import type { ConditionKeys } from './condition.ts';
import {
  type Decision,
  decideWithin,
  parseIdentityPolicy,
  parseTrustPolicy,
  type Statement,
  trusts,
} from './policy.ts';
import { roleHandler } from './role.ts';
import { rolePolicyHandler } from './role-policy.ts';
import { attachmentHandler } from './role-policy-attachment.ts';
import { createRoles } from './roles.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Absent for the administrator's own key. */
  readonly sessionToken?: string;
}

export interface Caller extends Credentials {
  /** As in the messages of refusals: `arn:aws:sts::…:assumed-role/<role>/<session>`. */
  readonly arn: string;
  decide(action: string, resource: string, keys?: ConditionKeys): Decision;
}

export interface Identity extends ServiceHandlers {
  /** May do everything, for the command line; its secret is another one in each run. */
  readonly administrator: Credentials;
  /** Whether the role exists and its trust policy names the service. */
  assumable(roleArn: string, service: string): boolean;
  /** Credentials for a session of a role, valid until `revoke`, with the present rights of the role. */
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

export function createIam(context: CloudContext): Identity {
  const roles = createRoles(context);
  const assumed = createAssumedRoles(context, roles);
  const callers = new Map<string, Caller>();
  // Other users of the machine, and web pages in a browser on it, can connect to the loopback too.
  const administrator = { accessKeyId: 'local', secretAccessKey: randomBytes(30).toString('base64') };
  callers.set(administrator.accessKeyId, {
    ...administrator,
    arn: `arn:aws:iam::${context.accountId}:root`,
    decide: () => 'allowed',
  });

  return {
    handlers: [roleHandler(context, roles), rolePolicyHandler(roles), attachmentHandler(roles)],
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
    assumable(roleArn, service) {
      const role = roles.byArn(roleArn);
      return role !== undefined && trusts(parseTrustPolicy(role.inputs.assumeRolePolicy), service);
    },
    assume(roleArn, session) {
      const credentials = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64'),
        sessionToken: randomBytes(48).toString('base64'),
      };
      const name = roleArn.slice(roleArn.lastIndexOf('/') + 1);
      callers.set(credentials.accessKeyId, {
        ...credentials,
        arn: `arn:aws:sts::${context.accountId}:assumed-role/${name}/${session}`,
        decide: cachingDecider(
          () => roles.policies(name),
          () => roles.boundary(name),
        ),
      });
      return credentials;
    },
    revoke: ({ accessKeyId }) => void callers.delete(accessKeyId),
    caller: (accessKeyId) => callers.get(accessKeyId),
  };
}

/** Decisions that are cached for one session. */
const MAX_DECISIONS = 256;

/** Decides by the present policies and boundary; decisions are cached until one of them changes. */
function cachingDecider(
  policies: () => readonly string[],
  boundary: () => string | undefined,
): Caller['decide'] {
  const decisions = new Map<string, Decision>();
  let read = '';
  let statements: readonly Statement[] = [];
  let limits: readonly Statement[] | undefined;
  return (action, resource, keys = {}) => {
    const [documents, limit] = [policies(), boundary()];
    const now = JSON.stringify([documents, limit]);
    if (now !== read || decisions.size >= MAX_DECISIONS) {
      read = now;
      statements = documents.flatMap(parseIdentityPolicy);
      limits = limit === undefined ? undefined : parseIdentityPolicy(limit);
      decisions.clear();
    }
    const question = `${action} ${resource} ${JSON.stringify(keys)}`;
    const decision = decisions.get(question) ?? decideWithin(limits, statements, action, resource, keys);
    decisions.set(question, decision);
    return decision;
  };
}
