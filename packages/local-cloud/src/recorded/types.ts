// The resource types that the local cloud records: their inputs are checked for names, stored and returned, so that
// previews, refreshes and deletions are honest. A type is served, in a folder of its own, where a client, a browser or a
// deployment depends on its behaviour.
import { randomUUID } from 'node:crypto';
import type * as backup from '@pulumi/aws/backup/index.js';
import type * as cloudfront from '@pulumi/aws/cloudfront/index.js';
import type * as cloudwatch from '@pulumi/aws/cloudwatch/index.js';
import type * as codedeploy from '@pulumi/aws/codedeploy/index.js';
import type * as iam from '@pulumi/aws/iam/index.js';
import type * as lambda from '@pulumi/aws/lambda/index.js';
import type * as s3 from '@pulumi/aws/s3/index.js';
import type * as sns from '@pulumi/aws/sns/index.js';
import { z } from 'zod';
import { randomId } from '../random-id.ts';
import type { RequiredKeys } from '../schema.ts';

export type Inputs = Readonly<Record<string, unknown>>;

interface Place {
  readonly region: string;
  readonly accountId: string;
}

export interface RecordedType {
  readonly inputs: z.ZodType<Inputs>;
  readonly replaceOn: readonly string[];
  /** The input that gets a generated name where it is absent. */
  readonly autoname?: string;
  readonly id: (inputs: Inputs, place: Place) => string;
  /** What an import names it by, unique in its region; absent: its id. */
  readonly key?: (inputs: Inputs) => string;
  readonly computed?: (id: string, inputs: Inputs, place: Place) => object;
}

const present = z.unknown().refine((value) => value !== undefined, { error: 'is required' });
const optional = z.unknown().optional();

/**
 * Inputs of which only the names are checked: another one is refused, and the lack of a required one. A name that the
 * provider lacks does not compile, nor does the lack of one that it requires.
 */
function namesOf<Args>() {
  return <Required extends keyof Args & string>(
    required: readonly Required[] & ([RequiredKeys<Args>] extends [Required] ? unknown : never),
    others: readonly (keyof Args & string)[] = [],
  ): z.ZodType<Inputs> =>
    z.strictObject({
      ...Object.fromEntries(required.map((name) => [name, present])),
      ...Object.fromEntries(others.map((name) => [name, optional])),
    });
}

/** The type's id is that input, which replaces the resource. */
const identifiedBy = (input: string) => ({
  replaceOn: [input],
  id: (inputs: Inputs) => `${inputs[input]}`,
});

/** Identified by its name, which is generated where it is absent. */
const namedBy = (input: string) => ({ ...identifiedBy(input), autoname: input });

/** Computes the ARN `arn:aws:<service>:<region>:<account>:<prefix><id>`. */
const arnOf =
  (service: string, prefix: string): RecordedType['computed'] =>
  (id, _inputs, { region, accountId }) => ({
    arn: `arn:aws:${service}:${region}:${accountId}:${prefix}${id}`,
  });

export const ROLE = 'aws:iam/role:Role';
export const METRIC_FILTER = 'aws:cloudwatch/logMetricFilter:LogMetricFilter';
export const METRIC_ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm';
export const DEPLOYMENT_CONFIG = 'aws:codedeploy/deploymentConfig:DeploymentConfig';
export const DEPLOYMENT_GROUP = 'aws:codedeploy/deploymentGroup:DeploymentGroup';

