// The resource types that have host names, records or zones, as each format names them, and where their names are. A new type is a row.
// Verified 2026-11 with terraform-provider-aws 5 and 6, cloudflare 4 and 5, google 6, azurerm 4, Pulumi's providers, which have the same
// names in camel case, and the CloudFormation template reference. A path that a format does not have finds nothing.

/** The paths that a row can have. `endpoint`: the kind of its endpoint. `certificate`: its ARN. */
const PATHS = [
  // Labels in front of the names, where an empty one stands for the names themselves; the distribution's own name; who issues.
  ...(['prefixes', 'endpoint', 'gives', 'issuer', 'certificate'] as const),
  // With one of these alone it has public names; with one of those, no public authority is asked.
  ...(['needs', 'unless'] as const),
  // `www.` is served too, unless it is false; the certificate is for the names below as well, where it is true.
  ...(['www', 'wildcard'] as const),
] as const;

type Paths = Readonly<Record<(typeof PATHS)[number], readonly string[]>>;

export interface HostType extends Paths {
  readonly types: readonly string[];
  readonly names: readonly string[];
  /** What serves them, as `--target` names it, or the domain below which its names are; where it has several kinds of endpoint, the default. */
  readonly target?: string;
  /** Who issues for them, as `--authority` names it; `unknown`: somebody issues who is none of those. */
  readonly authority?: string;
  /** `nameless`: it can be without any name. */
  readonly canBeNameless: boolean;
  /** `acm`: it is a certificate of ACM, with ACM's limits. */
  readonly isAcm: boolean;
  /** `loose`: its values can also be patterns or prefixes, which are not hosts. */
  readonly isLoose: boolean;
}

/** An endpoint that only a network reaches. */
export const PRIVATE = 'private';
/** By the kind of an API Gateway's endpoint. */
export const ENDPOINTS: Readonly<Record<string, string>> = {
  EDGE: 'cloudfront',
  REGIONAL: 'apigateway',
  PRIVATE,
};

const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** A row: its types, ` = `, what it has first, and its options behind `|`. A line that begins with `#` is a comment. */
function rows(text: string) {
  const all = text.replaceAll(/^#.*\n/gm, '').split(/\n(?=\S)/);
  return all
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [types = '', rest = ''] = row.split(' = ');
      const [first = [], ...options] = rest.split('|').map(words);
      const given = new Map(options.map(([option, ...values]) => [option, values]));
      return { types: words(types), first, at: (option: string) => given.get(option) };
    });
}

