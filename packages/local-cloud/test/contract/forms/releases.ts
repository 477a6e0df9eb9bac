// Aliases, and CodeDeploy.
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const GROUP = 'internal/service/codedeploy/deployment_group.go';
const EVENTS = ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'];

export const releaseForms: readonly FormRow[] = [
  row('aws:lambda/alias:Alias', {
    what: "the function's ARN in place of its name",
    declares: {},
    next: ({ functionName }) => ({
      functionName: `arn:aws:lambda:eu-west-1:123456789012:function:${functionName}`,
    }),
    ...{ shows: 'same', source: 'internal/service/lambda/alias.go: suppressEquivalentFunctionNameOrARN' },
  }),
  row('aws:lambda/alias:Alias', {
    what: 'a routing without weights, which the service does not return',
    declares: { routingConfig: { additionalVersionWeights: {} } },
    lacks: ['routingConfig'],
    ...{ shows: 'update', source: 'internal/service/lambda/alias.go: flattenAliasRoutingConfiguration' },
  }),
  row('aws:lambda/alias:Alias', {
    what: 'an empty description',
    ...{ declares: { description: '' }, next: {}, shows: 'same' },
    source: 'internal/service/lambda/alias.go: aws.String(d.Get(names.AttrDescription))',
  }),
  row('aws:codedeploy/application:Application', {
    what: 'tags without an entry',
    ...{ declares: { tags: {} }, next: {}, shows: 'same' },
    source: 'internal/service/codedeploy/app.go: no input is converted',
  }),
  row('aws:codedeploy/deploymentConfig:DeploymentConfig', {
    what: 'the canary as it is declared',
    ...{ declares: {}, shows: 'same' },
    source: 'internal/service/codedeploy/deployment_config.go: flattenAwsCodeDeployTrafficRoutingConfig',
  }),
  row('aws:codedeploy/deploymentGroup:DeploymentGroup', {
    what: 'alarms and events in another order',
    declares: {
      alarmConfiguration: { enabled: true, alarms: ['one', 'two'] },
      autoRollbackConfiguration: { enabled: true, events: EVENTS },
    },
    next: {
      alarmConfiguration: { enabled: true, alarms: ['two', 'one'] },
      autoRollbackConfiguration: { enabled: true, events: EVENTS.toReversed() },
    },
    ...{ shows: 'same', source: `${GROUP}: TypeSets` },
  }),
  row('aws:codedeploy/deploymentGroup:DeploymentGroup', {
    what: 'no style, where there was one',
    ...{ declares: {}, next: { deploymentStyle: undefined }, shows: 'same' },
    source: `${GROUP}: SuppressMissingOptionalConfigurationBlock`,
  }),
];
