// A lifecycle of each resource type that is served: its inputs, what updates and what replaces it.
import * as pulumi from '@pulumi/pulumi';
import type { DomainValidationOption } from '../../src/acm/certificate-record.ts';
import { CLOUDFLARE_ZONE, ROUTE53_ZONE } from '../dns/client.ts';
import { functionInputs as distributionInputs } from '../support/cloudfront.ts';
import type { Created, Fixture, Lifecycle } from './lifecycle.ts';

const code = (body: string) =>
  new pulumi.asset.AssetArchive({
    'index.mjs': new pulumi.asset.StringAsset(`export const handler = async () => ${body};`),
  });

async function functionInputs(fixture: Fixture) {
  const role = await fixture.create('aws:iam/role:Role', 'role', { assumeRolePolicy: '{}' });
  return { code: code('1'), handler: 'index.handler', runtime: 'nodejs24.x', role: role.arn };
}

async function makeFunction(fixture: Fixture): Promise<Created> {
  return fixture.create('aws:lambda/function:Function', 'function', await functionInputs(fixture));
}

function makeApi(fixture: Fixture, name = 'api'): Promise<Created> {
  return fixture.create('aws:apigatewayv2/api:Api', name, { protocolType: 'HTTP' });
}

async function integrationInputs(fixture: Fixture, api: Created) {
  const { invokeArn } = await makeFunction(fixture);
  return {
    ...{ apiId: api.id, integrationType: 'AWS_PROXY', integrationUri: invokeArn },
    payloadFormatVersion: '2.0',
  };
}

const DOMAIN_NAME = 'aws:apigatewayv2/domainName:DomainName';
const [HOST, OTHER_HOST] = ['one.orders.localhost', 'two.orders.localhost'];

