// The resource types that have host names, records or zones, as each format names them, and where their names are. A new type is a row.
// Verified 2026-11 with terraform-provider-aws 5 and 6, cloudflare 4 and 5, google 6, azurerm 4, Pulumi's providers, which have the same
// names in camel case, and the CloudFormation template reference. A path that a format does not have finds nothing.

/** A resource that serves its hosts, or has their certificate. */
export interface HostType {
  readonly types: readonly string[];
  /** The paths of its names, in full. */
  readonly names: readonly string[];
  /** The paths of labels, each of which is in front of the names; an empty one stands for the names themselves. */
  readonly prefixes?: readonly string[];
  /** It can be without any. */
  readonly canBeNameless?: true;
  /** With one of these alone it has public names. */
  readonly needs?: readonly string[];
  /** With one of these, no public authority is asked. */
  readonly unless?: readonly string[];
  /** Unlike AWS, its service takes a name with a final dot. */
  readonly finalDot?: true;
  /** What serves them, as `--target` names it, or the domain below which its names are; by the kind of its endpoint, where it has several. */
  readonly target?: string;
  readonly endpoint?: { readonly at: readonly string[]; readonly targets: Readonly<Record<string, string>> };
  /** The paths of the distribution's own name. */
  readonly gives?: readonly string[];
  /** Who issues for them, as `--authority` names it; or the paths at which the resource says so, and the meaning of each of its ids. */
  readonly authority?:
    | string
    | { readonly at: readonly string[]; readonly ids: Readonly<Record<string, string>> };
  /** It is a certificate of ACM, with ACM's limits. */
  readonly isAcm?: true;
  /** The paths of its certificate's ARN. That of what CloudFront serves is in us-east-1. */
  readonly certificate?: readonly string[];
  /** The path of a switch: unless it is false, `www.` in front of the name is served too. */
  readonly www?: string;
  /** The paths of a switch: where it is true, the certificate is for the names below as well. */
  readonly wildcard?: readonly string[];
  /** Its values can also be patterns or prefixes, which are not hosts. */
  readonly isLoose?: true;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** An endpoint of API Gateway that only a network reaches. */
export const PRIVATE = 'private';
const ACM_NAMES = ['domain_name', 'subject_alternative_names'];
const API_CERTIFICATE =
  words(`certificate_arn regional_certificate_arn domain_name_configuration.certificate_arn
  domain_name_configurations.certificate_arn`);
/** Who Cloudflare asks, where the resource names it. */
const CLOUDFLARE_IDS = { google: 'google', lets_encrypt: 'letsencrypt' };
const ENDPOINTS = { EDGE: 'cloudfront', REGIONAL: 'apigateway', PRIVATE };

export const HOSTS: readonly HostType[] = [
  {
    types: words(`aws_acm_certificate aws:acm/certificate:Certificate
      aws-native:certificatemanager:Certificate AWS::CertificateManager::Certificate`),
    names: ACM_NAMES,
    authority: 'amazon',
    isAcm: true,
    // An imported certificate, and one of a private authority.
    unless: ['certificate_body', 'certificate_authority_arn'],
  },
  {
    // The CDK's DnsValidatedCertificate.
    types: ['AWS::CloudFormation::CustomResource'],
    names: ACM_NAMES,
    needs: ['hosted_zone_id'],
    authority: 'amazon',
    isAcm: true,
  },
  {
    types: words(`aws_lightsail_certificate aws:lightsail/certificate:Certificate
      aws-native:lightsail:Certificate AWS::Lightsail::Certificate`),
    names: ACM_NAMES,
    authority: 'amazon',
  },
  {
    types: words(`aws_cloudfront_distribution aws:cloudfront/distribution:Distribution
      aws-native:cloudfront:Distribution AWS::CloudFront::Distribution`),
    names: ['aliases', 'distribution_config.aliases', 'distribution_config.CNAMEs'],
    canBeNameless: true,
    target: 'cloudfront',
    gives: ['domain_name'],
    certificate: ['viewer_certificate', 'distribution_config.viewer_certificate'].map(
      (at) => `${at}.acm_certificate_arn`,
    ),
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
      aws-native:apigateway:DomainName AWS::ApiGateway::DomainName`),
    names: ['domain_name'],
    target: 'cloudfront',
    endpoint: { at: ['endpoint_configuration.types'], targets: ENDPOINTS },
    gives: ['cloudfront_domain_name', 'distribution_domain_name'],
    certificate: API_CERTIFICATE,
  },
  {
    types: words(`aws_apigatewayv2_domain_name aws:apigatewayv2/domainName:DomainName
      aws-native:apigatewayv2:DomainName AWS::ApiGatewayV2::DomainName`),
    names: ['domain_name'],
    target: 'apigateway',
    certificate: API_CERTIFICATE,
  },
  {
    types: words('aws-native:apigateway:DomainNameV2 AWS::ApiGateway::DomainNameV2'),
    names: ['domain_name'],
    target: PRIVATE,
  },
  {
    types: words('AWS::Serverless::Api AWS::Serverless::HttpApi AWS::Serverless::WebSocketApi'),
    names: ['domain.domain_name'],
    needs: ['domain'],
    target: 'apigateway',
    endpoint: { at: ['domain.endpoint_configuration'], targets: ENDPOINTS },
    certificate: ['domain.certificate_arn'],
  },
  {
    types: words(`aws_appsync_domain_name aws:appsync/domainName:DomainName
      aws-native:appsync:DomainName AWS::AppSync::DomainName`),
    names: ['domain_name'],
    target: 'cloudfront',
    gives: ['appsync_domain_name'],
    certificate: ['certificate_arn'],
  },
  {
    types: ['AWS::Serverless::GraphQLApi'],
    names: ['domain_name.domain_name'],
    needs: ['domain_name'],
    target: 'cloudfront',
    certificate: ['domain_name.certificate_arn'],
  },
  {
    types: words(`aws_amplify_domain_association aws:amplify/domainAssociation:DomainAssociation
      aws-native:amplify:Domain AWS::Amplify::Domain`),
    names: ['domain_name'],
    prefixes: ['sub_domain.prefix', 'sub_domains.prefix', 'sub_domain_settings.prefix'],
    authority: 'amazon',
    target: 'cloudfront',
  },
  {
    types: words(`aws_apprunner_custom_domain_association
      aws:apprunner/customDomainAssociation:CustomDomainAssociation`),
    names: ['domain_name'],
    www: 'enable_www_subdomain',
    target: 'apprunner',
  },
  {
    types: words(`aws_opensearch_domain aws:opensearch/domain:Domain
      aws-native:opensearchservice:Domain AWS::OpenSearchService::Domain
      aws_elasticsearch_domain aws:elasticsearch/domain:Domain AWS::Elasticsearch::Domain`),
    names: ['domain_endpoint_options.custom_endpoint'],
    canBeNameless: true,
    target: 'es.amazonaws.com',
    certificate: ['domain_endpoint_options.custom_endpoint_certificate_arn'],
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
    // Without a certificate the name is a prefix of Cognito's own domain.
    types: words(`aws_cognito_user_pool_domain aws:cognito/userPoolDomain:UserPoolDomain
      aws-native:cognito:UserPoolDomain AWS::Cognito::UserPoolDomain`),
    names: ['domain'],
    needs: ['certificate_arn', 'custom_domain_config'],
    target: 'cloudfront',
    gives: ['cloudfront_distribution'],
    certificate: ['certificate_arn', 'custom_domain_config.certificate_arn'],
  },
  {
    types: words(
      'google_compute_managed_ssl_certificate gcp:compute/managedSslCertificate:ManagedSslCertificate',
    ),
    names: ['managed.domains'],
    authority: 'google',
    finalDot: true,
  },
  {
    types: words('google_certificate_manager_certificate gcp:certificatemanager/certificate:Certificate'),
    names: ['managed.domains'],
    canBeNameless: true,
    authority: 'google',
  },
  {
    types: words('google_cloud_run_domain_mapping gcp:cloudrun/domainMapping:DomainMapping'),
    names: ['name'],
    authority: 'google',
    target: 'googlehosted.com',
  },
  {
    types: words(`google_app_engine_domain_mapping gcp:appengine/domainMapping:DomainMapping
      google_firebase_hosting_custom_domain gcp:firebase/hostingCustomDomain:HostingCustomDomain`),
    names: ['domain_name', 'custom_domain'],
    authority: 'unknown',
  },
  {
    types: words(`azurerm_cdn_frontdoor_custom_domain azure:cdn/frontdoorCustomDomain:FrontdoorCustomDomain
      azurerm_cdn_endpoint_custom_domain azure:cdn/endpointCustomDomain:EndpointCustomDomain
      azure-native:cdn:AFDCustomDomain`),
    names: ['host_name'],
    authority: 'unknown',
    target: 'azurefd.net',
  },
  {
    types: words(`azurerm_app_service_custom_hostname_binding
      azure:appservice/customHostnameBinding:CustomHostnameBinding azure-native:web:WebAppHostNameBinding`),
    names: ['hostname', 'host_name'],
    target: 'azurewebsites.net',
  },
  {
    types:
      words(`azurerm_static_web_app_custom_domain azure:appservice/staticWebAppCustomDomain:StaticWebAppCustomDomain
      azurerm_container_app_custom_domain azure:containerapp/customDomain:CustomDomain`),
    names: ['domain_name', 'name'],
    authority: 'unknown',
  },
  {
    // The host's owner points it to the zone: https://developers.cloudflare.com/cloudflare-for-platforms/
    types: words('cloudflare_custom_hostname cloudflare:index/customHostname:CustomHostname'),
    names: ['hostname'],
    authority: { at: ['ssl.certificate_authority', 'ssls.certificate_authority'], ids: CLOUDFLARE_IDS },
    wildcard: ['ssl.wildcard', 'ssls.wildcard'],
  },
  {
    types: words('cloudflare_certificate_pack cloudflare:index/certificatePack:CertificatePack'),
    names: ['hosts'],
    authority: { at: ['certificate_authority'], ids: CLOUDFLARE_IDS },
  },
  {
    types: words('cloudflare_pages_domain cloudflare:index/pagesDomain:PagesDomain'),
    names: ['name', 'domain'],
    authority: 'unknown',
    target: 'pages.dev',
  },
  {
    // Each sets the record of its host itself, in its zone.
    types: words(`cloudflare_workers_custom_domain cloudflare:index/workersCustomDomain:WorkersCustomDomain
      cloudflare_workers_domain cloudflare:index/workersDomain:WorkersDomain
      cloudflare_worker_domain cloudflare:index/workerDomain:WorkerDomain
      cloudflare_r2_custom_domain cloudflare:index/r2CustomDomain:R2CustomDomain`),
    names: ['hostname', 'domain'],
    authority: 'unknown',
  },
  {
    types: words('vercel_project_domain vercel:index/projectDomain:ProjectDomain'),
    names: ['domain'],
    authority: 'letsencrypt',
  },
  {
    types: words('netlify_domain_settings'),
    names: ['custom_domain', 'domain_aliases'],
    authority: 'letsencrypt',
    canBeNameless: true,
  },
  {
    types: words(`fastly_service_vcl fastly:index/serviceVcl:ServiceVcl
      fastly_service_compute fastly:index/serviceCompute:ServiceCompute`),
    names: ['domain.name', 'domains.name'],
    canBeNameless: true,
  },
  {
    types: words('fastly_tls_subscription fastly:index/tlsSubscription:TlsSubscription'),
    names: ['domains'],
    authority: { at: ['certificate_authority'], ids: { 'lets-encrypt': 'letsencrypt' } },
  },
  {
    types: words('digitalocean_certificate digitalocean:index/certificate:Certificate'),
    names: ['domains'],
    canBeNameless: true,
    authority: 'letsencrypt',
  },
  {
    types: words('digitalocean_app digitalocean:index/app:App'),
    names: ['spec.domain.name', 'spec.domains.name', 'spec.domain_names.name'],
    canBeNameless: true,
    authority: 'unknown',
    target: 'ondigitalocean.app',
  },
  {
    // The server of its provider is not in the resource.
    types: words('acme_certificate acme:index/certificate:Certificate'),
    names: ['common_name', 'subject_alternative_names'],
    canBeNameless: true,
    authority: 'unknown',
  },
];

/** How the tool makes the full name of a record from what is written and the zone's name. */
export type Completion =
  /** What is written is the full name. */
  | 'full'
  /** The zone's name is appended unless the text ends with it, if within a label: `expandRecordName` of terraform-provider-aws. */
  | 'by-text'
  /** The zone's name is appended unless the name is within it; `@` is the apex. */
  | 'by-label'
  /** The zone's name is always appended; `@` is the apex. */
  | 'relative';

/** A resource that is a zone or a record. */
export interface RecordType {
  readonly types: readonly string[];
  /** Who serves the zone. */
  readonly provider: string;
  readonly completion: Completion;
  /** The path of its records, where it has several. */
  readonly at?: string;
  /** The type of all of its records. */
  readonly type?: string;
}

/** `azurerm_dns_a_record`, with its type in its name. */
const azureRecords = (type: string, name: string): RecordType => {
  const camel = name.replace(/_./g, (found) => found.slice(1).toUpperCase());
  const pascal = camel.replace(/^./, (found) => found.toUpperCase());
  return {
    types: [`azurerm_dns_${name}_record`, `azure:dns/${camel}Record:${pascal}Record`],
    ...{ provider: 'azure', completion: 'relative', type },
  };
};

export const RECORDS: readonly RecordType[] = [
  {
    types: words('aws_route53_record aws:route53/record:Record'),
    provider: 'route53',
    completion: 'by-text',
  },
  {
    types: words('aws-native:route53:RecordSet AWS::Route53::RecordSet'),
    provider: 'route53',
    completion: 'full',
  },
  {
    types: words('AWS::Route53::RecordSetGroup aws-native:route53:RecordSetGroup'),
    ...{ provider: 'route53', completion: 'full', at: 'record_sets' },
  },
  {
    types: ['Custom::CrossAccountZoneDelegation'],
    ...{ provider: 'route53', completion: 'full', type: 'NS' },
  },
  {
    types: words(`cloudflare_record cloudflare:index/record:Record
      cloudflare_dns_record cloudflare:index/dnsRecord:DnsRecord`),
    provider: 'cloudflare',
    completion: 'by-label',
  },
  {
    types: words('google_dns_record_set gcp:dns/recordSet:RecordSet'),
    provider: 'google',
    completion: 'full',
  },
  ...(['a', 'aaaa', 'caa', 'cname', 'mx', 'ns', 'txt'] as const).map((one) =>
    azureRecords(one.toUpperCase(), one),
  ),
  {
    types: words('azure-native:network:RecordSet azure-native:dns:RecordSet'),
    provider: 'azure',
    completion: 'relative',
  },
  {
    types: words('aws_lightsail_domain_entry aws:lightsail/domainEntry:DomainEntry'),
    provider: 'lightsail',
    completion: 'by-label',
  },
  {
    types: words('digitalocean_record digitalocean:index/dnsRecord:DnsRecord'),
    provider: 'digitalocean',
    completion: 'relative',
  },
  {
    types: words('vercel_dns_record vercel:index/dnsRecord:DnsRecord'),
    provider: 'vercel',
    completion: 'relative',
  },
  { types: words('netlify_dns_record'), provider: 'netlify', completion: 'by-label' },
];

/** The paths of what a record has. `alias`: an alias record follows the addresses of its target. */
export const RECORD_PATHS = {
  name: ['relative_record_set_name', 'delegated_zone_name', 'name', 'hostname'],
  type: ['record_type', 'type'],
  values:
    words(`records resource_records content value values rrdatas record target delegated_zone_name_servers
    a_records.ipv4_address aaaa_records.ipv6_address cname_record.cname`),
  alias: [
    'alias.name',
    'aliases.name',
    'alias_target.DNSName',
    'alias_target.dns_name',
    'target_resource_id',
    'target_resource.id',
  ],
  zoneId: ['zone_id', 'hosted_zone_id', 'managed_zone', 'parent_zone_id'],
  zoneName: ['hosted_zone_name', 'zone_name', 'domain', 'domain_name', 'parent_zone_name'],
  /** The parts of CAA, where they are not one text. */
  caa: ['data', 'record', 'records', 'caa_records'],
  setIdentifier: ['set_identifier'],
} as const;

export const ZONES: readonly RecordType[] = [
  {
    types: words(`aws_route53_zone aws:route53/zone:Zone
      aws-native:route53:HostedZone AWS::Route53::HostedZone`),
    provider: 'route53',
  },
  { types: words('cloudflare_zone cloudflare:index/zone:Zone'), provider: 'cloudflare' },
  { types: words('google_dns_managed_zone gcp:dns/managedZone:ManagedZone'), provider: 'google' },
  { types: words('azurerm_dns_zone azure:dns/zone:Zone azure-native:dns:Zone'), provider: 'azure' },
  { types: words('digitalocean_domain digitalocean:index/domain:Domain'), provider: 'digitalocean' },
  { types: words('netlify_dns_zone'), provider: 'netlify' },
].map((one) => ({ ...one, completion: 'full' as const }));

/** The paths of what a zone has; the first name that is there is the zone's, and each id. `isPrivate`: a zone of a network, whose records public DNS does not show. */
export const ZONE_PATHS = {
  name: ['dns_name', 'name', 'zone', 'zone_name'],
  id: ['zone_id', 'id', 'name'],
  servers: ['name_servers'],
  isPrivate: ['vpc', 'vpcs', 'VPCs', 'private_zone', 'visibility'],
} as const;

/** They follow a resource of the table, and have no name of their own. */
export const FOLLOWERS =
  words(`aws_acm_certificate_validation aws:acm/certificateValidation:CertificateValidation
  AWS::ApiGateway::BasePathMapping AWS::ApiGateway::BasePathMappingV2 AWS::ApiGatewayV2::ApiMapping
  AWS::ApiGateway::DomainNameAccessAssociation AWS::AppSync::DomainNameApiAssociation
  aws_appsync_domain_name_api_association aws:appsync/domainNameApiAssociation:DomainNameApiAssociation`);

function byType<Row extends { readonly types: readonly string[] }>(
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  return new Map(rows.flatMap((row) => row.types.map((type) => [type, row] as const)));
}

export const HOST_TYPES = byType(HOSTS);
export const RECORD_TYPES = byType(RECORDS);
export const ZONE_TYPES = byType(ZONES);
