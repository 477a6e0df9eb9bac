// The rights for custom hosts: certificates, domain names of the gateway, records in Route 53.
import { ANY, gatewayRight, OWN_TAG, type Rights, regional } from './right.ts';

/** A gateway's certificate is in the stack's region, a distribution's in us-east-1. */
const CERTIFICATES = [regional('acm', 'certificate/*'), 'arn:aws:acm:us-east-1:{account}:certificate/*'];
const DOMAIN_NAME = gatewayRight('/domainnames', '/domainnames/*', '/tags/*');
const HOSTED_ZONE = ['arn:aws:route53:::hostedzone/*'];

export const DOMAIN_RIGHTS: Rights = {
  'aws:acm/certificate:Certificate': [
    {
      on: CERTIFICATES,
      read: ['acm:DescribeCertificate', 'acm:ListTagsForCertificate'],
      write: ['acm:AddTagsToCertificate', 'acm:DeleteCertificate', 'acm:RemoveTagsFromCertificate'],
    },
    // The program looks up a certificate that failed by its name.
    { on: ANY, read: ['acm:ListCertificates'], write: [] },
    { on: ANY, read: [], write: ['acm:RequestCertificate'], when: OWN_TAG },
  ],
  'aws:acm/certificateValidation:CertificateValidation': [
    { on: CERTIFICATES, read: ['acm:DescribeCertificate'], write: [] },
  ],
  'aws:apigatewayv2/apiMapping:ApiMapping': [DOMAIN_NAME],
  'aws:apigatewayv2/domainName:DomainName': [
    DOMAIN_NAME,
    {
      // API Gateway creates it with the account's first custom domain name.
      on: ['arn:aws:iam::{account}:role/aws-service-role/ops.apigateway.amazonaws.com/*'],
      read: [],
      write: ['iam:CreateServiceLinkedRole'],
      when: { StringEquals: { 'iam:AWSServiceName': 'ops.apigateway.amazonaws.com' } },
    },
  ],
  'aws:route53/record:Record': [
    {
      on: HOSTED_ZONE,
      read: ['route53:GetHostedZone', 'route53:ListResourceRecordSets', 'route53:ListTagsForResource'],
      write: [],
    },
    {
      on: HOSTED_ZONE,
      read: [],
      write: ['route53:ChangeResourceRecordSets'],
      when: {
        'ForAllValues:StringEquals': {
          'route53:ChangeResourceRecordSetsRecordTypes': ['A', 'AAAA', 'CNAME'],
        },
      },
    },
    { on: ['arn:aws:route53:::change/*'], read: [], write: ['route53:GetChange'] },
    // The program looks up a zone without an id by its name.
    { on: ANY, read: ['route53:ListHostedZones'], write: [] },
  ],
};
