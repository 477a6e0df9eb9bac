// CloudFront: distributions behind the cloud's shared https and http ports.
import type { CloudContext } from '../context.ts';
import { type CloudFrontDeps, createConfiguration } from './configuration.ts';
import { distributionHandler, getDistribution } from './distribution.ts';
import { createEdge } from './edge.ts';
import { keyHandler, keyValueStoreHandler } from './key-value-store.ts';
import { functionHandler, headersPolicyHandler } from './parts.ts';
import { createVirtualHosts } from './virtual-hosts.ts';

export function createCloudFront(
  context: CloudContext,
  services: Omit<CloudFrontDeps, 'context' | 'configuration'>,
) {
  const deps = { ...services, context, configuration: createConfiguration(context) };
  const { distributions } = deps.configuration;
  const hosts = createVirtualHosts(deps, createEdge(deps));
  return {
    handlers: [
      distributionHandler(deps, hosts),
      functionHandler(deps),
      headersPolicyHandler(deps),
      keyValueStoreHandler(deps),
      keyHandler(deps),
    ],
    invokes: [getDistribution(deps.configuration)],
    start() {
      for (const distribution of distributions.values()) hosts.attach(distribution);
    },
  };
}
