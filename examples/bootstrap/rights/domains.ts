// The rights for custom hosts: certificates, domain names of the gateway, records in Route 53.
import { DOMAIN_NAME, MAPPING } from './api.ts';
import { ANY, type Rights, regional } from './right.ts';

/** A gateway's certificate is in the stack's region, a distribution's in us-east-1. */
const CERTIFICATES = [regional('acm', 'certificate/*'), 'arn:aws:acm:us-east-1:{account}:certificate/*'];
const HOSTED_ZONE = ['arn:aws:route53:::hostedzone/{zone}'];

const RECORD_NAMES = 'route53:ChangeResourceRecordSetsNormalizedRecordNames';
const RECORD_TYPES = 'route53:ChangeResourceRecordSetsRecordTypes';

export const DOMAIN_RIGHTS: Rights = {
  'aws:acm/certificate:Certificate': [
    {
      service: 'acm',
      on: CERTIFICATES,
      read: 'DescribeCertificate ListTagsForCertificate',
      write: 'AddTagsToCertificate DeleteCertificate RemoveTagsFromCertificate',
      create: 'AddTagsToCertificate',
      tagged: true,
    },
    { service: 'acm', on: ANY, create: 'RequestCertificate' },
    // The program looks up a certificate that failed by its name.
    { service: 'acm', on: ANY, read: 'ListCertificates' },
  ],
  'aws:acm/certificateValidation:CertificateValidation': [
    { service: 'acm', on: CERTIFICATES, read: 'DescribeCertificate', tagged: true },
  ],
  'aws:apigatewayv2/apiMapping:ApiMapping': MAPPING,
  'aws:apigatewayv2/domainName:DomainName': [
    ...DOMAIN_NAME,
    {
      // API Gateway creates it with the account's first custom domain name.
      service: 'iam',
      on: ['arn:aws:iam::{account}:role/aws-service-role/ops.apigateway.amazonaws.com/*'],
      write: 'CreateServiceLinkedRole',
      when: { StringEquals: { 'iam:AWSServiceName': 'ops.apigateway.amazonaws.com' } },
    },
  ],
  'aws:route53/record:Record': [
    { service: 'route53', on: HOSTED_ZONE, read: 'GetHostedZone ListResourceRecordSets ListTagsForResource' },
    {
      service: 'route53',
      on: HOSTED_ZONE,
      write: 'ChangeResourceRecordSets',
      // Every name and type of the batch must match. ForAllValues also matches where a key is absent, hence Null. No
      // condition on the actions of a change: the provider uses all three. https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-conditions-route53.html
      when: {
        'ForAllValues:StringLike': { [RECORD_NAMES]: '{record}' },
        'ForAllValues:StringEquals': { [RECORD_TYPES]: ['A', 'AAAA', 'CNAME', 'HTTPS'] },
        Null: { [RECORD_NAMES]: 'false', [RECORD_TYPES]: 'false' },
      },
    },
    { service: 'route53', on: ['arn:aws:route53:::change/*'], write: 'GetChange' },
    // The program looks up a zone without an id by its name.
    { service: 'route53', on: ANY, read: 'ListHostedZones' },
  ],
};
