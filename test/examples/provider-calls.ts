// The API calls that the providers make for a resource, by type: read from the source of hashicorp/terraform-provider-aws, on
// which @pulumi/aws is built (the path is below its internal/service/), with what IAM's reference says of them.
import { ACCOUNT, arn, type Call, calls, hostOf, type Owner, REGION, STAGING } from './iam.ts';

/**
 * Of a resource: `read` is called after each create and update too, in a refresh and in a preview; `change` for updates and the
 * deletion. Of a look-up, by the state of what it is for: `absent`; `present`, which is the stack's own, another stack's or without
 * tags; `own`, which is permitted with the stack's tags only; `denied`.
 */
const NONE = { create: [], read: [], change: [], absent: [], present: [], own: [], denied: [] };
type ProviderCalls = Readonly<Record<keyof typeof NONE, readonly Call[]>>;

export const ZONE_ID = 'Z0123456789ABCDEFGHIJ';
export const bucketOf = ({ project, stack }: Owner): string =>
  `arn:aws:s3:::${project}-${stack}-docs-0a1b2c3`;

const gateway = (path: string): string => `arn:aws:apigateway:${REGION}::${path}`;
/** The path at which the tags of another one are set. */
const tagsOf = (path: string): string => gateway(`/tags/${encodeURIComponent(gateway(path))}`);
const alarm = (name: string, region?: string) => arn('cloudwatch', `alarm:${name}`, region);
const linkedRole = (path: string) => arn('iam', `role/aws-service-role/${path}`, '');
/** AWS Backup's own, one in each region. */
const KEY = 'key/9876fedc-98fe-76dc-54ba-9876543210fe';

/** A service of its own, for the stores of CloudFront. */
const KEYS = 'cloudfront-keyvaluestore';
const STORE = arn('cloudfront', 'key-value-store/5cc3b908-e619-4b99-88e5-2cf7f45965be', '');

