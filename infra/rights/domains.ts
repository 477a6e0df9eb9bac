// The rights for custom hosts: certificates, domain names of the gateway, records in Route 53.
import { DOMAIN_NAME, MAPPING } from './api.ts';
import { ANY, owned, type Rights, regional, right } from './right.ts';

/** A gateway's certificate is in the stack's region, a distribution's in us-east-1. */
const CERTIFICATES = [regional('acm', 'certificate/*'), 'arn:aws:acm:us-east-1:{account}:certificate/*'];
/** Without tags: a host that moves in may have a certificate of another stack, or of the console. All of it is public. */
const CERTIFICATE_READ = right('acm', CERTIFICATES, {
  read: 'DescribeCertificate GetCertificate ListTagsForCertificate',
});
const HOSTED_ZONE = ['arn:aws:route53:::hostedzone/{zone}'];

const RECORD_NAMES = 'route53:ChangeResourceRecordSetsNormalizedRecordNames';
const RECORD_TYPES = 'route53:ChangeResourceRecordSetsRecordTypes';

export const DOMAIN_RIGHTS: Rights = {
  'aws:acm/certificate:Certificate': [
    owned('acm', CERTIFICATES, {
      write: 'AddTagsToCertificate DeleteCertificate RemoveTagsFromCertificate',
      create: 'AddTagsToCertificate',
    }),
    right('acm', ANY, { create: 'RequestCertificate' }),
    CERTIFICATE_READ,
    // The program looks up a certificate by its name.
    right('acm', ANY, { read: 'ListCertificates' }),
  ],
  'aws:acm/certificateValidation:CertificateValidation': [CERTIFICATE_READ],
  'aws:apigatewayv2/apiMapping:ApiMapping': MAPPING,
  'aws:apigatewayv2/domainName:DomainName': [
    ...DOMAIN_NAME,
    // API Gateway creates it with the account's first custom domain name.
    right('iam', ['arn:aws:iam::{account}:role/aws-service-role/ops.apigateway.amazonaws.com/*'], {
      write: 'CreateServiceLinkedRole',
      when: { StringEquals: { 'iam:AWSServiceName': 'ops.apigateway.amazonaws.com' } },
    }),
  ],
  'aws:route53/record:Record': [
    right('route53', HOSTED_ZONE, {
      read: 'GetHostedZone ListResourceRecordSetProtections ListResourceRecordSets ListTagsForResource',
    }),
    right('route53', HOSTED_ZONE, {
      write: 'ChangeResourceRecordSets',
      // Every name and type of the batch must match. ForAllValues also matches where a key is absent, hence Null. No
      // condition on the actions of a change: the provider uses all three. https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-conditions-route53.html
      when: {
        'ForAllValues:StringLike': { [RECORD_NAMES]: '{record}' },
        'ForAllValues:StringEquals': { [RECORD_TYPES]: ['A', 'AAAA', 'CNAME', 'HTTPS'] },
        Null: { [RECORD_NAMES]: 'false', [RECORD_TYPES]: 'false' },
      },
    }),
    right('route53', ['arn:aws:route53:::change/*'], { write: 'GetChange' }),
    // The program looks up a zone without an id by its name.
    right('route53', ANY, { read: 'ListHostedZones' }),
  ],
};
