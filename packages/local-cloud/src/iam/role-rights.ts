// The rights of a role with which a service of the cloud itself works, asked for at the moment of use.
import type { Identity } from './index.ts';

export type Right = readonly [action: string, resource: string];

/** The first that the role lacks; undefined where it has all of them. `session`: as the service names its own. */
export function refusedRight(
  identity: Identity,
  { roleArn, session }: { readonly roleArn: string; readonly session: string },
  rights: readonly Right[],
): Right | undefined {
  const credentials = identity.assume(roleArn, session);
  const caller = identity.caller(credentials.accessKeyId);
  const refused = rights.find(([action, resource]) => caller?.decide(action, resource) !== 'allowed');
  identity.revoke(credentials);
  return refused;
}
