// Certificates (RequestCertificate in ACM's service model, and the provider), and custom domain names, which they cover.
import { hostOf, oneOf, onlyOf, REQUIRED, type TypeRules, tags, text } from './rules.ts';

const label64 = `${text(64)}.test`;
const notHosts = ['', 'test', 'a.*.test', '-a.test', 'a-.test', 'a_b.test', 'a..test', 'a.test.', label64];
const certificate: TypeRules = {
  type: 'aws:acm/certificate:Certificate',
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
    ...tags,
  ],
};

const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0f1e2d3c';

const domainName: TypeRules = {
  type: 'aws:apigatewayv2/domainName:DomainName',
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
};

export const certificates = [certificate, domainName];
