// Recorded types: each has its inputs, an update and a replacement.
import type { Inputs } from '../driver.ts';
import type { Lifecycle } from '../lifecycle.ts';

interface Row {
  readonly inputs: Inputs;
  /** A patch; absent where every input replaces. */
  readonly update?: Inputs;
  /** A patch; absent where no input replaces. */
  readonly replace?: Inputs;
  readonly computes?: readonly string[];
}

const arn = ['arn'];
const bucket = 'orders-docs';

const ROWS: Readonly<Record<string, Row>> = {
  'aws:iam/role:Role': {
    inputs: { assumeRolePolicy: '{"Statement":[]}' },
    update: { description: 'orders' },
    replace: { path: '/orders/' },
    computes: arn,
  },
  'aws:iam/rolePolicy:RolePolicy': {
    inputs: { role: 'orders', policy: '{"Statement":[]}' },
    update: { policy: '{}' },
    replace: { role: 'other' },
  },
  'aws:s3/bucketPolicy:BucketPolicy': {
    inputs: { policy: '{}', bucket },
    update: { policy: '{"Statement":[]}' },
    replace: { bucket: 'other' },
  },
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': {
    inputs: { rule: { objectOwnership: 'BucketOwnerEnforced' }, bucket },
    update: { rule: { objectOwnership: 'ObjectWriter' } },
    replace: { bucket: 'other' },
  },
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': {
    inputs: { bucket, blockPublicAcls: true },
    update: { blockPublicPolicy: true },
    replace: { bucket: 'other' },
  },
  'aws:cloudfront/originAccessControl:OriginAccessControl': {
    inputs: { originAccessControlOriginType: 's3', signingBehavior: 'always', signingProtocol: 'sigv4' },
    update: { description: 'the docs' },
    computes: arn,
  },
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': {
    inputs: { functionName: 'orders', maximumRetryAttempts: 0 },
    update: { maximumEventAgeInSeconds: 60 },
    replace: { qualifier: '1' },
  },
  'aws:cloudwatch/logGroup:LogGroup': {
    inputs: { retentionInDays: 7 },
    update: { retentionInDays: 30 },
    replace: { name: '/shop/other' },
    computes: arn,
  },
  'aws:cloudwatch/logMetricFilter:LogMetricFilter': {
    inputs: { logGroupName: '/shop', pattern: 'ERROR', metricTransformation: { name: 'a', value: '1' } },
    update: { pattern: 'WARN' },
    replace: { logGroupName: '/other' },
  },
  'aws:cloudwatch/metricAlarm:MetricAlarm': {
    inputs: { comparisonOperator: 'GreaterThanThreshold', evaluationPeriods: 1, threshold: 1 },
    update: { threshold: 2 },
    replace: { name: 'renamed' },
    computes: arn,
  },
  'aws:cloudwatch/dashboard:Dashboard': {
    inputs: { dashboardName: 'orders', dashboardBody: '{"widgets":[]}' },
    update: { dashboardBody: '{}' },
    replace: { dashboardName: 'other' },
    computes: ['dashboardArn'],
  },
  'aws:cloudwatch/queryDefinition:QueryDefinition': {
    inputs: { queryString: 'fields @message' },
    update: { logGroupNames: ['/shop'] },
    computes: ['queryDefinitionId'],
  },
  'aws:cloudwatch/eventRule:EventRule': {
    inputs: { scheduleExpression: 'rate(5 minutes)' },
    update: { state: 'DISABLED' },
    replace: { name: 'renamed' },
    computes: arn,
  },
  'aws:cloudwatch/eventTarget:EventTarget': {
    inputs: { rule: 'orders', targetId: 'function', arn: 'arn:aws:lambda:eu-west-1:123456789012:function:a' },
    update: { input: '{}' },
    replace: { targetId: 'other' },
  },
  'aws:sns/topic:Topic': {
    inputs: { displayName: 'orders' },
    update: { tags: { team: 'orders' } },
    replace: { name: 'renamed' },
    computes: arn,
  },
  'aws:sns/topicSubscription:TopicSubscription': {
    inputs: { topic: 'arn:topic', protocol: 'email', endpoint: 'ops@shop.localhost' },
    update: { rawMessageDelivery: true },
    replace: { endpoint: 'other@shop.localhost' },
    computes: ['arn', 'pendingConfirmation'],
  },
  'aws:codedeploy/application:Application': {
    inputs: { computePlatform: 'Lambda' },
    update: { name: 'renamed' },
    replace: { computePlatform: 'ECS' },
    computes: ['arn', 'applicationId'],
  },
  'aws:codedeploy/deploymentConfig:DeploymentConfig': {
    inputs: { computePlatform: 'Lambda' },
    replace: { trafficRoutingConfig: { type: 'AllAtOnce' } },
    computes: arn,
  },
  'aws:codedeploy/deploymentGroup:DeploymentGroup': {
    inputs: { appName: 'orders', deploymentGroupName: 'live', serviceRoleArn: 'arn:role' },
    update: { deploymentGroupName: 'renamed' },
    computes: ['arn', 'deploymentGroupId'],
  },
  'aws:backup/vault:Vault': {
    inputs: { forceDestroy: true },
    update: { tags: { team: 'orders' } },
    replace: { name: 'renamed' },
    computes: arn,
  },
  'aws:backup/plan:Plan': {
    inputs: { rules: [{ ruleName: 'daily', targetVaultName: 'orders' }] },
    update: { rules: [{ ruleName: 'nightly', targetVaultName: 'orders' }] },
    replace: { name: 'renamed' },
    computes: arn,
  },
  'aws:backup/selection:Selection': {
    inputs: { planId: 'plan', iamRoleArn: 'arn:role' },
    replace: { planId: 'other' },
  },
};

export const recorded: readonly Lifecycle[] = Object.entries(ROWS).map(
  ([type, { inputs, update, replace, computes = [] }]) => ({
    type,
    computes,
    script: async () => ({
      inputs,
      updates: update === undefined ? [] : [update],
      ...(replace !== undefined && { replaces: replace }),
      refuses: [],
    }),
  }),
);
