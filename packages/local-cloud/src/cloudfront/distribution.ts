// Distributions: aws:cloudfront/distribution:Distribution.
import type { CloudContext } from '../context.ts';
import type { Certificates } from '../interfaces.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { checkAliases, viewerCertificate } from './aliases.ts';
import { MANAGED_CACHE_POLICIES } from './cache-policies.ts';
import type { CloudFrontConfiguration, StoredDistribution } from './configuration.ts';
import { type DistributionInputs, distributionInputs } from './distribution-inputs.ts';
import { distributionForms } from './form.ts';
import { cloudFrontId, distributionName } from './ids.ts';
import { isS3Host } from './origin.ts';
import type { DistributionVirtualHosts } from './virtual-hosts.ts';

export interface DistributionDeps {
  readonly context: CloudContext;
  readonly configuration: CloudFrontConfiguration;
  readonly attached: DistributionVirtualHosts;
  readonly certificates: Certificates;
}

/** The hosted zone of every distribution's domain name, for Route 53 alias records. */
const HOSTED_ZONE_ID = 'Z2FDTNDATAQYW2';

export function distributionHandler({
  context,
  configuration,
  attached,
  certificates,
}: DistributionDeps): Handler {
  const { distributions } = configuration;
  const put = (id: string, inputs: DistributionInputs, before: StoredDistribution | undefined) => {
    checkReferences(configuration, inputs);
    checkAliases(configuration, inputs, before && id);
    const certificate = viewerCertificate(certificates, inputs);
    const computed = {
      ...(before?.computed ?? firstComputed(context, id)),
      etag: cloudFrontId(),
      lastModifiedTime: new Date().toISOString(),
    };
    distributions.set(id, { inputs, computed });
    attached.attach(id, { inputs, computed }, certificate);
    return computed;
  };
  return defineHandler({
    type: 'aws:cloudfront/distribution:Distribution',
    inputs: distributionInputs,
    replaceOn: [],
    forms: distributionForms,
    async create(inputs) {
      const id = cloudFrontId();
      return { id, computed: put(id, inputs, undefined) };
    },
    read: async (id) => distributions.get(id),
    async update(id, inputs) {
      const before = distributions.get(id);
      if (before === undefined)
        throw new ServiceError('NoSuchDistribution', 'The specified distribution does not exist.', 404);
      return put(id, inputs, before);
    },
    // The provider disables a distribution before it deletes it, so DistributionNotDisabled never shows.
    async delete(id) {
      await attached.settled(id);
      distributions.delete(id);
      attached.detach(id);
    },
  });
}

function firstComputed({ accountId }: CloudContext, id: string) {
  return {
    arn: `arn:aws:cloudfront::${accountId}:distribution/${id}`,
    domainName: distributionName(),
    hostedZoneId: HOSTED_ZONE_ID,
    status: 'Deployed' as const,
    callerReference: `terraform-${Date.now()}`,
  };
}

/** Everything that a distribution refers to must exist. */
function checkReferences(configuration: CloudFrontConfiguration, inputs: DistributionInputs): void {
  const { origins, defaultCacheBehavior: behavior } = inputs;
  const {
    targetOriginId,
    cachePolicyId,
    responseHeadersPolicyId: headersId,
    functionAssociations,
  } = behavior;
  if (!origins.some(({ originId }) => originId === targetOriginId)) {
    const message = 'One or more of your origins or origin groups do not exist.';
    throw new ServiceError('NoSuchOrigin', message, 404);
  }
  for (const { domainName, originAccessControlId: controlId } of origins)
    if (controlId !== undefined && !isS3Host(domainName)) {
      const message =
        'An origin access control is associated with an origin whose domain name is not supported.';
      throw new ServiceError('InvalidDomainNameForOriginAccessControl', message);
    }
  if (MANAGED_CACHE_POLICIES[cachePolicyId] === undefined)
    throw new ServiceError('NoSuchCachePolicy', 'The specified cache policy does not exist.', 404);
  if (headersId !== undefined && configuration.headersPolicies.get(headersId) === undefined) {
    const message = 'The specified response headers policy does not exist.';
    throw new ServiceError('NoSuchResponseHeadersPolicy', message, 404);
  }
  for (const { functionArn } of functionAssociations) {
    if (configuration.functionByArn(functionArn) === undefined) {
      const message = `One of the specified function associations is invalid: ${functionArn}.`;
      throw new ServiceError('InvalidFunctionAssociation', message);
    }
  }
}