/** By Pulumi's type token. */
export const RECORDED: Readonly<Record<string, RecordedType>> = {
  // Who may do what: the tests of rights simulate these policies, and nothing here decides by them.
  [ROLE]: {
    inputs: namesOf<iam.RoleArgs>()(
      ['name', 'assumeRolePolicy'],
      ['description', 'path', 'maxSessionDuration', 'permissionsBoundary', 'tags'],
    ),
    ...namedBy('name'),
    replaceOn: ['name', 'path'],
    computed: (name, { path = '/' }, { accountId }) => ({
      arn: `arn:aws:iam::${accountId}:role${path}${name}`,
    }),
  },
  'aws:iam/rolePolicy:RolePolicy': {
    inputs: namesOf<iam.RolePolicyArgs>()(['name', 'role', 'policy']),
    replaceOn: ['name', 'role'],
    autoname: 'name',
    id: ({ role, name }) => `${role}:${name}`,
  },
  'aws:s3/bucketPolicy:BucketPolicy': {
    inputs: namesOf<s3.BucketPolicyArgs>()(['bucket', 'policy'], ['region']),
    ...identifiedBy('bucket'),
  },
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': {
    inputs: namesOf<s3.BucketOwnershipControlsArgs>()(['bucket', 'rule'], ['region']),
    ...identifiedBy('bucket'),
  },
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': {
    inputs: namesOf<s3.BucketPublicAccessBlockArgs>()(
      ['bucket'],
      ['blockPublicAcls', 'blockPublicPolicy', 'ignorePublicAcls', 'restrictPublicBuckets', 'region'],
    ),
    ...identifiedBy('bucket'),
  },
  'aws:cloudfront/originAccessControl:OriginAccessControl': {
    inputs: namesOf<cloudfront.OriginAccessControlArgs>()(
      ['name', 'originAccessControlOriginType', 'signingBehavior', 'signingProtocol'],
      ['description'],
    ),
    replaceOn: [],
    autoname: 'name',
    id: () => `E${randomId(13).toUpperCase()}`,
    computed: (id, _inputs, { accountId }) => ({
      arn: `arn:aws:cloudfront::${accountId}:origin-access-control/${id}`,
    }),
  },
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': {
    inputs: namesOf<lambda.FunctionEventInvokeConfigArgs>()(
      ['functionName'],
      ['qualifier', 'region', 'maximumRetryAttempts', 'maximumEventAgeInSeconds'],
    ),
    replaceOn: ['functionName', 'qualifier'],
    id: ({ functionName, qualifier }) =>
      qualifier === undefined ? `${functionName}` : `${functionName}:${qualifier}`,
  },
  // Nothing rings, runs or is sent; a release reads the metric filters and the alarms.
  'aws:cloudwatch/logGroup:LogGroup': {
    inputs: namesOf<cloudwatch.LogGroupArgs>()(['name'], ['region', 'retentionInDays', 'tags']),
    ...namedBy('name'),
    computed: arnOf('logs', 'log-group:'),
  },
  [METRIC_FILTER]: {
    inputs: namesOf<cloudwatch.LogMetricFilterArgs>()(
      ['name', 'logGroupName', 'pattern', 'metricTransformation'],
      ['region'],
    ),
    ...namedBy('name'),
    replaceOn: ['name', 'logGroupName'],
    key: ({ logGroupName, name }) => `${logGroupName}:${name}`,
  },
  [METRIC_ALARM]: {
    inputs: namesOf<cloudwatch.MetricAlarmArgs>()(
      ['name', 'comparisonOperator', 'evaluationPeriods'],
      [
        'region',
        'metricName',
        'namespace',
        'period',
        'statistic',
        'extendedStatistic',
        'threshold',
        'dimensions',
        'treatMissingData',
        'evaluateLowSampleCountPercentiles',
        'alarmActions',
        'okActions',
        'insufficientDataActions',
        'alarmDescription',
        'tags',
      ],
    ),
    ...namedBy('name'),
    computed: arnOf('cloudwatch', 'alarm:'),
  },
  'aws:cloudwatch/dashboard:Dashboard': {
    inputs: namesOf<cloudwatch.DashboardArgs>()(['dashboardName', 'dashboardBody'], ['region']),
    ...identifiedBy('dashboardName'),
    computed: (name, _inputs, { accountId }) => ({
      dashboardArn: `arn:aws:cloudwatch::${accountId}:dashboard/${name}`,
    }),
  },
  'aws:cloudwatch/queryDefinition:QueryDefinition': {
    inputs: namesOf<cloudwatch.QueryDefinitionArgs>()(['name', 'queryString'], ['logGroupNames', 'region']),
    replaceOn: [],
    autoname: 'name',
    id: () => randomUUID(),
    computed: (queryDefinitionId) => ({ queryDefinitionId }),
  },
  'aws:cloudwatch/eventRule:EventRule': {
    inputs: namesOf<cloudwatch.EventRuleArgs>()(
      ['name'],
      ['region', 'scheduleExpression', 'description', 'state', 'tags'],
    ),
    ...namedBy('name'),
    computed: arnOf('events', 'rule/'),
  },
  'aws:cloudwatch/eventTarget:EventTarget': {
    inputs: namesOf<cloudwatch.EventTargetArgs>()(
      ['rule', 'targetId', 'arn'],
      ['region', 'input', 'retryPolicy'],
    ),
    replaceOn: ['rule', 'targetId'],
    id: ({ rule, targetId }) => `${rule}-${targetId}`,
    key: ({ rule, targetId }) => `${rule}/${targetId}`,
  },
  'aws:sns/topic:Topic': {
    inputs: namesOf<sns.TopicArgs>()(['name'], ['region', 'tags']),
    replaceOn: ['name'],
    autoname: 'name',
    id: ({ name }, { region, accountId }) => `arn:aws:sns:${region}:${accountId}:${name}`,
    computed: (arn, _inputs, { accountId }) => ({ arn, owner: accountId }),
  },
  'aws:sns/topicSubscription:TopicSubscription': {
    inputs: namesOf<sns.TopicSubscriptionArgs>()(['topic', 'protocol', 'endpoint'], ['region']),
    replaceOn: ['topic', 'protocol', 'endpoint'],
    id: ({ topic }) => `${topic}:${randomUUID()}`,
    // Nothing is mailed, so that nobody can confirm.
    computed: (arn, _inputs, { accountId }) => ({ arn, ownerId: accountId, pendingConfirmation: true }),
  },
  // A release reads the groups and the configurations; nothing is copied.
  'aws:codedeploy/application:Application': {
    inputs: namesOf<codedeploy.ApplicationArgs>()(['name'], ['region', 'computePlatform', 'tags']),
    replaceOn: ['computePlatform'],
    autoname: 'name',
    // The provider's own id (resourceAppCreate in app.go), which a new name does not change.
    id: ({ name }) => `${randomUUID()}:${name}`,
    key: ({ name }) => `${name}`,
    computed: (id, { name }, { region, accountId }) => ({
      arn: `arn:aws:codedeploy:${region}:${accountId}:application:${name}`,
      applicationId: id.split(':')[0],
    }),
  },
  [DEPLOYMENT_CONFIG]: {
    inputs: namesOf<codedeploy.DeploymentConfigArgs>()(
      ['deploymentConfigName'],
      ['region', 'computePlatform', 'trafficRoutingConfig'],
    ),
    ...namedBy('deploymentConfigName'),
    replaceOn: ['deploymentConfigName', 'computePlatform', 'trafficRoutingConfig'],
    computed: arnOf('codedeploy', 'deploymentconfig:'),
  },
  [DEPLOYMENT_GROUP]: {
    inputs: namesOf<codedeploy.DeploymentGroupArgs>()(
      ['appName', 'deploymentGroupName', 'serviceRoleArn'],
      [
        'region',
        'deploymentConfigName',
        'deploymentStyle',
        'alarmConfiguration',
        'autoRollbackConfiguration',
        'tags',
      ],
    ),
    replaceOn: [],
    id: () => randomUUID(),
    key: ({ appName, deploymentGroupName }) => `${appName}:${deploymentGroupName}`,
    computed: (deploymentGroupId, { appName, deploymentGroupName: name }, { region, accountId }) => ({
      arn: `arn:aws:codedeploy:${region}:${accountId}:deploymentgroup:${appName}/${name}`,
      deploymentGroupId,
    }),
  },
  'aws:backup/vault:Vault': {
    inputs: namesOf<backup.VaultArgs>()(['name'], ['region', 'forceDestroy', 'tags']),
    ...namedBy('name'),
    computed: arnOf('backup', 'backup-vault:'),
  },
  'aws:backup/plan:Plan': {
    inputs: namesOf<backup.PlanArgs>()(['name', 'rules'], ['region', 'tags']),
    replaceOn: ['name'],
    autoname: 'name',
    id: () => randomUUID(),
    computed: arnOf('backup', 'backup-plan:'),
  },
  'aws:backup/selection:Selection': {
    inputs: namesOf<backup.SelectionArgs>()(['name', 'planId', 'iamRoleArn'], ['region', 'resources']),
    replaceOn: ['name', 'planId', 'iamRoleArn', 'resources'],
    autoname: 'name',
    id: () => randomUUID(),
  },
};
