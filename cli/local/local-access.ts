// The local cloud's CodeDeploy and Lambda, for releases of the local stack.
import type { Cloud } from '@petstore/local-cloud/cloud';
import type { CloudAccess } from '../../infra/release/access.ts';

/** A deployment here is read often: it is on this machine. */
const POLL_MS = 250;

export function localAccess(
  cloud: Pick<Cloud, 'apiEndpoint' | 'administrator'>,
): Omit<CloudAccess, 'region'> {
  return { endpoint: cloud.apiEndpoint, credentials: cloud.administrator, pollMs: POLL_MS };
}
