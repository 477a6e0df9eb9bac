// Certificates and the wait for them.
import { emptyIsUnset, group, kept, of, providerArn, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const member = of('RequestCertificate');
const SOURCE = 'internal/service/acm/certificate.go';
const PROVIDER = `hashicorp/terraform-provider-aws ${SOURCE}`;

/** A host name with exactly that many characters. */
function hostOf(length: number): string {
  const labels = 'a'.repeat(40).padEnd(Math.max(0, length - 5), `.${'b'.repeat(40)}`);
  const name = `${labels.slice(0, Math.max(0, length - 5)).replace(/\.$/, 'c')}.test`;
  return length <= 5 ? 'a.test'.slice(0, length) : name.replace(/\.\./g, '.c');
}

const certificate: TypeTable = {
  type: 'aws:acm/certificate:Certificate',
  service: 'acm',
  valid: {
    domainName: 'orders.test',
    subjectAlternativeNames: ['www.orders.test'],
    validationMethod: 'DNS',
    keyAlgorithm: 'RSA_2048',
    options: { certificateTransparencyLoggingPreference: 'ENABLED', export: 'DISABLED' },
    region: 'eu-west-1',
    tags: { team: 'orders' },
  },
  inputs: {
    domainName: member('DomainName', {
      rules: [
        { max: 64, source: 'acm RequestCertificate.DomainName, its documentation (RFC 5280, Common Name)' },
      ],
      stretch: hostOf,
      probes: ['*.orders.test', 'ORDERS.test', 'a.*.test', '-a.test', 'a-.test', `${'a'.repeat(64)}.test`],
      absent: { verdict: 'not emulated', reason: 'without a domain name, a certificate is imported' },
    }),
    subjectAlternativeNames: member('SubjectAlternativeNames', {
      rules: [{ max: 99, source: `${PROVIDER} CustomizeDiff adds domain_name to them; the model takes 100` }],
      ...emptyIsUnset(SOURCE),
      stretch: (length) => Array.from({ length }, (_, index) => `www${index}.orders.test`),
    }),
    'subjectAlternativeNames[]': member('SubjectAlternativeNames[]', {
      stretch: hostOf,
      probes: ['*.orders.test', 'ORDERS.test', 'a.*.test', '-a.test', 'a-.test', `${'a'.repeat(64)}.test`],
    }),
    validationMethod: member('ValidationMethod', {
      emulated: { only: ['DNS'], reason: 'an e-mail or an HTTP request would need a response' },
      absent: { verdict: 'refused', reason: `${PROVIDER} resourceCertificateCreate` },
    }),
    keyAlgorithm: member('KeyAlgorithm', {
      emulated: {
        only: ['RSA_2048', 'EC_prime256v1', 'EC_secp384r1'],
        reason: 'CloudFront takes no others from ACM',
      },
    }),
    options: member('Options'),
    'options.certificateTransparencyLoggingPreference': member(
      'Options.CertificateTransparencyLoggingPreference',
    ),
    'options.export': member('Options.Export'),
    region,
    ...tags({
      all: 'RequestCertificate.Tags',
      key: 'RequestCertificate.Tags[].Key',
      value: 'RequestCertificate.Tags[].Value',
    }),
  },
};

const validation: TypeTable = {
  type: 'aws:acm/certificateValidation:CertificateValidation',
  service: 'acm',
  valid: {
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0f1e2d3c',
    validationRecordFqdns: ['_token.orders.test'],
    region: 'eu-west-1',
  },
  inputs: {
    certificateArn: of('DescribeCertificate')('CertificateArn', { rules: [providerArn] }),
    validationRecordFqdns: group(
      'hashicorp/terraform-provider-aws internal/service/acm/certificate_validation.go',
    ),
    'validationRecordFqdns[]': kept(
      "it is compared with the certificate's validation options",
      'hashicorp/terraform-provider-aws internal/service/acm/certificate_validation.go',
    ),
    region,
  },
};

export const acm: readonly TypeTable[] = [certificate, validation];
