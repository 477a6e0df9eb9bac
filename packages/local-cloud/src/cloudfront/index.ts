// CloudFront: distributions behind the cloud's shared https and http ports.
import type { CloudContext } from '../context.ts';
import type { Certificates, Ingress, Names } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import type { Buckets } from '../s3/buckets.ts';
import { createConfiguration, type StoredDistribution } from './configuration.ts';
import { distributionHandler, getDistribution, viewerCertificate } from './distribution.ts';
import { createEdge } from './edge.ts';
import { functionHandler, headersPolicyHandler } from './parts.ts';
import { DistributionVirtualHosts } from './virtual-hosts.ts';

export interface CloudFrontDeps {
  readonly buckets: Buckets;
  readonly ingress: Ingress;
  readonly certificates: Certificates;
  readonly names: Names;
}

export interface CloudFront extends ServiceHandlers {
  /** Serves the distributions that the store remembers. */
  start(): Promise<void>;
  /** Detaches every distribution from the ingress; the store keeps them. */
  close(): Promise<void>;
}

export function createCloudFront(context: CloudContext, deps: CloudFrontDeps): CloudFront {
  const configuration = createConfiguration(context);
  const edge = createEdge({ ...deps, context, configuration });
  const attached = new DistributionVirtualHosts({ ...deps, edge });
  return {
    handlers: [
      distributionHandler({ context, configuration, attached, certificates: deps.certificates }),
      functionHandler(context, configuration),
      headersPolicyHandler(context, configuration),
    ],
    invokes: [getDistribution(configuration)],
    async start() {
      for (const [id, distribution] of configuration.distributions.entries())
        attached.attach(id, distribution, remainingCertificate(context, deps, distribution));
    },
    async close() {
      for (const [id] of configuration.distributions.entries()) attached.detach(id);
    },
  };
}

/** Where the certificate no longer exists, the aliases are not served; the cloud starts all the same. */
function remainingCertificate(
  { log }: CloudContext,
  { certificates }: CloudFrontDeps,
  { inputs }: StoredDistribution,
) {
  try {
    return viewerCertificate(certificates, inputs);
  } catch (error) {
    log('cloudfront', `${inputs.aliases.join(', ')} not served: ${(error as Error).message}`);
    return undefined;
  }
}