/** What the actions of the table are on. A created resource that has no name for IAM yet is `*`, by its service. */
function resourcesOf(owner: Owner): Readonly<Record<string, readonly string[]>> {
  const name = `${owner.project}-${owner.stack}`;
  const api = '/apis/a1b2c3d4e5';
  const stage = `${api}/stages/$default`;
  const domain = `/domainnames/${hostOf(owner)}`;
  return {
    apis: [gateway('/apis')],
    api: [gateway(api)],
    'api-tags': [tagsOf(api)],
    cors: [gateway(`${api}/cors`)],
    integrations: [gateway(`${api}/integrations`)],
    integration: [gateway(`${api}/integrations/i1`)],
    routes: [gateway(`${api}/routes`)],
    route: [gateway(`${api}/routes/r1`)],
    stages: [gateway(`${api}/stages`)],
    stage: [gateway(stage)],
    'stage-tags': [tagsOf(stage)],
    'access-log-settings': [gateway(`${stage}/accesslogsettings`)],
    domains: [gateway('/domainnames')],
    domain: [gateway(domain)],
    'domain-tags': [tagsOf(domain)],
    mappings: [gateway(`${domain}/apimappings`)],
    mapping: [gateway(`${domain}/apimappings/m1`)],
    log: [arn('logs', 'log-group:api-function-logs-0a1b2c3')],
    'access-log': [arn('logs', 'log-group:/aws/vendedlogs/api-gateway-access-0a1b2c3')],
    table: [arn('dynamodb', 'table/api-store-pets-0a1b2c3')],
    role: [arn('iam', `role/${name}-api-function-role-0a1b2c3`, '')],
    function: [arn('lambda', 'function:api-function-0a1b2c3')],
    application: [arn('codedeploy', `application:${name}-api-release`)],
    config: [arn('codedeploy', `deploymentconfig:${name}-api-release-10-percent-10-minutes`)],
    group: [arn('codedeploy', `deploymentgroup:${name}-api-release/live`)],
    distribution: [arn('cloudfront', 'distribution/E1ABCDEFGHIJKL', '')],
    'edge-function': [arn('cloudfront', 'function/redirects-3-0a1b2c3', '')],
    'key-value-store': [STORE],
    [KEYS]: [STORE],
    'access-control': [arn('cloudfront', 'origin-access-control/E2ABCDEFGHIJKL', '')],
    'headers-policy': [arn('cloudfront', 'response-headers-policy/5cc3b908-e619-4b99-88e5-2cf7f45965bd', '')],
    bucket: [bucketOf(owner)],
    object: [`${bucketOf(owner)}/index.html`],
    // A distribution's; an API host's is in the stack's region and needs the same rights.
    certificate: [arn('acm', 'certificate/12345678-1234-1234-1234-123456789012', 'us-east-1')],
    'certificate-elsewhere': [arn('acm', 'certificate/12345678-1234-1234-1234-123456789012', 'ap-south-1')],
    'domain-elsewhere': [gateway(domain).replace(REGION, 'ap-south-1')],
    zone: [`arn:aws:route53:::hostedzone/${ZONE_ID}`],
    'other-zone': ['arn:aws:route53:::hostedzone/ZOTHER'],
    change: ['arn:aws:route53:::change/C0123456789ABCDEFGHIJ'],
    'gateway-linked-role': [linkedRole('ops.apigateway.amazonaws.com/AWSServiceRoleForAPIGateway')],
    'backup-linked-role': [linkedRole('backup.amazonaws.com/AWSServiceRoleForBackup')],
    vaults: [
      arn('backup', 'backup-vault:api-backup-vault-0a1b2c3'),
      arn('backup', 'backup-vault:api-backup-copies-0a1b2c3', 'eu-central-1'),
    ],
    plan: [arn('backup', 'backup-plan:1cd6c7b6-5a2f-4d5e-9c3d-0a1b2c3d4e5f')],
    copy: [arn('backup', 'recovery-point:0a1b2c3d', 'eu-central-1')],
    keys: [arn('kms', KEY), arn('kms', KEY, 'eu-central-1')],
    alarms: [
      alarm('api-alarm-errors-0a1b2c3'),
      alarm('host-alarm-certificate-api.petstore.example-0a1b2c3'),
      alarm('host-alarm-5xx-petstore.example-0a1b2c3', 'us-east-1'),
      alarm('check-alarm-failures-0a1b2c3'),
    ],
    'any-alarm': [alarm('of-somebody-else'), alarm('of-somebody-else', 'us-east-1')],
    topics: [arn('sns', 'alarms-0a1b2c3'), arn('sns', 'alarms-edge-0a1b2c3', 'us-east-1')],
    rule: [arn('events', 'rule/checks-every-5-minutes-0a1b2c3')],
    dashboard: [`arn:aws:cloudwatch::${ACCOUNT}:dashboard/${name}`],
  };
}

