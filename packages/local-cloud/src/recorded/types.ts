// The resource types that the local cloud records: their inputs are checked for names, stored and returned.
import { randomUUID } from 'node:crypto';
import { randomId } from '../random-id.ts';

export type Inputs = Readonly<Record<string, unknown>>;

interface Place {
  readonly region: string;
  readonly accountId: string;
}

export interface RecordedType {
  readonly required?: readonly string[];
  readonly replaceOn: readonly string[];
  /** The input that gets a generated name where it is absent. */
  readonly autoname?: string;
  readonly id: (inputs: Inputs, place: Place) => string;
  /** What an import names it by, unique in its region; absent: its id. */
  readonly key?: (inputs: Inputs) => string;
  readonly computed?: (id: string, inputs: Inputs, place: Place) => object;
}

const identifiedBy = (input: string) => ({ replaceOn: [input], id: (inputs: Inputs) => `${inputs[input]}` });

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

export const RECORDED: Readonly<Record<string, RecordedType>> = {
  // Who may do what: the tests of rights simulate these policies, and nothing here decides by them.
  [ROLE]: {
    ...namedBy('name'),
    replaceOn: ['name', 'path'],
    computed: (name, { path = '/' }, { accountId }) => ({
      arn: `arn:aws:iam::${accountId}:role${path}${name}`,
    }),
  },
  'aws:iam/rolePolicy:RolePolicy': {
    replaceOn: ['name', 'role'],
    autoname: 'name',
    id: ({ role, name }) => `${role}:${name}`,
  },
  'aws:s3/bucketPolicy:BucketPolicy': identifiedBy('bucket'),
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': identifiedBy('bucket'),
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': identifiedBy('bucket'),
  'aws:cloudfront/originAccessControl:OriginAccessControl': {
    replaceOn: [],
    autoname: 'name',
    id: () => `E${randomId(13).toUpperCase()}`,
    computed: (id, _inputs, { accountId }) => ({
      arn: `arn:aws:cloudfront::${accountId}:origin-access-control/${id}`,
    }),
  },
  'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig': {
    replaceOn: ['functionName', 'qualifier'],
    id: ({ functionName, qualifier }) =>
      qualifier === undefined ? `${functionName}` : `${functionName}:${qualifier}`,
  },
  // Nothing rings, runs or is sent; a release reads the metric filters and the alarms.
  'aws:cloudwatch/logGroup:LogGroup': { ...namedBy('name'), computed: arnOf('logs', 'log-group:') },
  [METRIC_FILTER]: {
    ...namedBy('name'),
    replaceOn: ['name', 'logGroupName'],
    key: ({ logGroupName, name }) => `${logGroupName}:${name}`,
  },
  [METRIC_ALARM]: {
    required: ['comparisonOperator', 'evaluationPeriods'],
    ...namedBy('name'),
    computed: arnOf('cloudwatch', 'alarm:'),
  },
  'aws:cloudwatch/dashboard:Dashboard': {
    ...identifiedBy('dashboardName'),
    computed: (name, _inputs, { accountId }) => ({
      dashboardArn: `arn:aws:cloudwatch::${accountId}:dashboard/${name}`,
    }),
  },
  'aws:cloudwatch/queryDefinition:QueryDefinition': {
    replaceOn: [],
    autoname: 'name',
    id: () => randomUUID(),
    computed: (queryDefinitionId) => ({ queryDefinitionId }),
  },
  'aws:cloudwatch/eventRule:EventRule': { ...namedBy('name'), computed: arnOf('events', 'rule/') },
  'aws:cloudwatch/eventTarget:EventTarget': {
    required: ['targetId'],
    replaceOn: ['rule', 'targetId'],
    id: ({ rule, targetId }) => `${rule}-${targetId}`,
    key: ({ rule, targetId }) => `${rule}/${targetId}`,
  },
  'aws:sns/topic:Topic': {
    ...namedBy('name'),
    id: ({ name }, { region, accountId }) => `arn:aws:sns:${region}:${accountId}:${name}`,
    computed: (arn, _inputs, { accountId }) => ({ arn, owner: accountId }),
  },
  'aws:sns/topicSubscription:TopicSubscription': {
    replaceOn: ['topic', 'protocol', 'endpoint'],
    id: ({ topic }) => `${topic}:${randomUUID()}`,
    // Nothing is mailed, so that nobody can confirm.
    computed: (arn, _inputs, { accountId }) => ({ arn, ownerId: accountId, pendingConfirmation: true }),
  },
  // A release reads the groups and the configurations; nothing is copied.
  'aws:codedeploy/application:Application': {
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
    ...namedBy('deploymentConfigName'),
    replaceOn: ['deploymentConfigName', 'computePlatform', 'trafficRoutingConfig'],
    computed: arnOf('codedeploy', 'deploymentconfig:'),
  },
  [DEPLOYMENT_GROUP]: {
    replaceOn: [],
    id: () => randomUUID(),
    key: ({ appName, deploymentGroupName }) => `${appName}:${deploymentGroupName}`,
    computed: (deploymentGroupId, { appName, deploymentGroupName: name }, { region, accountId }) => ({
      arn: `arn:aws:codedeploy:${region}:${accountId}:deploymentgroup:${appName}/${name}`,
      deploymentGroupId,
    }),
  },
  'aws:backup/vault:Vault': { ...namedBy('name'), computed: arnOf('backup', 'backup-vault:') },
  'aws:backup/plan:Plan': {
    ...namedBy('name'),
    id: () => randomUUID(),
    computed: arnOf('backup', 'backup-plan:'),
  },
  'aws:backup/selection:Selection': {
    replaceOn: ['name', 'planId', 'iamRoleArn', 'resources'],
    autoname: 'name',
    id: () => randomUUID(),
  },
};
