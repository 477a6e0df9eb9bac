// Certificates (RequestCertificate in ACM's service model, and the provider), and custom domain names, which they cover.
import {
  hostOf,
  type InputRules,
  list,
  oneOf,
  onlyOf,
  REQUIRED,
  type TypeRules,
  tags,
  text,
} from './rules.ts';

const label64 = `${text(64)}.test`;
const notHosts = ['', 'test', 'a.*.test', '-a.test', 'a-.test', 'a_b.test', 'a..test', 'a.test.', label64];
const names: InputRules = { takes: ['*.orders.test', 'ORDERS.test', `${text(63)}.test`], refuses: notHosts };

const certificate: TypeRules = {
  type: 'aws:acm/certificate:Certificate',
  valid: {
    ...{ domainName: 'orders.test', subjectAlternativeNames: ['www.orders.test'], validationMethod: 'DNS' },
    ...{ keyAlgorithm: 'RSA_2048', region: 'eu-west-1', tags: { team: 'orders' } },
  },
  inputs: [
    ['domainName', { takes: ['*.orders.test', 'ORDERS.test'], refuses: notHosts }],
    // RFC 5280: the first name is the Common Name, of 64 characters at most.
    ['domainName', { takes: [hostOf(64)], refuses: [hostOf(65)], lacks: [undefined] }],
    ['subjectAlternativeNames.0', names],
    ['subjectAlternativeNames.0', { takes: [hostOf(253)], refuses: [hostOf(254)] }],
    // The domain name is one of the hundred.
    [
      'subjectAlternativeNames',
      {
        takes: [undefined, [], list(99, (n) => `h${n}.test`)],
        refuses: [list(100, (n) => `h${n}.test`)],
      },
    ],
    ['validationMethod', onlyOf('DNS')],
    ['keyAlgorithm', onlyOf('RSA_2048', 'EC_prime256v1', 'EC_secp384r1')],
    ...tags,
  ],
};

const certificateForms: TypeRules = {
  type: certificate.type,
  what: 'read back',
  valid: { domainName: 'one.test', validationMethod: 'DNS' },
  inputs: [],
  forms: [
    [
      'a name with capitals',
      { domainName: 'One.test' },
      { gives: { domainName: 'one.test', subjectAlternativeNames: ['one.test'] }, shows: 'replace' },
    ],
    [
      'alternative names in another order, the domain name among them',
      { subjectAlternativeNames: ['two.test', 'three.test'] },
      { next: { subjectAlternativeNames: ['three.test', 'one.test', 'two.test'] } },
    ],
    [
      'no key algorithm and alternative names, where there were some',
      { keyAlgorithm: 'EC_prime256v1', subjectAlternativeNames: ['two.test'] },
      { next: {} },
    ],
    ['no key algorithm', {}, { gives: { keyAlgorithm: 'RSA_2048' } }],
  ],
};

const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0f1e2d3c';

const validation: TypeRules = {
  type: 'aws:acm/certificateValidation:CertificateValidation',
  valid: { certificateArn, validationRecordFqdns: ['_a.one.test', '_b.two.test'] },
  inputs: [],
  forms: [
    ['another order', {}, { next: { validationRecordFqdns: ['_b.two.test', '_a.one.test'] } }],
    [
      'names with a final dot, where they had none',
      {},
      { next: { validationRecordFqdns: ['_a.one.test.', '_b.two.test.'] }, shows: 'replace' },
    ],
  ],
};

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

export const certificates = [certificate, certificateForms, validation, domainName];
