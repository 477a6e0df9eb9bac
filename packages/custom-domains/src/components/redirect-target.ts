// A redirect as what a custom host is attached to.

import { hostNames } from '../names/logical-names.ts';
import { attachment, viewerHost } from './distribution-target.ts';
import type { Attachable } from './host-target.ts';
import { redirectDistribution } from './redirect-distribution.ts';
import type { Redirect } from './redirect-function.ts';

/**
 * A host that comes to redirect in place of serving, or the other way, keeps its distribution and so its alias:
 * both have the same logical name and parent.
 */
export function redirectAttachment(redirect: Redirect): Attachable {
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const { attachment: distribution, redirectFunction } = hostNames(host);
      return attachment(
        redirectDistribution(
          { distribution, function: redirectFunction },
          { ...redirect, from: host, host: viewerHost(request), tags },
          opts,
        ),
      );
    },
  };
}
