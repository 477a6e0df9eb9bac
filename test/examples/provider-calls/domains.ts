// The calls for custom hosts: certificates, domain names of the gateway, records.
import {
  ACCOUNT,
  arn,
  type CallTable,
  calls,
  gateway,
  gatewayTags,
  gatewayUntag,
  hostOf,
  type Owner,
} from './call.ts';

/** A distribution's certificate; an API host's is in the stack's region and needs the same rights. */
const CERTIFICATE = arn('acm', 'certificate/12345678-1234-1234-1234-123456789012', 'us-east-1');
export const ZONE_ID = 'Z0123456789ABCDEFGHIJ';
const ZONE = `arn:aws:route53:::hostedzone/${ZONE_ID}`;
const LINKED_ROLE = `arn:aws:iam::${ACCOUNT}:role/aws-service-role/ops.apigateway.amazonaws.com/AWSServiceRoleForAPIGateway`;

const acm = (...names: string[]) => calls('acm', CERTIFICATE, ...names);
const zone = (...names: string[]) => calls('route53', ZONE, ...names);
/** The provider waits until the change is in sync. */
const change = calls('route53', 'arn:aws:route53:::change/C0123456789ABCDEFGHIJ', 'GetChange');

export const domainCalls = (owner: Owner): CallTable => ({
  ...CERTIFICATE_CALLS,
  ...domainNameCalls(`/domainnames/${hostOf(owner)}`),
});

const CERTIFICATE_CALLS: CallTable = {
  'aws:acm/certificate:Certificate': {
    source: 'acm/certificate.go',
    create: [
      ...calls('acm', '*', 'RequestCertificate'),
      ...acm('AddTagsToCertificate', 'DescribeCertificate'),
    ],
    read: acm('DescribeCertificate', 'ListTagsForCertificate'),
    update: acm('AddTagsToCertificate', 'RemoveTagsFromCertificate'),
    delete: acm('DeleteCertificate'),
  },
  'aws:acm/certificateValidation:CertificateValidation': {
    source: 'acm/certificate_validation.go',
    create: acm('DescribeCertificate'),
    read: acm('DescribeCertificate'),
    update: [],
    delete: [],
  },
};

const domainNameCalls = (domain: string): CallTable => ({
  'aws:apigatewayv2/apiMapping:ApiMapping': {
    source: 'apigatewayv2/api_mapping.go',
    create: gateway(`${domain}/apimappings`, 'POST'),
    read: gateway(`${domain}/apimappings/m1`, 'GET'),
    update: gateway(`${domain}/apimappings/m1`, 'PATCH'),
    delete: gateway(`${domain}/apimappings/m1`, 'DELETE'),
  },
  'aws:apigatewayv2/domainName:DomainName': {
    source: 'apigatewayv2/domain_name.go',
    create: [
      ...gateway('/domainnames', 'POST', 'TagResource'),
      ...gatewayTags(domain),
      // With the account's first custom domain name, with the caller's rights:
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/using-service-linked-roles.html
      ...calls('iam', LINKED_ROLE, 'CreateServiceLinkedRole'),
    ],
    read: gateway(domain, 'GET'),
    update: [...gateway(domain, 'PATCH'), ...gatewayTags(domain), ...gatewayUntag(domain)],
    delete: gateway(domain, 'DELETE'),
  },
  'aws:route53/record:Record': {
    source: 'route53/record.go',
    create: [...zone('GetHostedZone', 'ChangeResourceRecordSets'), ...change],
    read: zone('GetHostedZone', 'ListResourceRecordSets'),
    update: [...zone('ChangeResourceRecordSets'), ...change],
    delete: [...zone('ChangeResourceRecordSets'), ...change],
  },
});

/** The look-ups of the program, from the source of the provider's data sources. */
export const LOOKUPS = {
  /** For a zone without an id in the stack file: internal/service/route53/zone_data_source.go. */
  zone: [...calls('route53', '*', 'ListHostedZones'), ...zone('GetHostedZone', 'ListTagsForResource')],
  /** For a host whose certificate was not issued: internal/service/acm/certificate_data_source.go. */
  certificate: [
    ...calls('acm', '*', 'ListCertificates'),
    ...calls('acm', CERTIFICATE, 'DescribeCertificate', 'ListTagsForCertificate'),
  ],
};

/**
 * Requests of Cloudflare's provider, which a token is asked for and no IAM role: internal/services/dns_record/resource.go
 * of cloudflare/terraform-provider-cloudflare.
 */
export const CLOUDFLARE_CALLS = {
  'cloudflare:index/dnsRecord:DnsRecord': {
    create: ['POST /zones/{zone_id}/dns_records'],
    read: ['GET /zones/{zone_id}/dns_records/{id}'],
    update: ['PUT /zones/{zone_id}/dns_records/{id}'],
    delete: ['DELETE /zones/{zone_id}/dns_records/{id}'],
  },
} as const;
