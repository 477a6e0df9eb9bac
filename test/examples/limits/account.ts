// What IAM cannot tell apart within one account: README.md of examples/bootstrap names each of these.
import { ACCOUNT, REGION } from '../provider-calls/call.ts';
import { KEY_CALLS, ZONE_ID } from '../provider-calls/table.ts';

const CLOUDFRONT = `arn:aws:cloudfront::${ACCOUNT}`;
const CONTROL = `${CLOUDFRONT}:origin-access-control/E2ABCDEFGHIJKL`;
const HEADERS = `${CLOUDFRONT}:response-headers-policy/5cc3b908-e619-4b99-88e5-2cf7f45965bd`;
const ZONE = `arn:aws:route53:::hostedzone/${ZONE_ID}`;

/** Lists, and what has neither tags nor a name. Both environments of the tests have records in one zone. */
export const READABLE: readonly string[] = [
  'acm:ListCertificates on *',
  `cloudfront:GetOriginAccessControl on ${CONTROL}`,
  `cloudfront:GetResponseHeadersPolicy on ${HEADERS}`,
  `cloudwatch:DescribeAlarms on arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:of-somebody-else`,
  `cloudwatch:DescribeAlarms on arn:aws:cloudwatch:us-east-1:${ACCOUNT}:alarm:of-somebody-else`,
  'logs:DescribeLogGroups on *',
  'logs:DescribeQueryDefinitions on *',
  `route53:GetHostedZone on ${ZONE}`,
  'route53:ListHostedZones on *',
  `route53:ListResourceRecordSets on ${ZONE}`,
  `route53:ListTagsForResource on ${ZONE}`,
  'sns:GetSubscriptionAttributes on *',
];

/** CloudFront refuses to delete the first two while a distribution uses them, and no role may update them. */
export const CHANGEABLE: readonly string[] = [
  `cloudfront:DeleteOriginAccessControl on ${CONTROL}`,
  `cloudfront:DeleteResponseHeadersPolicy on ${HEADERS}`,
  'logs:DeleteLogDelivery on *',
  'logs:DeleteQueryDefinition on *',
  'logs:GetLogDelivery on *',
  'logs:ListLogDeliveries on *',
  'logs:PutQueryDefinition on *',
  'logs:UpdateLogDelivery on *',
  'route53:GetChange on arn:aws:route53:::change/C0123456789ABCDEFGHIJ',
  'sns:SetSubscriptionAttributes on *',
  'sns:Unsubscribe on *',
];

/** What has neither tags nor an owner when it is created. */
export const CREATABLE: readonly string[] = [
  'backup-storage:MountCapsule on *',
  'cloudfront:CreateOriginAccessControl on *',
  'cloudfront:CreateResponseHeadersPolicy on *',
  `iam:CreateServiceLinkedRole on arn:aws:iam::${ACCOUNT}:role/aws-service-role/backup.amazonaws.com/AWSServiceRoleForBackup`,
  `iam:CreateServiceLinkedRole on arn:aws:iam::${ACCOUNT}:role/aws-service-role/ops.apigateway.amazonaws.com/AWSServiceRoleForAPIGateway`,
  ...KEY_CALLS.map(({ action, on }) => `${action} on ${on}`).sort(),
  'logs:CreateLogDelivery on *',
  'logs:DescribeResourcePolicies on *',
  'logs:PutResourcePolicy on *',
];

/** API Gateway sets tags by a path that has no tags for IAM. */
export const isTaggingInGateway = (text: string): boolean =>
  /^apigateway:(POST|PUT) on \S+::\/tags\//.test(text);

/** What has no tags yet is like what is being created: the actions that set tags, on names of the program. */
export const isAdoption = (text: string): boolean =>
  /^(acm:AddTagsToCertificate|(backup|cloudfront|cloudwatch|dynamodb|events|lambda|logs|sns):TagResource|cloudwatch:PutMetricAlarm|events:PutRule) on /.test(
    text,
  );