export const HOSTS: readonly HostType[] = rows(`
# An imported certificate, and one of a private authority, is none that a public authority issues.
aws_acm_certificate aws:acm/certificate:Certificate aws-native:certificatemanager:Certificate AWS::CertificateManager::Certificate
  = domain_name subject_alternative_names | acm | authority amazon | unless certificate_body certificate_authority_arn
# The CDK's DnsValidatedCertificate.
AWS::CloudFormation::CustomResource
  = domain_name subject_alternative_names | acm | authority amazon | needs hosted_zone_id
aws_lightsail_certificate aws:lightsail/certificate:Certificate aws-native:lightsail:Certificate AWS::Lightsail::Certificate
  = domain_name subject_alternative_names | authority amazon
aws_cloudfront_distribution aws:cloudfront/distribution:Distribution aws-native:cloudfront:Distribution AWS::CloudFront::Distribution
  = aliases distribution_config.aliases distribution_config.CNAMEs | nameless | target cloudfront | gives domain_name
  | certificate viewer_certificate.acm_certificate_arn distribution_config.viewer_certificate.acm_certificate_arn
aws_cloudfront_distribution_tenant aws:cloudfront/distributionTenant:DistributionTenant
  = domain.domain domains.domain | target cloudfront
aws-native:cloudfront:DistributionTenant AWS::CloudFront::DistributionTenant
  = domains | target cloudfront
aws_api_gateway_domain_name aws:apigateway/domainName:DomainName aws-native:apigateway:DomainName AWS::ApiGateway::DomainName
  = domain_name | target cloudfront | endpoint endpoint_configuration.types | gives cloudfront_domain_name distribution_domain_name
  | certificate certificate_arn regional_certificate_arn
aws_apigatewayv2_domain_name aws:apigatewayv2/domainName:DomainName aws-native:apigatewayv2:DomainName AWS::ApiGatewayV2::DomainName
  = domain_name | target apigateway
  | certificate domain_name_configuration.certificate_arn domain_name_configurations.certificate_arn
aws-native:apigateway:DomainNameV2 AWS::ApiGateway::DomainNameV2
  = domain_name | target private
AWS::Serverless::Api AWS::Serverless::HttpApi AWS::Serverless::WebSocketApi
  = domain.domain_name | needs domain | target apigateway | endpoint domain.endpoint_configuration | certificate domain.certificate_arn
AWS::Serverless::GraphQLApi
  = domain_name.domain_name | needs domain_name | target cloudfront | certificate domain_name.certificate_arn
aws_appsync_domain_name aws:appsync/domainName:DomainName aws-native:appsync:DomainName AWS::AppSync::DomainName
  = domain_name | target cloudfront | gives appsync_domain_name | certificate certificate_arn
aws_amplify_domain_association aws:amplify/domainAssociation:DomainAssociation aws-native:amplify:Domain AWS::Amplify::Domain
  = domain_name | prefixes sub_domain.prefix sub_domains.prefix sub_domain_settings.prefix | authority amazon | target cloudfront
aws_apprunner_custom_domain_association aws:apprunner/customDomainAssociation:CustomDomainAssociation
  = domain_name | www enable_www_subdomain | target apprunner
aws_opensearch_domain aws:opensearch/domain:Domain aws-native:opensearchservice:Domain AWS::OpenSearchService::Domain
  aws_elasticsearch_domain aws:elasticsearch/domain:Domain AWS::Elasticsearch::Domain
  = domain_endpoint_options.custom_endpoint | nameless | target es.amazonaws.com
  | certificate domain_endpoint_options.custom_endpoint_certificate_arn
# A load balancer has no names of its own: the rules of its listeners have those that it serves.
aws_lb_listener_rule aws:lb/listenerRule:ListenerRule aws_alb_listener_rule aws:alb/listenerRule:ListenerRule
  aws-native:elasticloadbalancingv2:ListenerRule AWS::ElasticLoadBalancingV2::ListenerRule
  = condition.host_header.values conditions.host_header.values conditions.host_header_config.values | nameless | loose | target alb
# Without a certificate the name is a prefix of Cognito's own domain.
aws_cognito_user_pool_domain aws:cognito/userPoolDomain:UserPoolDomain aws-native:cognito:UserPoolDomain AWS::Cognito::UserPoolDomain
  = domain | needs certificate_arn custom_domain_config | target cloudfront | gives cloudfront_distribution
  | certificate certificate_arn custom_domain_config.certificate_arn
google_compute_managed_ssl_certificate gcp:compute/managedSslCertificate:ManagedSslCertificate
  google_certificate_manager_certificate gcp:certificatemanager/certificate:Certificate
  = managed.domains | nameless | authority google
google_cloud_run_domain_mapping gcp:cloudrun/domainMapping:DomainMapping
  = name | authority google | target googlehosted.com
google_app_engine_domain_mapping gcp:appengine/domainMapping:DomainMapping
  google_firebase_hosting_custom_domain gcp:firebase/hostingCustomDomain:HostingCustomDomain
  = domain_name custom_domain | authority unknown
azurerm_cdn_frontdoor_custom_domain azure:cdn/frontdoorCustomDomain:FrontdoorCustomDomain azure-native:cdn:AFDCustomDomain
  azurerm_cdn_endpoint_custom_domain azure:cdn/endpointCustomDomain:EndpointCustomDomain
  = host_name | authority unknown | target azurefd.net
azurerm_app_service_custom_hostname_binding azure:appservice/customHostnameBinding:CustomHostnameBinding
  azure-native:web:WebAppHostNameBinding
  = hostname host_name | target azurewebsites.net
azurerm_static_web_app_custom_domain azure:appservice/staticWebAppCustomDomain:StaticWebAppCustomDomain
  azurerm_container_app_custom_domain azure:containerapp/customDomain:CustomDomain
  = domain_name name | authority unknown
# The host's owner points it to the zone: https://developers.cloudflare.com/cloudflare-for-platforms/
cloudflare_custom_hostname cloudflare:index/customHostname:CustomHostname
  = hostname | issuer ssl.certificate_authority ssls.certificate_authority | wildcard ssl.wildcard ssls.wildcard
cloudflare_certificate_pack cloudflare:index/certificatePack:CertificatePack
  = hosts | issuer certificate_authority
cloudflare_pages_domain cloudflare:index/pagesDomain:PagesDomain
  = name domain | authority unknown | target pages.dev
# Each sets the record of its host itself, in its zone.
cloudflare_workers_custom_domain cloudflare:index/workersCustomDomain:WorkersCustomDomain
  cloudflare_workers_domain cloudflare:index/workersDomain:WorkersDomain cloudflare_worker_domain cloudflare:index/workerDomain:WorkerDomain
  cloudflare_r2_custom_domain cloudflare:index/r2CustomDomain:R2CustomDomain
  = hostname domain | authority unknown
vercel_project_domain vercel:index/projectDomain:ProjectDomain = domain | authority letsencrypt
netlify_domain_settings = custom_domain domain_aliases | nameless | authority letsencrypt
fastly_service_vcl fastly:index/serviceVcl:ServiceVcl fastly_service_compute fastly:index/serviceCompute:ServiceCompute
  = domain.name domains.name | nameless
fastly_tls_subscription fastly:index/tlsSubscription:TlsSubscription = domains | issuer certificate_authority
digitalocean_certificate digitalocean:index/certificate:Certificate = domains | nameless | authority letsencrypt
digitalocean_app digitalocean:index/app:App
  = spec.domain.name spec.domains.name spec.domain_names.name | nameless | authority unknown | target ondigitalocean.app
# The server of its provider is not in the resource.
acme_certificate acme:index/certificate:Certificate = common_name subject_alternative_names | nameless | authority unknown
`).map(({ types, first: names, at }) => ({
  ...(Object.fromEntries(PATHS.map((one) => [one, at(one) ?? []])) as object as Paths),
  types,
  names,
  target: at('target')?.[0],
  authority: at('authority')?.[0],
  canBeNameless: at('nameless') !== undefined,
  isAcm: at('acm') !== undefined,
  isLoose: at('loose') !== undefined,
}));

