// Functions, their aliases and permissions.
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const FUNCTION = 'internal/service/lambda/function.go';

export const functionForms: readonly FormRow[] = [
  row('aws:lambda/function:Function', {
    what: 'an environment without variables, and log levels left out',
    declares: { environment: { variables: {} }, loggingConfig: { logFormat: 'JSON' } },
    lacks: ['environment'],
    gives: { loggingConfig: { logFormat: 'JSON', applicationLogLevel: 'INFO', systemLogLevel: 'INFO' } },
    ...{ shows: 'same', source: `${FUNCTION}: suppressLoggingConfigUnspecifiedLogLevels, environment` },
  }),
  row('aws:lambda/function:Function', {
    what: 'no architecture, storage, tracing and logging, where there were some',
    declares: {
      ...{ architectures: ['arm64'], ephemeralStorage: { size: 1024 }, tracingConfig: { mode: 'Active' } },
      ...{ loggingConfig: { logFormat: 'JSON', logGroup: '/orders' }, sourceCodeHash: 'hash' },
    },
    next: {},
    ...{ shows: 'same', source: `${FUNCTION}: all are Optional and Computed` },
  }),
  row('aws:lambda/function:Function', {
    what: 'neither architecture, storage, tracing, logging nor environment',
    declares: { name: 'orders' },
    gives: {
      ...{
        architectures: ['x86_64'],
        ephemeralStorage: { size: 512 },
        tracingConfig: { mode: 'PassThrough' },
      },
      loggingConfig: { logFormat: 'Text', logGroup: '/aws/lambda/orders' },
    },
    next: { name: 'orders', environment: { variables: {} } },
    ...{ shows: 'same', source: 'CreateFunction in the API reference' },
  }),
  row('aws:lambda/function:Function', {
    what: 'logging without its group, where there was one',
    declares: { loggingConfig: { logFormat: 'JSON', logGroup: '/orders' } },
    next: { loggingConfig: { logFormat: 'JSON' } },
    ...{ shows: 'same', source: `${FUNCTION}: log_group is Optional and Computed` },
  }),
  row('aws:lambda/permission:Permission', {
    what: "the function's ARN",
    ...{ declares: {}, shows: 'same' },
    source: 'internal/service/lambda/permission.go: "Save Lambda function name in the same format"',
  }),
  row('aws:lambda/permission:Permission', {
    what: 'an account by its number',
    ...{ declares: { principal: '123456789012' }, shows: 'replace' },
    gives: { principal: 'arn:aws:iam::123456789012:root' },
    source: 'hashicorp/terraform-provider-aws#30722; internal/service/lambda/permission.go',
  }),
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
];
