// The inputs of each type that is served: of Cloudflare (the provider's schema, generated from the API's), and of AWS (each service's
// model in botocore, its developer guide, and the provider).
import { CLOUDFLARE_ZONE, ROUTE53_ZONE } from '../dns/client.ts';

interface InputRules {
  /** Values that the service and the local cloud take; undefined: the input is left out. */
  readonly takes?: readonly unknown[];
  /** Values that the service or the provider refuses. */
  readonly refuses?: readonly unknown[];
  /** Values that the service takes and the local cloud does not emulate. */
  readonly lacks?: readonly unknown[];
}

type Inputs = Readonly<Record<string, unknown>>;

/** What is declared first and next, beside the valid inputs, where the service fills or converts some; and what a preview then shows. */
type Form = [what: string, first: Inputs, next: Inputs, shows: 'same' | 'update'];

interface TypeRules {
  readonly valid: Inputs;
  /** By dotted paths. */
  readonly inputs?: readonly (readonly [path: string, rules: InputRules])[];
  /** The source of each is beside its rule, in the service's folder. */
  readonly forms?: readonly Form[];
}

/** A text of that many characters. */
const text = (length: number) => 'a'.repeat(length);

/** A list of that many items. */
const list = <Item>(length: number, item: (index: number) => Item) =>
  Array.from({ length }, (_, index) => item(index));

/** A host name of that many characters. */
function hostOf(length: number): string {
  const labels = `${'a'.repeat(40)}.`.repeat(10).slice(0, length - '.test'.length);
  return `${labels.replace(/\.$/, 'b')}.test`;
}

const oneOf = (...values: readonly string[]): InputRules => ({
  takes: values,
  refuses: ['no such value', ''],
});

/** Every other value is not emulated. */
const onlyOf = (...values: readonly string[]): InputRules => ({ takes: values, lacks: ['other', ''] });

const REQUIRED: InputRules = { refuses: [undefined] };

const tagsOf = (length: number) => Object.fromEntries(list(length, (index) => [`tag${index}`, 'orders']));

/** https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html (tag naming limits) */
const TAGS: InputRules = {
  takes: [undefined, {}, tagsOf(50), { [text(128)]: text(256) }, { 'a-b:c/d=e+f@g._é 1': '' }],
  refuses: [tagsOf(51), { '': 'x' }, { [text(129)]: 'x' }, { x: text(257) }, { 'a#': 'x' }, { x: 'a#' }],
};

const RECORD_TYPES = onlyOf('A', 'AAAA', 'CNAME', 'HTTPS');
const HTTPS = { type: 'HTTPS', content: '1 . alpn="h3,h2"' };
const label64 = `${text(64)}.test`;
const notHosts = ['', 'test', 'a.*.test', '-a.test', 'a-.test', 'a_b.test', 'a..test', 'a.test.', label64];
const functionArn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0f1e2d3c';
const storeArn = 'arn:aws:cloudfront::123456789012:key-value-store/5cc3b908-e619-4b99-88e5-2cf7f45965be';

const aliasTarget = { name: 'd1.cloudfront.net', zoneId: 'Z2FDTNDATAQYW2', evaluateTargetHealth: false };