/** How the tool makes the full name of a record from what is written and the zone's name. */
export type Completion =
  | 'full'
  /** The zone's name is appended unless the text ends with it, if within a label: `expandRecordName` of terraform-provider-aws. */
  | 'by-text'
  /** The zone's name is appended unless the name is within it; `@` is the apex. */
  | 'by-label'
  /** The zone's name is always appended; `@` is the apex. */
  | 'relative';

export interface RecordType {
  readonly types: readonly string[];
  readonly provider: string;
  readonly completion: Completion;
  readonly type?: string;
  /** The path of its records, where it has several. */
  readonly at?: string;
}

const recordRows = (text: string): readonly RecordType[] =>
  rows(text).map(({ types, first: [provider = '', completion = 'full', type], at }) => {
    return { types, provider, completion: completion as Completion, type, at: at('at')?.[0] };
  });

export const RECORDS = recordRows(`
aws_route53_record aws:route53/record:Record = route53 by-text
aws-native:route53:RecordSet AWS::Route53::RecordSet aws_route53_traffic_policy_instance aws:route53/trafficPolicyInstance:TrafficPolicyInstance = route53 full
AWS::Route53::RecordSetGroup aws-native:route53:RecordSetGroup = route53 full | at record_sets
Custom::CrossAccountZoneDelegation = route53 full NS
cloudflare_record cloudflare:index/record:Record cloudflare_dns_record cloudflare:index/dnsRecord:DnsRecord = cloudflare by-label
google_dns_record_set gcp:dns/recordSet:RecordSet = google full
azurerm_dns_a_record azure:dns/aRecord:ARecord = azure relative A
azurerm_dns_aaaa_record azure:dns/aaaaRecord:AaaaRecord = azure relative AAAA
azurerm_dns_cname_record azure:dns/cNameRecord:CNameRecord = azure relative CNAME
azurerm_dns_caa_record azure:dns/caaRecord:CaaRecord = azure relative CAA
azurerm_dns_mx_record azure:dns/mxRecord:MxRecord = azure relative MX
azurerm_dns_ns_record azure:dns/nsRecord:NsRecord = azure relative NS
azurerm_dns_txt_record azure:dns/txtRecord:TxtRecord = azure relative TXT
azure-native:network:RecordSet azure-native:dns:RecordSet = azure relative
aws_lightsail_domain_entry aws:lightsail/domainEntry:DomainEntry = lightsail by-label
digitalocean_record digitalocean:index/dnsRecord:DnsRecord = digitalocean relative
vercel_dns_record vercel:index/dnsRecord:DnsRecord = vercel relative
netlify_dns_record = netlify by-label
`);

/** The paths of what a record has. `alias`: an alias record follows the addresses of its target. */
export const RECORD_PATHS = {
  name: ['relative_record_set_name', 'delegated_zone_name', 'name', 'hostname'],
  type: ['record_type', 'type'],
  values:
    words(`records resource_records content value values rrdatas record target delegated_zone_name_servers
    a_records.ipv4_address aaaa_records.ipv6_address cname_record.cname`),
  alias: words(
    'alias.name aliases.name alias_target.DNSName alias_target.dns_name target_resource_id target_resource.id',
  ),
  zoneId: ['zone_id', 'hosted_zone_id', 'managed_zone', 'parent_zone_id'],
  zoneName: ['hosted_zone_name', 'zone_name', 'domain', 'domain_name', 'parent_zone_name'],
  caa: ['data', 'record', 'records', 'caa_records'],
  setIdentifier: ['set_identifier'],
} as const;

export const ZONES = recordRows(`
aws_route53_zone aws:route53/zone:Zone aws-native:route53:HostedZone AWS::Route53::HostedZone = route53
cloudflare_zone cloudflare:index/zone:Zone = cloudflare
google_dns_managed_zone gcp:dns/managedZone:ManagedZone = google
azurerm_dns_zone azure:dns/zone:Zone azure-native:dns:Zone = azure
digitalocean_domain digitalocean:index/domain:Domain = digitalocean
netlify_dns_zone = netlify
`);

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
  all: readonly Row[],
): ReadonlyMap<string, Row> {
  return new Map(all.flatMap((row) => row.types.map((type) => [type, row] as const)));
}

export const HOST_TYPES = byType(HOSTS);
export const RECORD_TYPES = byType(RECORDS);
export const ZONE_TYPES = byType(ZONES);
