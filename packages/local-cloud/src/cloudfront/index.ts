// CloudFront: distributions behind the cloud's shared https and http ports.
import type { CloudContext } from '../context.ts';
import type { ServiceHandlers } from '../handler.ts';
import type { Certificates, Front, Names } from '../interfaces.ts';
import type { Buckets } from '../s3/buckets.ts';
import { viewerCertificate } from './aliases.ts';
import { CdnConfiguration, type StoredDistribution } from './configuration.ts';
import { defineCloudFrontHandlers } from './distribution.ts';
import { Edge } from './edge.ts';
import { AttachedDistributions } from './virtual-hosts.ts';

export interface CdnRooms {
  readonly buckets: Buckets;
  readonly front: Front;
  readonly certificates: Certificates;
  readonly names: Names;
}

export interface Cdn extends ServiceHandlers {
  /** Serves the distributions of an earlier run again. */
  start(): Promise<void>;
  /** Takes every distribution off the ports; what is stored stays. */
  close(): Promise<void>;
}

export function createCdn(context: CloudContext, rooms: CdnRooms): Cdn {
  const configuration = new CdnConfiguration(context);
  const edge = new Edge({ context, front: rooms.front, configuration, buckets: rooms.buckets });
  const attached = new AttachedDistributions({ ...rooms, edge });
  return {
    handlers: defineCloudFrontHandlers({
      context,
      configuration,
      attached,
      certificates: rooms.certificates,
    }),
    invokes: [],
    async start() {
      for (const [id, distribution] of configuration.distributions.entries())
        attached.attach(id, distribution, remainingCertificate(context, rooms, distribution));
    },
    async close() {
      for (const [id] of configuration.distributions.entries()) attached.detach(id);
    },
  };
}

/** A certificate that has gone since takes the aliases with it, never the whole cloud. */
function remainingCertificate(
  { log }: CloudContext,
  { certificates }: CdnRooms,
  { inputs }: StoredDistribution,
) {
  try {
    return viewerCertificate(certificates, inputs);
  } catch (error) {
    log('cdn', `${inputs.aliases.join(', ')} not served: ${(error as Error).message}`);
    return undefined;
  }
}
