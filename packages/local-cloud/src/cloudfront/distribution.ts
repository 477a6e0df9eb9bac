// Distributions: aws:cloudfront/distribution:Distribution, and their look-up. Refusals in CloudFront's words.
import type { GetDistributionArgs } from '@pulumi/aws/cloudfront/getDistribution.js';
import { z } from 'zod';
import { coversHost } from '../acm/certificate-record.ts';
import type { CloudContext } from '../context.ts';
import type { Certificates } from '../interfaces.ts';
import type { QuotaId, Quotas } from '../quotas.ts';
import { randomId } from '../random-id.ts';
import { defineInvoke, type Handler, type Invoke } from '../resources/handler.ts';
import { storedHandler } from '../resources/stored.ts';
import { argsOf } from '../schema.ts';
import { refuseIf } from '../service-error.ts';
import type { CloudFrontConfiguration, CloudFrontDeps } from './configuration.ts';
import { cloudFrontId, hasFunction, hasHeadersPolicy, MANAGED_CACHE_POLICIES } from './configuration.ts';
import { type DistributionInputs, distributionInputs } from './inputs.ts';
import { isS3Host } from './origin.ts';
import type { VirtualHosts } from './virtual-hosts.ts';

/** The hosted zone of every distribution's domain name, for Route 53 alias records. */
const HOSTED_ZONE_ID = 'Z2FDTNDATAQYW2';

export function distributionHandler(
  { context, configuration, certificates }: CloudFrontDeps,
  hosts: VirtualHosts,
): Handler {
  return storedHandler({
    type: 'aws:cloudfront/distribution:Distribution',
    inputs: distributionInputs,
    replaceOn: [],
    stored: configuration.distributions,
    newId: cloudFrontId,
    accept({ id, inputs, isNew, before }) {
      const isMissing = !isNew && before === undefined;
      refuseIf(isMissing, 'NoSuchDistribution', 'The specified distribution does not exist.', 404);
      checkReferences(configuration, inputs);
      checkQuotas(context.quotas, configuration, inputs, id);
      checkAliases(configuration, inputs, id);
      checkCertificate(certificates, inputs);
      return {
        ...(before?.computed ?? firstComputed(context, id)),
        etag: cloudFrontId(),
        lastModifiedTime: new Date().toISOString(),
      };
    },
    changed: hosts.attach,
    // The provider disables a distribution before it deletes it, so DistributionNotDisabled never shows.
    async removing(distribution) {
      await hosts.settled(distribution);
      hosts.detach(distribution);
    },
  });
}

function firstComputed({ accountId }: CloudContext, id: string) {
  return {
    arn: `arn:aws:cloudfront::${accountId}:distribution/${id}`,
    domainName: `d${randomId(13)}.cloudfront.localhost`,
    hostedZoneId: HOSTED_ZONE_ID,
    status: 'Deployed',
    callerReference: `terraform-${Date.now()}`,
  };
}

function checkReferences(configuration: CloudFrontConfiguration, inputs: DistributionInputs): void {
  const { origins, defaultCacheBehavior } = inputs;
  const { targetOriginId, cachePolicyId, responseHeadersPolicyId: headersId } = defaultCacheBehavior;
  const noOrigin = !origins.some(({ originId }) => originId === targetOriginId);
  refuseIf(noOrigin, 'NoSuchOrigin', 'One or more of your origins or origin groups do not exist.', 404);
  const unsupported = origins.some((one) => one.originAccessControlId && !isS3Host(one.domainName));
  const why = 'An origin access control is associated with an origin whose domain name is not supported.';
  refuseIf(unsupported, 'InvalidDomainNameForOriginAccessControl', why);
  const noPolicy = !MANAGED_CACHE_POLICIES.has(cachePolicyId ?? '');
  refuseIf(noPolicy, 'NoSuchCachePolicy', 'The specified cache policy does not exist.', 404);
  const noHeaders = headersId !== undefined && configuration.headersPolicies.get(headersId) === undefined;
  const message = 'The specified response headers policy does not exist.';
  refuseIf(noHeaders, 'NoSuchResponseHeadersPolicy', message, 404);
  for (const { functionArn: arn } of defaultCacheBehavior.functionAssociations ?? []) {
    const isUnknown = configuration.functionByArn(arn) === undefined;
    refuseIf(isUnknown, 'InvalidFunctionAssociation', `The function association is invalid: ${arn}.`);
  }
}

function checkQuotas(
  quotas: Quotas,
  configuration: CloudFrontConfiguration,
  { origins, defaultCacheBehavior }: DistributionInputs,
  id: string,
): void {
  const { responseHeadersPolicyId: headersId, functionAssociations = [] } = defaultCacheBehavior;
  const check = (quota: QuotaId, refers: Parameters<CloudFrontConfiguration['count']>[0]) =>
    quotas.assert(quota, configuration.count(refers, id) + 1);
  check('L-24B04930', () => true);
  for (const { functionArn } of functionAssociations)
    check('distributions-of-a-function', (other) => hasFunction(other, functionArn));
  for (const { originAccessControlId: controlId } of origins)
    if (controlId)
      check('distributions-of-an-access-control', (other) =>
        other.origins.some(({ originAccessControlId }) => originAccessControlId === controlId),
      );
  if (headersId) check('distributions-of-a-headers-policy', (other) => hasHeadersPolicy(other, headersId));
}

function checkAliases({ count }: CloudFrontConfiguration, { aliases }: DistributionInputs, id: string): void {
  const taken = (alias: string) => count((other) => other.aliases.includes(alias), id) > 0;
  const message = 'One or more of the CNAMEs you provided are already associated with a different resource.';
  refuseIf(aliases.some(taken), 'CNAMEAlreadyExists', message, 409);
}

function checkCertificate(certificates: Certificates, { aliases, viewerCertificate }: DistributionInputs) {
  const { acmCertificateArn: arn, sslSupportMethod } = viewerCertificate;
  const refusal = (isRefused: boolean, message: string) =>
    refuseIf(isRefused, 'InvalidViewerCertificate', message);
  if (arn === undefined)
    return refusal(
      aliases.length > 0,
      'To add an alternate domain name (CNAME), you must attach a certificate.',
    );
  refusal(sslSupportMethod === undefined, 'The parameter SSLSupportMethod is required.');
  const { region, domainName = '' } = certificates.issued(arn) ?? {};
  refusal(
    region !== 'us-east-1',
    "The specified SSL certificate doesn't exist or isn't in us-east-1 region.",
  );
  const isCovered = aliases.every((alias) => coversHost(domainName, alias));
  refusal(!isCovered, "The certificate doesn't cover the alternate domain name (CNAME).");
}

/** By its id alone: terraform-provider-aws, internal/service/cloudfront/distribution_data_source.go. */
export function getDistribution({ distributions }: CloudFrontConfiguration): Invoke {
  return defineInvoke({
    token: 'aws:cloudfront/getDistribution:getDistribution',
    inputs: argsOf<GetDistributionArgs>()({ id: z.string() }),
    async call({ id }) {
      const found = distributions.get(id);
      if (found === undefined)
        throw new Error(`reading CloudFront Distribution (${id}): couldn't find resource`);
      const { aliases, enabled, tags = {} } = found.inputs;
      const { callerReference: _, ...computed } = found.computed;
      return { ...computed, id, aliases, enabled, tags };
    },
  });
}
