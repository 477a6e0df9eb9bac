// A host attached to an HTTP API: a regional custom domain name, mapped at the root.
import { ApiMapping } from '@pulumi/aws/apigatewayv2/apiMapping.js';
import { DomainName } from '@pulumi/aws/apigatewayv2/domainName.js';
import type * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../names/logical-names.ts';
import type { HostTarget } from './host-target.ts';

export interface GatewayArgs {
  readonly apiId: pulumi.Input<string>;
  /** The stage's name; `$default` serves the root. */
  readonly stage: pulumi.Input<string>;
}

/**
 * An HTTP API as what hosts are attached to. `ready`: what must exist before the API is mapped, such as its stage and
 * its routes. The mapping has no key, which would show in rawPath: the API serves whole paths.
 *
 * @example
 * gatewayTarget({ apiId: api.id, stage: stage.name }, [stage, route])
 */
export function gatewayTarget(
  { apiId, stage }: GatewayArgs,
  ready: readonly pulumi.Resource[] = [],
): HostTarget {
  return {
    kind: 'gateway',
    attach({ host, certificateArn, tags }, opts) {
      if (certificateArn === undefined) throw new Error(`${host}: a gateway needs an issued certificate`);
      const names = hostNames(host);
      const domainName = new DomainName(
        names.attachment,
        {
          domainName: host,
          domainNameConfiguration: {
            certificateArn,
            endpointType: 'REGIONAL',
            securityPolicy: 'TLS_1_2',
            ipAddressType: 'dualstack',
          },
          tags,
        },
        opts,
      );
      const mapping = new ApiMapping(
        names.mapping,
        { apiId, stage, domainName: domainName.id },
        { parent: opts.parent, provider: opts.provider, dependsOn: [...ready] },
      );
      const { targetDomainName, hostedZoneId } = domainName.domainNameConfiguration;
      return {
        target: { domainName: targetDomainName, hostedZoneId },
        dependencies: [domainName, mapping],
      };
    },
  };
}