/** A type and its source; below it, for each operation, what it is on and the actions, with semicolons between resources. */
const TABLE = `
aws:apigatewayv2/api:Api apigatewayv2/api.go
  create apis POST TagResource; api-tags POST PUT
  read api GET
  change api PATCH DELETE; cors DELETE; api-tags POST PUT DELETE
aws:apigatewayv2/integration:Integration apigatewayv2/integration.go
  create integrations POST
  read integration GET
  change integration PATCH DELETE
aws:apigatewayv2/route:Route apigatewayv2/route.go
  create routes POST
  read route GET
  change route PATCH DELETE
aws:apigatewayv2/stage:Stage apigatewayv2/stage.go
# API Gateway sets up the delivery of the access log with the caller's rights:
# https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
# TagResource is not in IAM's reference: "not authorized to perform: apigateway:TagResource on resource: …/stages".
  create stages POST TagResource; stage-tags POST PUT; logs CreateLogDelivery PutResourcePolicy
    DescribeResourcePolicies
  read stage GET
  change stage PATCH DELETE; access-log-settings DELETE; stage-tags POST PUT DELETE; logs GetLogDelivery
    UpdateLogDelivery ListLogDeliveries DeleteLogDelivery
aws:cloudwatch/logGroup:LogGroup logs/group.go
  create log CreateLogGroup TagResource PutRetentionPolicy
  read logs DescribeLogGroups; log ListTagsForResource
  change log PutRetentionPolicy DeleteRetentionPolicy TagResource UntagResource DeleteLogGroup
aws:cloudwatch/logMetricFilter:LogMetricFilter logs/metric_filter.go
  create access-log PutMetricFilter
  read access-log DescribeMetricFilters
  change access-log PutMetricFilter DeleteMetricFilter
aws:dynamodb/table:Table dynamodb/table.go
  create table CreateTable TagResource UpdateTimeToLive UpdateContinuousBackups
  read table DescribeTable DescribeContinuousBackups DescribeTimeToLive ListTagsOfResource
  change table UpdateTable UpdateTimeToLive UpdateContinuousBackups TagResource UntagResource DeleteTable
aws:iam/role:Role iam/role.go
  create role CreateRole TagRole
# The provider also reads policies that are declared as other resources.
  read role GetRole ListRolePolicies GetRolePolicy ListAttachedRolePolicies
  change role UpdateAssumeRolePolicy UpdateRole UpdateRoleDescription TagRole UntagRole
    PutRolePermissionsBoundary ListInstanceProfilesForRole DeleteRole
aws:iam/rolePolicy:RolePolicy iam/role_policy.go
  create role PutRolePolicy
  read role GetRolePolicy
  change role PutRolePolicy DeleteRolePolicy
aws:lambda/function:Function lambda/function.go
  create function CreateFunction TagResource PutFunctionConcurrency; role PassRole
# GetFunction returns the tags to callers with the right to list them:
# https://docs.aws.amazon.com/lambda/latest/api/API_GetFunction.html
  read function GetFunction ListTags ListVersionsByFunction GetFunctionCodeSigningConfig
  change function UpdateFunctionConfiguration UpdateFunctionCode GetFunctionConfiguration PublishVersion
    PutFunctionConcurrency DeleteFunctionConcurrency TagResource UntagResource DeleteFunction; role PassRole
aws:lambda/alias:Alias lambda/alias.go
  create function CreateAlias
  read function GetAlias
  change function UpdateAlias DeleteAlias
aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig lambda/function_event_invoke_config.go
  read function GetFunctionEventInvokeConfig
# It creates and updates with one call, on the function that exists.
  change function PutFunctionEventInvokeConfig DeleteFunctionEventInvokeConfig
aws:lambda/permission:Permission lambda/permission.go
  create function AddPermission
  read function GetPolicy
  change function RemovePermission
aws:codedeploy/application:Application codedeploy/app.go
  create application CreateApplication TagResource
  read application GetApplication ListTagsForResource
  change application UpdateApplication TagResource UntagResource DeleteApplication
aws:codedeploy/deploymentConfig:DeploymentConfig codedeploy/deployment_config.go
  create config CreateDeploymentConfig
  read config GetDeploymentConfig
  change config DeleteDeploymentConfig
aws:codedeploy/deploymentGroup:DeploymentGroup codedeploy/deployment_group.go
  create group CreateDeploymentGroup TagResource
  read group GetDeploymentGroup ListTagsForResource
# Those from CreateDeployment on are of the hook of the alias (infra/release).
  change group UpdateDeploymentGroup TagResource UntagResource CreateDeployment GetDeployment
    ListDeployments DeleteDeploymentGroup; config GetDeploymentConfig; application GetApplicationRevision
    RegisterApplicationRevision
aws:cloudfront/distribution:Distribution cloudfront/distribution.go
# For IAM, CreateDistributionWithTags is these two.
  create cloudfront CreateDistribution; distribution TagResource
  read distribution GetDistribution ListTagsForResource
# The provider disables the distribution first.
  change distribution UpdateDistribution TagResource UntagResource GetDistributionConfig DeleteDistribution
aws:cloudfront/function:Function cloudfront/function.go
  create cloudfront CreateFunction; edge-function TagResource PublishFunction
  read edge-function DescribeFunction GetFunction ListTagsForResource
  change edge-function UpdateFunction PublishFunction TagResource UntagResource DeleteFunction
aws:cloudfront/keyValueStore:KeyValueStore cloudfront/key_value_store.go
  create cloudfront CreateKeyValueStore; key-value-store TagResource DescribeKeyValueStore
  read key-value-store DescribeKeyValueStore ListTagsForResource
  change key-value-store UpdateKeyValueStore TagResource UntagResource DeleteKeyValueStore
# Of the keys' own service, whose actions the role has for every store of the account.
aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey cloudfrontkeyvaluestore/key.go
  create cloudfront-keyvaluestore DescribeKeyValueStore PutKey
  read cloudfront-keyvaluestore GetKey
  change cloudfront-keyvaluestore DescribeKeyValueStore PutKey DeleteKey
aws:cloudfront/originAccessControl:OriginAccessControl cloudfront/origin_access_control.go
  create cloudfront CreateOriginAccessControl
  read access-control GetOriginAccessControl
# The program replaces it in place of updating it.
  change access-control DeleteOriginAccessControl
aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy cloudfront/response_headers_policy.go
  create cloudfront CreateResponseHeadersPolicy
  read headers-policy GetResponseHeadersPolicy
  change headers-policy DeleteResponseHeadersPolicy
aws:s3/bucket:Bucket s3/bucket.go
  create bucket CreateBucket PutBucketTagging TagResource
# All of these, whatever is declared (resourceBucketRead). For IAM, HeadBucket is ListBucket.
  read bucket ListBucket GetBucketPolicy GetBucketAcl GetBucketCORS GetBucketWebsite GetBucketVersioning
    GetAccelerateConfiguration GetBucketRequestPayment GetBucketLogging GetLifecycleConfiguration
    GetReplicationConfiguration GetEncryptionConfiguration GetBucketObjectLockConfiguration
    GetBucketLocation GetBucketTagging ListTagsForResource
  change bucket PutBucketTagging TagResource UntagResource DeleteBucket
aws:s3/bucketObjectv2:BucketObjectv2 s3/object.go
  create object PutObject PutObjectTagging
# For IAM, HeadObject is GetObject; S3 reports a missing object as missing only to callers with the right to list.
  read object GetObject GetObjectTagging; bucket ListBucket
  change object PutObject PutObjectTagging DeleteObject
aws:s3/bucketOwnershipControls:BucketOwnershipControls s3/bucket_ownership_controls.go
  create bucket PutBucketOwnershipControls
  read bucket GetBucketOwnershipControls
# For IAM, deleting is the same action as putting.
  change bucket PutBucketOwnershipControls
aws:s3/bucketPolicy:BucketPolicy s3/bucket_policy.go
  create bucket PutBucketPolicy
  read bucket GetBucketPolicy
  change bucket PutBucketPolicy DeleteBucketPolicy
aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock s3/bucket_public_access_block.go
  create bucket PutBucketPublicAccessBlock
  read bucket GetBucketPublicAccessBlock
  change bucket PutBucketPublicAccessBlock
aws:acm/certificate:Certificate acm/certificate.go
  create acm RequestCertificate; certificate AddTagsToCertificate DescribeCertificate
  read certificate DescribeCertificate ListTagsForCertificate
  change certificate AddTagsToCertificate RemoveTagsFromCertificate DeleteCertificate
aws:acm/certificateValidation:CertificateValidation acm/certificate_validation.go
  create certificate DescribeCertificate
  read certificate DescribeCertificate
aws:apigatewayv2/apiMapping:ApiMapping apigatewayv2/api_mapping.go
  create mappings POST
  read mapping GET
  change mapping PATCH DELETE
aws:apigatewayv2/domainName:DomainName apigatewayv2/domain_name.go
# The linked role comes with the account's first custom domain name, with the caller's rights:
# https://docs.aws.amazon.com/apigateway/latest/developerguide/using-service-linked-roles.html
  create domains POST TagResource; domain-tags POST PUT; gateway-linked-role CreateServiceLinkedRole
  read domain GET
  change domain PATCH DELETE; domain-tags POST PUT DELETE
aws:route53/record:Record route53/record.go
# The provider waits until the change is in sync.
  create zone GetHostedZone ChangeResourceRecordSets; change GetChange
  read zone GetHostedZone ListResourceRecordSets
  change zone ChangeResourceRecordSets; change GetChange
aws:backup/vault:Vault backup/vault.go
# MountCapsule and the calls of the keys are AWS Backup's own, with the caller's rights: "Required permissions" of
# https://docs.aws.amazon.com/aws-backup/latest/devguide/create-a-vault.html. The program retains its vaults.
  create vaults CreateBackupVault TagResource; backup-storage MountCapsule; keys CreateGrant Decrypt
    DescribeKey GenerateDataKey RetireGrant
  read vaults DescribeBackupVault ListTags
  change vaults TagResource UntagResource
aws:backup/plan:Plan backup/plan.go
  create plan CreateBackupPlan TagResource
  read plan GetBackupPlan ListTags
  change plan UpdateBackupPlan TagResource UntagResource DeleteBackupPlan
aws:backup/selection:Selection backup/selection.go
# The plan exists, and has its tags.
  create backup-linked-role CreateServiceLinkedRole
  read plan GetBackupSelection
  change plan CreateBackupSelection DeleteBackupSelection
aws:cloudwatch/metricAlarm:MetricAlarm cloudwatch/metric_alarm.go
  create alarms PutMetricAlarm TagResource
# DescribeAlarms is authorized for any alarm, whatever names the request has.
  read any-alarm DescribeAlarms; alarms ListTagsForResource
  change alarms PutMetricAlarm TagResource UntagResource DeleteAlarms
aws:sns/topic:Topic sns/topic.go
  create topics CreateTopic TagResource
  read topics GetTopicAttributes ListTagsForResource
  change topics SetTopicAttributes TagResource UntagResource DeleteTopic
aws:sns/topicSubscription:TopicSubscription sns/topic_subscription.go
  create topics Subscribe
  read sns GetSubscriptionAttributes
  change sns SetSubscriptionAttributes Unsubscribe
aws:cloudwatch/eventRule:EventRule events/rule.go
  create rule PutRule TagResource
  read rule DescribeRule ListTagsForResource
  change rule PutRule TagResource UntagResource DeleteRule
aws:cloudwatch/eventTarget:EventTarget events/target.go
  create rule PutTargets
  read rule ListTargetsByRule
  change rule PutTargets RemoveTargets
aws:cloudwatch/dashboard:Dashboard cloudwatch/dashboard.go
  create dashboard PutDashboard
  read dashboard GetDashboard
  change dashboard PutDashboard DeleteDashboards
aws:cloudwatch/queryDefinition:QueryDefinition logs/query_definition.go
  create logs PutQueryDefinition
  read logs DescribeQueryDefinitions
  change logs PutQueryDefinition DeleteQueryDefinition
# The functions that the program calls. Of an issued certificate only, the provider reads the certificate too.
aws:acm/getCertificate acm/certificate_data_source.go
  absent acm ListCertificates
  present acm ListCertificates; certificate DescribeCertificate GetCertificate ListTagsForCertificate
  denied certificate-elsewhere DescribeCertificate GetCertificate
# What does not exist has no tags: a right that depends on them makes its 404 a 403.
aws:apigateway/getDomainName apigateway/domain_name_data_source.go
  absent domain GET
  present domain GET
  denied domain-elsewhere GET
# By the id in petstore:adopt, after an administrator has set the stack's tags (docs/domains.md).
aws:cloudfront/getDistribution cloudfront/distribution_data_source.go
  own distribution GetDistribution ListTagsForResource
aws:lambda/getAlias lambda/alias_data_source.go
  own function GetAlias
# The stack's own function: its versions carry its tags.
aws:lambda/getFunction lambda/function_data_source.go
  own function GetFunction ListTags ListVersionsByFunction GetFunctionCodeSigningConfig
aws:route53/getRecords route53/records_data_source.go
  absent zone ListResourceRecordSets
  present zone ListResourceRecordSets
  denied other-zone ListResourceRecordSets
# By the name, or by the id of the stack file.
aws:route53/getZone route53/zone_data_source.go
  absent route53 ListHostedZones
  present route53 ListHostedZones; zone GetHostedZone ListTagsForResource
  denied other-zone GetHostedZone ListTagsForResource
# What the program calls with the AWS SDK, for the protections of the zone's records.
aws-sdk:route53/getHostedZone
  absent route53 ListHostedZones; zone GetHostedZone
  present zone ListResourceRecordSetProtections
  denied other-zone ListResourceRecordSetProtections
# The token decides, with DNS Read or DNS Write: "Accepted Permissions" in developers.cloudflare.com/api, of both calls.
cloudflare:getDnsRecords cloudflare/internal/services/dns_record/list_data_source.go
cloudflare:getZone cloudflare/internal/services/zone/data_source.go
`;