/** By type, or by type and the kind of inputs where a type has several. */
export const TYPES: Readonly<Record<string, TypeRules>> = {
  'cloudflare:index/dnsRecord:DnsRecord': {
    valid: {
      ...{ zoneId: CLOUDFLARE_ZONE, name: 'a.shop.localhost', type: 'A', ttl: 1, content: '192.0.2.1' },
      ...{ proxied: false, comment: 'The orders' },
    },
    inputs: [
      ['zoneId', REQUIRED],
      ['name', { refuses: [undefined, ''] }],
      ['type', RECORD_TYPES],
      ['ttl', { takes: [1, 60, 86_400], refuses: [undefined, 0, 2, 59, 86_401] }],
      ['data', { refuses: [{ priority: 1, target: '.', value: '' }] }],
      ['proxied', { lacks: [true] }],
    ],
    forms: [['content that is not declared any more', HTTPS, { ...HTTPS, content: undefined }, 'same']],
  },
  'aws:route53/record:Record': {
    valid: {
      ...{ zoneId: ROUTE53_ZONE, name: 'www', type: 'A', ttl: 60, records: ['192.0.2.1'] },
      allowOverwrite: false,
    },
    inputs: [
      ['zoneId', { takes: [text(32)], refuses: [undefined, '', text(33)] }],
      ['name', REQUIRED],
      ['type', RECORD_TYPES],
      // A change without a TTL is refused by the service, which names the record.
      ['ttl', { takes: [undefined, 0, 2_147_483_647], refuses: [-1, 0.5, 2_147_483_648] }],
      ['records', { takes: [list(3, (n) => `192.0.2.${n}`)], refuses: [undefined, []] }],
      ['aliases', { refuses: [[{ name: 'a.test', zoneId: 'Z1', evaluateTargetHealth: false }]] }],
    ],
    forms: [
      ['capitals and a final dot', { name: 'A.orders.localhost.' }, { name: 'a.orders.localhost' }, 'same'],
      ['no overwrite any more', { allowOverwrite: true }, { allowOverwrite: undefined }, 'same'],
    ],
  },
  'aws:route53/record:Record as an alias': {
    valid: { zoneId: 'Z1', name: 'www', type: 'A', aliases: [aliasTarget] },
    inputs: [
      ['ttl', { refuses: [60] }],
      ['type', { takes: ['AAAA', 'HTTPS'] }],
    ],
  },
  'aws:acm/certificate:Certificate': {
    valid: {
      ...{ domainName: 'orders.test', validationMethod: 'DNS' },
      ...{ keyAlgorithm: 'EC_prime256v1', region: 'eu-west-1', tags: { team: 'orders' } },
    },
    inputs: [
      ['domainName', { takes: ['*.orders.test', 'ORDERS.test'], refuses: notHosts }],
      // RFC 5280: the first name is the Common Name, of 64 characters at most.
      ['domainName', { takes: [hostOf(64)], refuses: [hostOf(65)], lacks: [undefined] }],
      ['validationMethod', onlyOf('DNS')],
      ['keyAlgorithm', onlyOf('EC_prime256v1')],
      ['tags', TAGS],
    ],
  },
  'aws:apigatewayv2/domainName:DomainName': {
    valid: {
      ...{ domainName: 'api.orders.test', region: 'eu-west-1', routingMode: 'API_MAPPING_ONLY' },
      domainNameConfiguration: {
        ...{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ipAddressType: 'ipv4' },
        ...{ hostedZoneId: 'Z1', targetDomainName: 'd-1.execute-api.eu-west-1.amazonaws.com' },
      },
    },
    inputs: [
      ['domainName', { takes: [hostOf(253)], refuses: [undefined, hostOf(254), ...notHosts] }],
      ['domainName', { lacks: ['*.orders.test', 'API.orders.test'] }],
      ['domainNameConfiguration', REQUIRED],
      ['domainNameConfiguration.certificateArn', { refuses: [undefined, '', 'x', 'arn:aws:acm'] }],
      ['domainNameConfiguration.ipAddressType', oneOf('ipv4', 'dualstack')],
      ['routingMode', onlyOf('API_MAPPING_ONLY')],
    ],
  },
  'aws:apigatewayv2/api:Api': {
    valid: { name: 'orders', protocolType: 'HTTP' },
    inputs: [
      ['protocolType', onlyOf('HTTP')],
      ['ipAddressType', oneOf('ipv4', 'dualstack')],
    ],
  },
  'aws:apigatewayv2/integration:Integration': {
    valid: {
      ...{ apiId: 'api', integrationType: 'AWS_PROXY', integrationUri: functionArn },
      payloadFormatVersion: '2.0',
    },
    inputs: [
      ['integrationType', onlyOf('AWS_PROXY')],
      ['payloadFormatVersion', { ...onlyOf('2.0'), lacks: ['1.0'] }],
    ],
  },
  'aws:apigatewayv2/route:Route': {
    valid: { apiId: 'api', routeKey: '$default' },
    inputs: [
      ['routeKey', { lacks: ['GET /orders'] }],
      ['authorizationType', onlyOf('NONE')],
    ],
  },
  'aws:apigatewayv2/stage:Stage': {
    valid: { apiId: 'api', name: '$default' },
  },
  'aws:apigatewayv2/apiMapping:ApiMapping': {
    valid: { apiId: 'api', domainName: 'api.orders.test', stage: '$default' },
    inputs: [['apiMappingKey', { lacks: ['v1'] }]],
  },
  'aws:cloudfront/distribution:Distribution': {
    valid: {
      ...{ enabled: true, isIpv6Enabled: true, httpVersion: 'http2', aliases: ['docs.orders.test'] },
      ...{ comment: 'The orders', defaultRootObject: 'index.html', tags: { team: 'orders' } },
      ...{ origins: [{ originId: 'site' }], defaultCacheBehavior: { targetOriginId: 'site' } },
      ...{ customErrorResponses: [], restrictions: {}, viewerCertificate: {} },
    },
    inputs: [
      ['aliases', { takes: [[], list(100, (n) => `h${n}.test`)], refuses: [list(101, (n) => `h${n}.test`)] }],
      ['origins', REQUIRED],
      ['defaultCacheBehavior', REQUIRED],
      ['viewerCertificate', REQUIRED],
      ['tags', TAGS],
    ],
  },
  'aws:cloudfront/function:Function': {
    valid: { name: 'orders', runtime: 'cloudfront-js-2.0', code: 'function handler() {}', publish: true },
    inputs: [
      ['name', { takes: [undefined, text(64), 'a-B_9'], refuses: ['', text(65), 'a.b'] }],
      ['runtime', onlyOf('cloudfront-js-2.0')],
      // Bytes, not characters.
      ['code', { takes: [text(10_240), 'é'.repeat(5_120)], refuses: ['', text(10_241), 'é'.repeat(5_121)] }],
      ['publish', { takes: [undefined], lacks: [false] }],
      ['keyValueStoreAssociations', { takes: [[], [storeArn]], refuses: [['x'], [storeArn, storeArn]] }],
    ],
  },
  'aws:cloudfront/keyValueStore:KeyValueStore': {
    valid: { name: 'orders', comment: 'The orders', tags: { team: 'orders' } },
    inputs: [['tags', TAGS]],
  },
  'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey': {
    valid: { keyValueStoreArn: storeArn, key: 'www.orders.test', value: 'orders.test' },
    inputs: [
      ['keyValueStoreArn', REQUIRED],
      ['key', { takes: [text(512)], refuses: [undefined, '', text(513)] }],
      // Bytes, not characters.
      ['value', { takes: ['', text(1024)], refuses: [undefined, text(1025), 'é'.repeat(513)] }],
    ],
  },
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': {
    valid: {
      name: 'site',
      securityHeadersConfig: { frameOptions: { frameOption: 'DENY', override: true } },
      customHeadersConfig: { items: [{ header: 'a', value: 'v', override: true }] },
    },
  },
  'aws:s3/bucket:Bucket': {
    valid: { bucket: 'orders', forceDestroy: true, region: 'eu-west-1', tags: {} },
  },
  'aws:s3/bucketObjectv2:BucketObjectv2': {
    valid: { bucket: 'orders', key: 'index.html', content: 'orders' },
    inputs: [['content', { lacks: [undefined] }]],
  },
  'aws:lambda/function:Function': {
    valid: {
      ...{ name: 'orders', region: 'eu-west-1', code: {}, handler: 'index.handler', runtime: 'nodejs24.x' },
      ...{ role: 'arn:aws:iam::123456789012:role/orders', environment: {} },
      ...{ loggingConfig: {}, tracingConfig: {} },
    },
    inputs: [
      ['name', { takes: [undefined, text(64)], refuses: ['', text(65), 'a b', 'function:orders'] }],
      ['code', { refuses: [undefined, 'index.js'] }],
      ['runtime', onlyOf('nodejs24.x')],
      ['runtime', REQUIRED],
      ['role', { refuses: [undefined, '', 'orders'] }],
      // -1 reserves none.
      ['reservedConcurrentExecutions', { takes: [undefined, -1, 0], refuses: [-2, 0.5] }],
      ['tags', TAGS],
    ],
    forms: [
      ['another hash', { sourceCodeHash: 'a' }, { sourceCodeHash: 'b' }, 'update'],
      ['a hash that is left out', { sourceCodeHash: 'a' }, {}, 'same'],
    ],
  },
  'aws:dynamodb/table:Table': {
    valid: {
      ...{ name: 'orders', region: 'eu-west-1', hashKey: 'pk', rangeKey: 'sk', attributes: [] },
      ...{ billingMode: 'PAY_PER_REQUEST', globalSecondaryIndexes: [], pointInTimeRecovery: {}, ttl: {} },
    },
    inputs: [
      ['name', { takes: [undefined, 'a.b', text(255)], refuses: ['ab', text(256), 'a b'] }],
      ['hashKey', { lacks: [undefined] }],
      ['billingMode', { ...onlyOf('PAY_PER_REQUEST'), lacks: [undefined, 'PROVISIONED'] }],
      ['tags', TAGS],
    ],
  },
};
