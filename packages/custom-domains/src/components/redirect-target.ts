// A redirect as what a custom host is attached to.

import { hostNames } from '../names/logical-names.ts';
import { distributionTarget, viewerHost } from './distribution-target.ts';
import type { HostTarget } from './host-target.ts';
import { redirectDistribution } from './redirect-distribution.ts';
import type { Redirect } from './redirect-function.ts';

/**
 * A host that comes to redirect in place of serving, or the other way, keeps its distribution and so its alias:
 * both have the same logical name and parent.
 *
 * @example
 * redirectTarget({ to: 'www.example.com', status: 308 })
 */
export function redirectTarget(redirect: Redirect): HostTarget {
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const { attachment: distribution, redirectFunction } = hostNames(host);
      return distributionTarget(
        redirectDistribution(
          { distribution, function: redirectFunction },
          { ...redirect, from: host, host: viewerHost(request), tags },
          opts,
        ),
      );
    },
  };
}
