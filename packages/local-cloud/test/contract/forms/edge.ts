// HTTP APIs, their host names, and distributions.

import type { Inputs } from '../driver.ts';
import { type FormRow, rows } from '../form.ts';
import type { Fixture } from '../lifecycle.ts';
import { makeIssued } from '../lifecycles/certificates.ts';

function cors(headers: string[], allowMethods: string[], allowOrigins: string[]) {
  return { allowHeaders: headers, exposeHeaders: headers, allowMethods, allowOrigins };
}

const gateway: readonly FormRow[] = [
  ...rows('aws:apigatewayv2/api:Api', [
    {
      what: 'CORS headers with capitals, and all in another order',
      declares: {
        corsConfiguration: cors(['Content-Type', 'Link'], ['GET', 'POST'], ['https://a', 'https://b']),
      },
      gives: {
        corsConfiguration: cors(['content-type', 'link'], ['GET', 'POST'], ['https://a', 'https://b']),
      },
      next: {
        corsConfiguration: cors(['LINK', 'Content-type'], ['POST', 'GET'], ['https://b', 'https://a']),
      },
    },
    {
      what: 'an empty description, and no address type where there was one',
      declares: { description: '', ipAddressType: 'dualstack' },
      next: {},
    },
    { what: 'no address type', declares: {}, gives: { ipAddressType: 'ipv4' } },
  ]),
  ...rows('aws:apigatewayv2/integration:Integration', [
    {
      what: 'neither method nor time limit',
      declares: {},
      gives: { integrationMethod: 'POST', timeoutMilliseconds: 30_000 },
    },
    {
      what: 'neither method nor time limit, where there were both',
      declares: { integrationMethod: 'POST', timeoutMilliseconds: 5000 },
      next: {},
    },
  ]),
  ...rows('aws:apigatewayv2/route:Route', [
    {
      what: 'the defaults by name',
      declares: { apiKeyRequired: false, authorizationType: 'NONE' },
      next: {},
    },
  ]),
  ...rows('aws:apigatewayv2/stage:Stage', [
    {
      what: 'no route settings',
      declares: { defaultRouteSettings: undefined, description: '' },
      gives: { defaultRouteSettings: { detailedMetricsEnabled: false } },
    },
  ]),
  ...rows('aws:apigatewayv2/domainName:DomainName', [
    {
      what: 'no address type, where there was one',
      declares: ({ domainNameConfiguration }) => ({
        domainNameConfiguration: { ...(domainNameConfiguration as Inputs), ipAddressType: 'dualstack' },
        routingMode: 'API_MAPPING_ONLY',
      }),
      next: {},
    },
    {
      what: 'neither address type nor routing mode',
      declares: {},
      gives: { domainNameConfiguration: { ipAddressType: 'ipv4' }, routingMode: 'API_MAPPING_ONLY' },
    },
  ]),
  ...rows('aws:apigatewayv2/apiMapping:ApiMapping', [
    { what: 'an empty key, then none', declares: { apiMappingKey: '' }, next: { apiMappingKey: undefined } },
  ]),
];

const behavior = ({ defaultCacheBehavior }: Inputs) => defaultCacheBehavior as Inputs;

const distributions: readonly FormRow[] = [
  ...rows('aws:cloudfront/distribution:Distribution', [
    {
      what: 'methods, origins and error pages in another order',
      declares: (inputs) => ({ ...twoOfEach(inputs, false), comment: '' }),
      next: (inputs) => twoOfEach(inputs, true),
    },
    {
      what: "a lowest protocol beside CloudFront's own certificate",
      declares: {
        viewerCertificate: { cloudfrontDefaultCertificate: true, minimumProtocolVersion: 'TLSv1.2_2021' },
      },
      gives: { viewerCertificate: { minimumProtocolVersion: 'TLSv1' } },
      shows: 'update',
    },
    {
      what: 'its own names in another order',
      declares: (_, fixture) => ownNames(fixture, ['one.orders.localhost', 'two.orders.localhost']),
      next: ({ viewerCertificate }) => ({
        viewerCertificate,
        aliases: ['two.orders.localhost', 'one.orders.localhost'],
      }),
    },
    {
      what: 'a name of its own with capitals',
      declares: (_, fixture) => ownNames(fixture, ['One.orders.localhost']),
      gives: { aliases: ['one.orders.localhost'] },
      shows: 'update',
    },
  ]),
  ...rows('aws:cloudfront/function:Function', [
    { what: 'an empty comment, then none', declares: { comment: '' }, next: { comment: undefined } },
  ]),
  ...rows('aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy', [
    {
      what: 'headers in another order',
      declares: { customHeadersConfig: { items: [header('a'), header('b')] } },
      next: { customHeadersConfig: { items: [header('b'), header('a')] } },
    },
  ]),
];

async function ownNames(fixture: Fixture, aliases: readonly string[]): Promise<Inputs> {
  const acmCertificateArn = await makeIssued(fixture, 'us-east-1');
  return { aliases, viewerCertificate: { acmCertificateArn, sslSupportMethod: 'sni-only' } };
}

function header(name: string) {
  return { header: name, value: 'v', override: true };
}

function twoOfEach(inputs: Inputs, reversed: boolean): Inputs {
  const ordered = <Value>(list: Value[]) => (reversed ? list.toReversed() : list);
  const site = (inputs.origins as Inputs[]).find(({ originId }) => originId === 'site');
  const config = { httpPort: 80, httpsPort: 443, originProtocolPolicy: 'https-only' };
  const other = {
    ...{ originId: 'other', domainName: 'other.example' },
    customOriginConfig: { ...config, originSslProtocols: ordered(['TLSv1.1', 'TLSv1.2']) },
  };
  return {
    origins: ordered([site, other]),
    defaultCacheBehavior: {
      ...behavior(inputs),
      ...{ allowedMethods: ordered(['GET', 'HEAD']), cachedMethods: ordered(['GET', 'HEAD']) },
    },
    customErrorResponses: ordered([{ errorCode: 403 }, { errorCode: 404, errorCachingMinTtl: 10 }]),
  };
}

export const edgeForms: readonly FormRow[] = [...gateway, ...distributions];
