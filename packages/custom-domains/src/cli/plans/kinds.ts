// The resource types that have host names, records or zones, as each format names them, and where their names are. Verified 2026-11
// with terraform-provider-aws 5 and 6, terraform-provider-cloudflare 4 and 5, Pulumi's providers, which have the same names in camel
// case, and the CloudFormation template reference. A path that a format does not have finds nothing.

/** A resource that serves its hosts, or has their certificate. */
export interface NamingKind {
  readonly types: readonly string[];
  /** The paths of its names. */
  readonly names: readonly string[];
  /** It can be without any. */
  readonly canBeNameless?: true;
  /** What serves them, as `--target` names it. */
  readonly target?: string;
  /** Who issues for them, as `--authority` names it; or the paths at which the resource says so, and the meaning of each of its ids. */
  readonly authority?:
    | string
    | { readonly at: readonly string[]; readonly ids: Readonly<Record<string, string>> };
  /** With one of these, no public authority is asked. */
  readonly unless?: readonly string[];
  /** The path of a switch: unless it is false, `www.` in front of the name is served too. */
  readonly www?: string;
  /** The paths of a switch: where it is true, the certificate is for the names below as well. */
  readonly wildcard?: readonly string[];
  /** Its values can also be patterns or prefixes, which are not hosts. */
  readonly isLoose?: true;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const NAMING: readonly NamingKind[] = [
  {
    types: words(`aws_acm_certificate aws:acm/certificate:Certificate
      aws-native:certificatemanager:Certificate AWS::CertificateManager::Certificate`),
    names: ['domain_name', 'subject_alternative_names'],
    authority: 'amazon',
    // An imported certificate, and one of a private authority.
    unless: ['certificate_body', 'certificate_authority_arn'],
  },
  {
    types: words(`aws_cloudfront_distribution aws:cloudfront/distribution:Distribution
      aws-native:cloudfront:Distribution AWS::CloudFront::Distribution`),
    names: ['aliases', 'distribution_config.aliases'],
    canBeNameless: true,
    target: 'cloudfront',
  },
  {
    types: words('aws_cloudfront_distribution_tenant aws:cloudfront/distributionTenant:DistributionTenant'),
    names: ['domain.domain', 'domains.domain'],
    target: 'cloudfront',
  },
  {
    types: words('aws-native:cloudfront:DistributionTenant AWS::CloudFront::DistributionTenant'),
    names: ['domains'],
    target: 'cloudfront',
  },
  {
    types: words(`aws_api_gateway_domain_name aws:apigateway/domainName:DomainName
      aws-native:apigateway:DomainName AWS::ApiGateway::DomainName
      aws_apigatewayv2_domain_name aws:apigatewayv2/domainName:DomainName
      aws-native:apigatewayv2:DomainName AWS::ApiGatewayV2::DomainName`),
    names: ['domain_name'],
    target: 'apigateway',
  },
  {
    types: words(`aws_apprunner_custom_domain_association
      aws:apprunner/customDomainAssociation:CustomDomainAssociation`),
    names: ['domain_name'],
    www: 'enable_www_subdomain',
    target: 'apprunner',
  },
  {
    // A load balancer has no names of its own: the rules of its listeners have those that it serves.
    types:
      words(`aws_lb_listener_rule aws:lb/listenerRule:ListenerRule aws_alb_listener_rule aws:alb/listenerRule:ListenerRule
      aws-native:elasticloadbalancingv2:ListenerRule AWS::ElasticLoadBalancingV2::ListenerRule`),
    names: words(
      'condition.host_header.values conditions.host_header.values conditions.host_header_config.values',
    ),
    target: 'alb',
    canBeNameless: true,
    isLoose: true,
  },
  {
    types: words(`aws_cognito_user_pool_domain aws:cognito/userPoolDomain:UserPoolDomain
      aws-native:cognito:UserPoolDomain AWS::Cognito::UserPoolDomain`),
    names: ['domain'],
    target: 'cloudfront',
    isLoose: true,
  },
  {
    // The host's owner points it to the zone: https://developers.cloudflare.com/cloudflare-for-platforms/
    types: words('cloudflare_custom_hostname cloudflare:index/customHostname:CustomHostname'),
    names: ['hostname'],
    authority: {
      at: ['ssl.certificate_authority', 'ssls.certificate_authority'],
      ids: { google: 'google', lets_encrypt: 'letsencrypt' },
    },
    wildcard: ['ssl.wildcard', 'ssls.wildcard'],
  },
];

/** A resource that is a zone or a record. */
export interface RecordKind {
  readonly types: readonly string[];
  readonly provider: 'route53' | 'cloudflare';
  /** The path of its records, where it has several. */
  readonly at?: string;
}

export const RECORDS: readonly RecordKind[] = [
  {
    types: words(`aws_route53_record aws:route53/record:Record
      aws-native:route53:RecordSet AWS::Route53::RecordSet`),
    provider: 'route53',
  },
  { types: ['AWS::Route53::RecordSetGroup'], provider: 'route53', at: 'record_sets' },
  {
    types: words(`cloudflare_record cloudflare:index/record:Record
      cloudflare_dns_record cloudflare:index/dnsRecord:DnsRecord`),
    provider: 'cloudflare',
  },
];

/** The paths of what a record has. `alias`: a Route 53 alias record follows the addresses of its target. */
export const RECORD_PATHS = {
  name: ['name'],
  type: ['type'],
  values: ['records', 'resource_records', 'content', 'value'],
  alias: ['alias.name', 'aliases.name', 'alias_target.dns_name'],
  zoneId: ['zone_id', 'hosted_zone_id'],
  zoneName: ['hosted_zone_name'],
} as const;

export const ZONES: readonly RecordKind[] = [
  {
    types: words(`aws_route53_zone aws:route53/zone:Zone
      aws-native:route53:HostedZone AWS::Route53::HostedZone`),
    provider: 'route53',
  },
  { types: words('cloudflare_zone cloudflare:index/zone:Zone'), provider: 'cloudflare' },
];

/** The paths of what a zone has. `isPrivate`: a zone of a network, whose records public DNS does not show. */
export const ZONE_PATHS = {
  name: ['name', 'zone'],
  id: ['zone_id', 'id'],
  servers: ['name_servers'],
  isPrivate: ['vpc', 'vpcs', 'private_zone'],
} as const;
