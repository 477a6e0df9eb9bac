// A redirect as what a custom host is attached to.

import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../names/logical-names.ts';
import { shown } from '../output/index.ts';
import { withArguments } from './argument-error.ts';
import { distributionTarget, viewerHost } from './distribution-target.ts';
import type { HostTarget } from './host-target.ts';
import { redirectDistribution } from './redirect-distribution.ts';
import { checkRedirect } from './redirect-error.ts';
import type { Redirect } from './redirect-function.ts';

/**
 * A host that comes to redirect in place of serving, or the other way, keeps its distribution and so its alias:
 * both have the same logical name and parent. `ready`: what must exist before the host redirects, such as the host that it
 * leads to: where the two are swapped, they would be a loop until both have changed. Throws RedirectError.
 *
 * @example
 * redirectTarget({ to: 'www.example.com', status: 308 })
 */
export function redirectTarget(
  redirect: Omit<Redirect, 'to'> & { readonly to: pulumi.Input<string> },
  ready: pulumi.Input<pulumi.Input<pulumi.Resource>[]> = [],
): HostTarget {
  withArguments(shown`redirectTarget`, () => checkRedirect(redirect));
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const { attachment: distribution, redirectFunction } = hostNames(host);
      return distributionTarget(
        redirectDistribution(
          { distribution, function: redirectFunction },
          { ...redirect, from: host, host: viewerHost(request), tags },
          { ...opts, dependsOn: both(opts.dependsOn, ready) },
        ),
      );
    },
  };
}

function both(
  one: pulumi.CustomResourceOptions['dependsOn'] = [],
  other: pulumi.Input<pulumi.Input<pulumi.Resource>[]>,
): pulumi.Output<pulumi.Resource[]> {
  return pulumi.all([one, other]).apply(([first, second]) => [first, second].flat());
}
