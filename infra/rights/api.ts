// The rights for the API's resources, and for custom hosts: certificates, domain names of the gateway, records in Route 53.
import { ANY, gateway, IN_REGION, owned, type Right, type Rights, regional, right } from './right.ts';

// Integrations, routes and mappings have the tags of their API or domain name for aws:ResourceTag.
// https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonapigatewaymanagementv2.html
const CHANGES = 'DELETE PATCH POST';

/** Creating with tags is checked as TagResource on the collection too, which the reference lacks, and setting them (PUT, POST on
 * /tags) has no condition key for what has them: see "What one account cannot separate" in examples/bootstrap/README.md. */
const TAGS: readonly Right[] = [
  owned('apigateway', gateway('/tags/*'), { write: 'DELETE' }),
  right('apigateway', gateway('/tags/*'), { create: 'POST PUT' }),
];

const API_OF_GATEWAY: readonly Right[] = [
  owned('apigateway', gateway('/apis/*'), { read: 'GET', write: CHANGES }),
  right('apigateway', gateway('/apis'), { create: 'POST' }),
  right('apigateway', gateway('/apis', '/apis/*/stages'), { create: 'TagResource' }),
  ...TAGS,
];

/** The parts of an API without tags of their own. */
const PART_OF_API: readonly Right[] = API_OF_GATEWAY.slice(0, 1);

const DOMAIN_NAME: readonly Right[] = [
  owned('apigateway', gateway('/domainnames/*'), { write: CHANGES }),
  // Without tags: a domain name that does not exist has none, and the look-up would be a 403 in place of a 404.
  right('apigateway', gateway('/domainnames/*'), { read: 'GET' }),
  right('apigateway', gateway('/domainnames'), { create: 'POST TagResource' }),
  ...TAGS,
];

const MAPPING: readonly Right[] = DOMAIN_NAME.slice(0, 2);

const FUNCTION = [regional('lambda', 'function:api-function-*'), regional('lambda', 'function:checks-*')];
const LOG_GROUPS = ['api-function-logs', 'checks-logs', '/aws/vendedlogs/api-gateway-access'].map((name) =>
  regional('logs', `log-group:${name}-*`),
);

export const API_RIGHTS: Rights = {
  'aws:apigatewayv2/api:Api': API_OF_GATEWAY,
  'aws:apigatewayv2/integration:Integration': PART_OF_API,
  'aws:apigatewayv2/route:Route': PART_OF_API,
  'aws:apigatewayv2/stage:Stage': [
    ...API_OF_GATEWAY,
    // API Gateway sets up the delivery of its access log with the caller's rights:
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
    right('logs', ANY, {
      write: `CreateLogDelivery DeleteLogDelivery DescribeResourcePolicies GetLogDelivery
        ListLogDeliveries PutResourcePolicy UpdateLogDelivery`,
      when: IN_REGION,
    }),
  ],
  'aws:cloudwatch/logGroup:LogGroup': [
    owned('logs', LOG_GROUPS, {
      read: 'ListTagsForResource',
      write: 'DeleteLogGroup DeleteRetentionPolicy PutRetentionPolicy TagResource UntagResource',
      create: 'CreateLogGroup TagResource',
    }),
    // The provider finds a group in the list of all groups.
    right('logs', ANY, { read: 'DescribeLogGroups', when: IN_REGION }),
  ],
  'aws:cloudwatch/logMetricFilter:LogMetricFilter': [
    // A metric filter has no tags and no ARN: these are authorized for its log group.
    owned('logs', LOG_GROUPS, {
      read: 'DescribeMetricFilters',
      write: 'DeleteMetricFilter PutMetricFilter',
    }),
  ],
  'aws:dynamodb/table:Table': [
    owned('dynamodb', [regional('dynamodb', 'table/api-store-*')], {
      read: 'DescribeContinuousBackups DescribeTable DescribeTimeToLive ListTagsOfResource',
      write: 'DeleteTable TagResource UntagResource UpdateContinuousBackups UpdateTable UpdateTimeToLive',
      create: 'CreateTable TagResource',
    }),
  ],
  'aws:lambda/function:Function': [
    owned('lambda', FUNCTION, {
      // GetFunction has a link to the code, which is this repository. The provider reads a function with nothing else
      // (resourceFunctionRead in internal/service/lambda/function.go), so that a preview needs it.
      read: 'GetFunction GetFunctionCodeSigningConfig ListTags ListVersionsByFunction',
      write: `DeleteFunction DeleteFunctionConcurrency GetFunctionConfiguration PublishVersion
        PutFunctionConcurrency TagResource UntagResource UpdateFunctionCode
        UpdateFunctionConfiguration`,
      create: 'CreateFunction TagResource',
    }),
  ],
  'aws:lambda/alias:Alias': [
    owned('lambda', FUNCTION, { read: 'GetAlias', write: 'CreateAlias DeleteAlias UpdateAlias' }),
  ],
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': [
    owned('lambda', FUNCTION, {
      read: 'GetFunctionEventInvokeConfig',
      write: 'DeleteFunctionEventInvokeConfig PutFunctionEventInvokeConfig',
    }),
  ],
  'aws:lambda/permission:Permission': [
    owned('lambda', FUNCTION, { read: 'GetPolicy', write: 'AddPermission RemovePermission' }),
  ],
};

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
      // ForAllValues also matches where a key is absent, hence Null. The provider uses all three actions of a change.
      // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-conditions-route53.html
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
