// Distributions. The parts that they refer to are in cloudfront-parts.ts.
import { type Entry, emptyIsUnset, of, providerArn, type Rule, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const SOURCE = 'internal/service/cloudfront/distribution.go';
const PROVIDER = `hashicorp/terraform-provider-aws ${SOURCE}`;
const GUIDE = 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide';
const CODES = '400 403 404 405 414 416 500 501 502 503 504'.split(' ');

const config = (member: string, more: Omit<Entry, 'members'> = {}) =>
  of('CreateDistributionWithTags')(`DistributionConfigWithTags.DistributionConfig.${member}`, more);
const origin = (member: string, more: Omit<Entry, 'members'> = {}) =>
  config(`Origins.Items[].${member}`, more);
const behavior = (member: string, more: Omit<Entry, 'members'> = {}) =>
  config(`DefaultCacheBehavior.${member}`, more);
const error = (member: string, more: Omit<Entry, 'members'> = {}) =>
  config(`CustomErrorResponses.Items[].${member}`, more);
const notEmpty: Rule = { min: 1, source: `${PROVIDER} (NoZeroValues)` };
const required: Rule = { required: true, source: PROVIDER };
const port: Rule = {
  source: `${GUIDE}/DownloadDistValuesOrigin.html (HTTP port, HTTPS port)`,
  that: {
    is: '80, 443, or 1024 to 65535',
    holds: (n: number) => n === 80 || n === 443 || (n >= 1024 && n <= 65_535),
  },
};
const ports = { rules: [port], probes: [-1, 79, 80, 81, 442, 443, 444, 1023, 1024, 65_535, 65_536] };

const CHOICES = ['GET HEAD', 'GET HEAD OPTIONS', 'DELETE GET HEAD OPTIONS PATCH POST PUT'];
const methods = (choices: readonly string[]): Rule => ({
  required: true,
  source: 'cloudfront AllowedMethods and CachedMethods, their documentation: the choices',
  that: {
    is: `one of ${choices.join('; ')}`,
    holds: (given: readonly string[]) => choices.includes([...new Set(given)].sort().join(' ')),
  },
});
const METHODS = ['', 'GET', ...CHOICES, 'GET POST', 'GET HEAD PUT', 'HEAD OPTIONS GET'].map((list) =>
  list.split(' ').filter((method) => method !== ''),
);

export const distribution: TypeTable = {
  type: 'aws:cloudfront/distribution:Distribution',
  service: 'cloudfront',
  valid: {
    enabled: true,
    isIpv6Enabled: true,
    httpVersion: 'http2',
    aliases: ['docs.orders.test'],
    comment: 'The orders',
    defaultRootObject: 'index.html',
    origins: [
      {
        ...{ originId: 'site', domainName: 'origin.orders.test', originAccessControlId: 'E1' },
        customOriginConfig: {
          ...{
            httpPort: 80,
            httpsPort: 443,
            originProtocolPolicy: 'https-only',
            originSslProtocols: ['TLSv1.2'],
          },
        },
      },
    ],
    defaultCacheBehavior: {
      ...{ targetOriginId: 'site', viewerProtocolPolicy: 'redirect-to-https', compress: true },
      ...{ allowedMethods: ['GET', 'HEAD'], cachedMethods: ['GET', 'HEAD'] },
      ...{ cachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6', responseHeadersPolicyId: 'r1' },
      functionAssociations: [
        { eventType: 'viewer-request', functionArn: 'arn:aws:cloudfront::123456789012:function/orders' },
      ],
    },
    customErrorResponses: [
      { ...{ errorCode: 404, responseCode: 404, responsePagePath: '/404.html' }, errorCachingMinTtl: 10 },
    ],
    restrictions: { geoRestriction: { restrictionType: 'none' } },
    viewerCertificate: {
      acmCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0f1e2d3c',
      ...{
        cloudfrontDefaultCertificate: false,
        sslSupportMethod: 'sni-only',
        minimumProtocolVersion: 'TLSv1.2_2021',
      },
    },
    tags: { team: 'orders' },
  },
  inputs: {
    enabled: config('Enabled'),
    isIpv6Enabled: config('IsIPV6Enabled'),
    httpVersion: config('HttpVersion'),
    aliases: config('Aliases.Items', {
      rules: [{ max: 100, source: `${GUIDE}/cloudfront-limits.html` }],
      stretch: (length) => Array.from({ length }, (_, index) => `docs${index}.orders.test`),
    }),
    'aliases[]': config('Aliases.Items[]'),
    comment: config('Comment', {
      rules: [{ max: 128, source: `${PROVIDER} comment` }],
      absent: { verdict: 'accepted', reason: `${PROVIDER} sends it empty` },
    }),
    defaultRootObject: config('DefaultRootObject', {
      rules: [
        { max: 255, source: `${GUIDE}/DownloadDistValuesGeneral.html (default root object)` },
        {
          source: 'cloudfront DistributionConfig.DefaultRootObject, its documentation',
          pattern: '[^/][^]*|',
        },
      ],
    }),
    origins: config('Origins.Items', {
      rules: [{ max: 100, source: `${GUIDE}/cloudfront-limits.html` }],
      stretch: (length) =>
        Array.from({ length }, (_, index) => ({
          originId: index === 0 ? 'site' : `${index}`,
          domainName: 'orders.test',
        })),
    }),
    'origins[]': config('Origins.Items[]'),
    'origins[].originId': origin('Id', { rules: [notEmpty] }),
    'origins[].domainName': origin('DomainName', { rules: [notEmpty] }),
    'origins[].originAccessControlId': origin('OriginAccessControlId', { rules: [notEmpty] }),
    'origins[].customOriginConfig': origin('CustomOriginConfig'),
    'origins[].customOriginConfig.httpPort': origin('CustomOriginConfig.HTTPPort', ports),
    'origins[].customOriginConfig.httpsPort': origin('CustomOriginConfig.HTTPSPort', ports),
    'origins[].customOriginConfig.originProtocolPolicy': origin('CustomOriginConfig.OriginProtocolPolicy'),
    'origins[].customOriginConfig.originSslProtocols': origin('CustomOriginConfig.OriginSslProtocols.Items', {
      rules: [required],
      unspecified: { values: [[]], reason: 'no source defines whether CloudFront takes none' },
    }),
    'origins[].customOriginConfig.originSslProtocols[]': origin(
      'CustomOriginConfig.OriginSslProtocols.Items[]',
    ),
    defaultCacheBehavior: config('DefaultCacheBehavior'),
    'defaultCacheBehavior.targetOriginId': behavior('TargetOriginId', {
      given: (id: string) => ({ origins: [{ originId: id || 'site', domainName: 'orders.test' }] }),
    }),
    'defaultCacheBehavior.viewerProtocolPolicy': behavior('ViewerProtocolPolicy'),
    'defaultCacheBehavior.allowedMethods': behavior('AllowedMethods.Items', {
      rules: [methods(CHOICES)],
      probes: METHODS,
    }),
    'defaultCacheBehavior.allowedMethods[]': behavior('AllowedMethods.Items[]', {
      rules: [{ source: 'of GET and HEAD only, the choice of both remains', enum: ['GET'] }],
    }),
    'defaultCacheBehavior.cachedMethods': behavior('AllowedMethods.CachedMethods.Items', {
      rules: [methods(CHOICES.slice(0, 2))],
      probes: METHODS,
    }),
    'defaultCacheBehavior.cachedMethods[]': behavior('AllowedMethods.CachedMethods.Items[]', {
      rules: [{ source: 'of GET and HEAD only, the choice of both remains', enum: ['GET'] }],
    }),
    'defaultCacheBehavior.compress': behavior('Compress'),
    'defaultCacheBehavior.cachePolicyId': behavior('CachePolicyId', {
      unspecified: { values: [''], reason: 'to the provider it is none, which needs forwarded_values' },
      absent: { verdict: 'not emulated', reason: 'without one, forwarded_values say what is cached' },
    }),
    'defaultCacheBehavior.responseHeadersPolicyId': behavior('ResponseHeadersPolicyId'),
    'defaultCacheBehavior.functionAssociations': behavior('FunctionAssociations.Items', {
      rules: [{ max: 2, source: `${PROVIDER} function_association MaxItems` }],
      emulated: {
        only: (given: readonly unknown[]) => given.length < 2,
        reason: 'a second one is for viewer-response',
      },
      stretch: (length) =>
        Array.from({ length }, (_, index) => ({
          eventType: 'viewer-request',
          functionArn: `arn:aws:cloudfront::123456789012:function/orders${index}`,
        })),
    }),
    'defaultCacheBehavior.functionAssociations[]': behavior('FunctionAssociations.Items[]'),
    'defaultCacheBehavior.functionAssociations[].eventType': behavior(
      'FunctionAssociations.Items[].EventType',
      {
        rules: [
          {
            source: 'cloudfront FunctionAssociation.EventType, its documentation',
            enum: ['viewer-request', 'viewer-response'],
          },
        ],
        emulated: { only: ['viewer-request'], reason: 'the local edge runs functions before the cache' },
      },
    ),
    'defaultCacheBehavior.functionAssociations[].functionArn': behavior(
      'FunctionAssociations.Items[].FunctionARN',
      {
        rules: [providerArn],
        shadowed: 'with a name of 64 characters, the most of its pattern, it has 106',
      },
    ),
    customErrorResponses: config('CustomErrorResponses.Items'),
    'customErrorResponses[]': config('CustomErrorResponses.Items[]'),
    'customErrorResponses[].errorCode': error('ErrorCode', {
      rules: [{ source: `${GUIDE}/creating-custom-error-pages.html`, enum: CODES }],
    }),
    'customErrorResponses[].responseCode': error('ResponseCode', {
      rules: [{ source: `${GUIDE}/custom-error-pages-response-code.html`, enum: ['200', ...CODES] }],
      unspecified: { values: [0], reason: 'the provider takes 0 for none' },
      absent: {
        verdict: 'refused',
        reason: 'cloudfront CustomErrorResponse.ResponsePagePath, its documentation',
      },
    }),
    'customErrorResponses[].responsePagePath': error('ResponsePagePath', {
      rules: [
        { source: 'cloudfront CustomErrorResponse.ResponsePagePath, its documentation', pattern: '/[^]*' },
      ],
      unspecified: { values: [''], reason: 'the provider takes it for none' },
      absent: {
        verdict: 'refused',
        reason: 'cloudfront CustomErrorResponse.ResponseCode, its documentation',
      },
    }),
    'customErrorResponses[].errorCachingMinTtl': error('ErrorCachingMinTTL', {
      rules: [{ min: 0, source: `${GUIDE}/DownloadDistValuesErrorPages.html (error caching minimum TTL)` }],
    }),
    restrictions: config('Restrictions', { rules: [required] }),
    'restrictions.geoRestriction': config('Restrictions.GeoRestriction'),
    'restrictions.geoRestriction.restrictionType': config('Restrictions.GeoRestriction.RestrictionType', {
      emulated: { only: ['none'], reason: 'viewers here have no country' },
    }),
    viewerCertificate: config('ViewerCertificate', { rules: [required] }),
    'viewerCertificate.cloudfrontDefaultCertificate': config(
      'ViewerCertificate.CloudFrontDefaultCertificate',
    ),
    'viewerCertificate.acmCertificateArn': config('ViewerCertificate.ACMCertificateArn', {
      rules: [providerArn],
      ...emptyIsUnset(SOURCE),
    }),
    'viewerCertificate.sslSupportMethod': config('ViewerCertificate.SSLSupportMethod'),
    'viewerCertificate.minimumProtocolVersion': config('ViewerCertificate.MinimumProtocolVersion', {
      emulated: {
        only: ['TLSv1.2_2018', 'TLSv1.2_2019', 'TLSv1.2_2021', 'TLSv1.2_2025', 'TLSv1.3_2025'],
        reason: "Node's TLS does not offer protocols before 1.2",
      },
    }),
    ...tags({
      key: 'CreateDistributionWithTags.DistributionConfigWithTags.Tags.Items[].Key',
      value: 'CreateDistributionWithTags.DistributionConfigWithTags.Tags.Items[].Value',
    }),
  },
};