/** A certificate for both hosts, with its validation record. */
async function makeCertificate(fixture: Fixture) {
  const certificate = await fixture.create('aws:acm/certificate:Certificate', 'certificate', {
    ...{ domainName: '*.orders.localhost', validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1' },
  });
  const [option] = certificate.domainValidationOptions as readonly [DomainValidationOption];
  const { resourceRecordName: name, resourceRecordType: type, resourceRecordValue: value } = option;
  const { fqdn } = await fixture.create('aws:route53/record:Record', 'proof', {
    ...{ zoneId: ROUTE53_ZONE, name, type, ttl: 60, records: [value] },
  });
  return { certificateArn: certificate.arn, validationRecordFqdns: [fqdn] };
}

async function domainInputs(fixture: Fixture) {
  const proven = await makeCertificate(fixture);
  await fixture.create('aws:acm/certificateValidation:CertificateValidation', 'issued', proven);
  const { certificateArn } = proven;
  return {
    domainName: HOST,
    domainNameConfiguration: { certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' },
  };
}

const CODE = { runtime: 'cloudfront-js-2.0', code: 'function handler(event) { return event.request; }' };

export const LIFECYCLES: Readonly<Record<string, Lifecycle>> = {
  'aws:s3/bucket:Bucket': async () => ({
    computes: ['arn', 'bucketDomainName', 'bucketRegionalDomainName'],
    inputs: {},
    updates: [{ tags: { team: 'orders' } }],
    replaces: { bucket: 'another-name' },
  }),
  'aws:s3/bucketObjectv2:BucketObjectv2': async (fixture) => {
    const bucket = await fixture.create('aws:s3/bucket:Bucket', 'bucket', {});
    return {
      computes: ['etag', 'arn'],
      inputs: { bucket: bucket.id, key: 'index.html', content: 'orders' },
      updates: [{ content: 'more orders' }],
      replaces: { key: 'other.html' },
    };
  },
  'aws:dynamodb/table:Table': async () => ({
    computes: ['arn'],
    inputs: { attributes: [{ name: 'id', type: 'S' }], hashKey: 'id', billingMode: 'PAY_PER_REQUEST' },
    updates: [{ tags: { team: 'orders' } }, { ttl: { enabled: true, attributeName: 'expires' } }],
    replaces: { attributes: [{ name: 'key', type: 'S' }], hashKey: 'key' },
  }),
  'aws:lambda/function:Function': async (fixture) => ({
    computes: ['arn', 'invokeArn', 'qualifiedArn', 'version', 'lastModified', 'codeSha256', 'sourceCodeSize'],
    inputs: await functionInputs(fixture),
    updates: [
      { memorySize: 256 },
      // The provider does not read `publish` back: alone, nobody would see it reverted.
      { publish: true, timeout: 5 },
      { code: code('2') },
      { environment: { variables: { LEVEL: 'info' } } },
    ],
    replaces: { name: 'renamed' },
  }),
  'aws:lambda/alias:Alias': async (fixture) => {
    const versioned = { ...(await functionInputs(fixture)), publish: true };
    const { name } = await fixture.create('aws:lambda/function:Function', 'versioned', versioned);
    return {
      computes: ['arn', 'invokeArn'],
      inputs: { name: 'live', functionName: name, functionVersion: '1' },
      updates: [{ description: 'what is live' }, { functionVersion: '$LATEST' }],
      replaces: { name: 'other' },
    };
  },
  'aws:lambda/permission:Permission': async (fixture) => {
    const { arn } = await makeFunction(fixture);
    return {
      inputs: { action: 'lambda:InvokeFunction', function: arn, principal: 'apigateway.amazonaws.com' },
      updates: [],
      replaces: { sourceAccount: '123456789012' },
    };
  },
  'aws:apigatewayv2/api:Api': async () => ({
    computes: ['apiEndpoint', 'arn', 'executionArn'],
    inputs: { protocolType: 'HTTP', corsConfiguration: { allowHeaders: ['Link', 'ETag'] } },
    updates: [{ description: 'orders' }],
    replaces: { region: 'eu-central-1' },
  }),
  'aws:apigatewayv2/integration:Integration': async (fixture) => {
    const [api, other] = [await makeApi(fixture), await makeApi(fixture, 'other')];
    return {
      inputs: await integrationInputs(fixture, api),
      updates: [{ timeoutMilliseconds: 5000 }],
      replaces: { apiId: other.id },
    };
  },
  'aws:apigatewayv2/route:Route': async (fixture) => {
    const [api, other] = [await makeApi(fixture), await makeApi(fixture, 'other')];
    const inputs = await integrationInputs(fixture, api);
    const { id } = await fixture.create('aws:apigatewayv2/integration:Integration', 'integration', inputs);
    return {
      inputs: { apiId: api.id, routeKey: '$default' },
      updates: [{ target: `integrations/${id}` }],
      replaces: { apiId: other.id, target: undefined },
    };
  },
  'aws:apigatewayv2/stage:Stage': async (fixture) => {
    const api = await makeApi(fixture);
    return {
      computes: ['arn', 'executionArn', 'invokeUrl'],
      inputs: { apiId: api.id, name: '$default', autoDeploy: true },
      updates: [{ defaultRouteSettings: { throttlingBurstLimit: 10, throttlingRateLimit: 5 } }],
      replaces: { name: 'live' },
    };
  },
  'aws:acm/certificate:Certificate': async () => ({
    computes: ['arn', 'domainValidationOptions', 'status', 'type'],
    inputs: { domainName: HOST, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1' },
    updates: [{ tags: { team: 'orders' } }],
    replaces: { domainName: OTHER_HOST },
  }),
  'aws:acm/certificateValidation:CertificateValidation': async (fixture) => ({
    deletable: false,
    inputs: await makeCertificate(fixture),
    updates: [],
    replaces: { validationRecordFqdns: undefined },
  }),
  [DOMAIN_NAME]: async (fixture) => ({
    computes: ['arn', 'domainNameConfiguration.targetDomainName', 'domainNameConfiguration.hostedZoneId'],
    inputs: await domainInputs(fixture),
    updates: [{ tags: { team: 'orders' } }],
    replaces: { domainName: OTHER_HOST },
  }),
  'aws:apigatewayv2/apiMapping:ApiMapping': async (fixture) => {
    const api = await makeApi(fixture);
    for (const name of ['$default', 'live'])
      await fixture.create('aws:apigatewayv2/stage:Stage', name, { name, autoDeploy: true, apiId: api.id });
    const inputs = await domainInputs(fixture);
    const domain = await fixture.create(DOMAIN_NAME, 'domain', inputs);
    const other = await fixture.create(DOMAIN_NAME, 'other', { ...inputs, domainName: OTHER_HOST });
    return {
      inputs: { apiId: api.id, domainName: domain.id, stage: '$default' },
      updates: [{ stage: 'live' }],
      replaces: { domainName: other.id },
    };
  },
  'aws:route53/record:Record': async () => ({
    computes: ['fqdn'],
    inputs: {
      ...{ zoneId: ROUTE53_ZONE, name: 'a.orders.localhost', type: 'A', ttl: 60, records: ['192.0.2.1'] },
    },
    updates: [{ ttl: 120 }, { records: ['192.0.2.2', '192.0.2.3'] }],
    replaces: { name: 'b.orders.localhost' },
  }),
  'cloudflare:index/dnsRecord:DnsRecord': async () => ({
    computes: ['createdOn', 'modifiedOn', 'proxiable'],
    inputs: {
      ...{ zoneId: CLOUDFLARE_ZONE, name: 'a.shop.localhost', type: 'A', ttl: 1, content: '192.0.2.1' },
    },
    updates: [{ comment: 'orders' }, { name: 'b.shop.localhost' }],
    replaces: { type: 'AAAA', content: '2001:db8::1' },
  }),
  'aws:cloudfront/distribution:Distribution': async (fixture) => {
    const { arn } = await fixture.create('aws:cloudfront/function:Function', 'function', CODE);
    return {
      computes: ['arn', 'domainName', 'hostedZoneId', 'etag', 'status', 'lastModifiedTime'],
      inputs: distributionInputs(String(arn)),
      updates: [{ comment: 'docs' }],
    };
  },
  'aws:cloudfront/function:Function': async () => ({
    computes: ['arn', 'etag', 'status'],
    inputs: CODE,
    updates: [{ comment: 'rewrites' }, { tags: { stack: 'test' } }],
    replaces: { name: 'renamed' },
  }),
  'aws:cloudfront/keyValueStore:KeyValueStore': async () => ({
    computes: ['arn', 'etag', 'lastModifiedTime'],
    inputs: { comment: 'targets' },
    updates: [{ comment: 'hosts' }, { tags: { stack: 'test' } }],
    replaces: { name: 'renamed' },
  }),
  'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey': async (fixture) => {
    const { arn } = await fixture.create('aws:cloudfront/keyValueStore:KeyValueStore', 'store', {});
    return {
      inputs: { keyValueStoreArn: arn, key: 'www.orders.test', value: 'orders.test' },
      updates: [{ value: 'other.test' }],
      replaces: { key: 'old.orders.test' },
    };
  },
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': async () => ({
    computes: ['arn', 'etag'],
    inputs: { name: 'site', securityHeadersConfig: { contentTypeOptions: { override: true } } },
    updates: [{ securityHeadersConfig: { frameOptions: { frameOption: 'DENY', override: true } } }],
  }),
};
