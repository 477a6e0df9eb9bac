// CloudFront: distributions behind the cloud's shared https and http ports.
import type { CloudContext } from '../context.ts';
import { type CloudFrontDeps, createConfiguration, type StoredDistribution } from './configuration.ts';
import { distributionHandler, getDistribution, viewerCertificate } from './distribution.ts';
import { createEdge } from './edge.ts';
import { functionHandler, getFunction, headersPolicyHandler } from './parts.ts';
import { DistributionVirtualHosts } from './virtual-hosts.ts';

export function createCloudFront(
  context: CloudContext,
  services: Omit<CloudFrontDeps, 'context' | 'configuration'>,
) {
  const deps = { ...services, context, configuration: createConfiguration(context) };
  const { distributions } = deps.configuration;
  const attached = new DistributionVirtualHosts(deps, createEdge(deps));
  return {
    handlers: [distributionHandler(deps, attached), functionHandler(deps), headersPolicyHandler(deps)],
    invokes: [getDistribution(deps.configuration), getFunction(deps.configuration)],
    /** Serves the distributions that the store remembers. */
    start() {
      for (const [id, distribution] of distributions.entries())
        attached.attach(id, distribution, remainingCertificate(deps, distribution));
    },
    /** Detaches every distribution from the ingress; the store keeps them. */
    close() {
      for (const [id] of distributions.entries()) attached.detach(id);
    },
  };
}

/** Where the certificate no longer exists, the aliases are not served; the cloud starts all the same. */
function remainingCertificate({ context, certificates }: CloudFrontDeps, { inputs }: StoredDistribution) {
  try {
    return viewerCertificate(certificates, inputs);
  } catch (error) {
    context.log('cloudfront', `${inputs.aliases.join(', ')} not served: ${(error as Error).message}`);
    return undefined;
  }
}