/** The actions of a resource, or of several: `table CreateTable TagResource; logs DescribeLogGroups`. */
export function callsOf(text: string, owner: Owner): Call[] {
  const resources = resourcesOf(owner);
  return text.split(/;\s+/).flatMap((group) => {
    const [on = '', ...actions] = group.trim().split(/\s+/);
    return (resources[on] ?? ['*']).flatMap((one) =>
      calls(one === '*' || on === KEYS ? on : (one.split(':')[2] as string), one, ...actions),
    );
  });
}

function rowsOf(owner: Owner, isWanted: (name: string) => boolean): Readonly<Record<string, ProviderCalls>> {
  const rows = TABLE.replace(/^#.*\n/gm, '')
    .trim()
    .split(/\n(?=\S)/);
  const parsed = rows.map((row): [string, ProviderCalls] => {
    const [head = '', ...operations] = row.split(/\n {2}(?=\S)/);
    const given = operations.map((line) => {
      const [, operation = '', text = ''] = /^(\S+)\s(.*)$/s.exec(line) ?? [];
      return [operation, callsOf(text, owner)];
    });
    return [head.split(' ')[0] ?? '', { ...NONE, ...Object.fromEntries(given) }];
  });
  return Object.fromEntries(parsed.filter(([name]) => isWanted(name)));
}

const isLookUp = (name: string): boolean => /[/:]get\w+$/.test(name);
/** Of every type that the program declares, by Pulumi's type of the resource; and of every function of a provider that it calls. */
export const declaredCalls = (owner: Owner) => rowsOf(owner, (name) => !isLookUp(name));
export const lookups = (owner: Owner) => rowsOf(owner, isLookUp);

const ofAll = (owner: Owner, ...operations: (keyof ProviderCalls)[]): Call[] =>
  Object.values(rowsOf(owner, () => true)).flatMap((row) => operations.flatMap((one) => row[one]));
/** Of the resources of one owner, of all types together; with the look-ups of the program. */
export const reads = (owner: Owner): Call[] => ofAll(owner, 'read', 'present', 'own');
export const creations = (owner: Owner): Call[] => ofAll(owner, 'create');
export const changes = (owner: Owner): Call[] => ofAll(owner, 'change');

/** What deletes, changes or reads backups: people do that, and no workflow. */
export const BEYOND_DEPLOYMENTS = callsOf(
  'vaults DeleteBackupVault PutBackupVaultAccessPolicy DeleteBackupVaultLockConfiguration; ' +
    'copy DeleteRecoveryPoint UpdateRecoveryPointLifecycle StartRestoreJob StartCopyJob',
  STAGING,
);
