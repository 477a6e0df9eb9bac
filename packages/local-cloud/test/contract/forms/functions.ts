// Functions, their aliases and permissions.
import { type FormRow, rows } from '../form.ts';

export const functionForms: readonly FormRow[] = [
  ...rows('aws:lambda/function:Function', [
    {
      what: 'an environment without variables, and log levels left out',
      declares: { environment: { variables: {} }, loggingConfig: { logFormat: 'JSON' } },
      lacks: ['environment'],
      gives: { loggingConfig: { logFormat: 'JSON', applicationLogLevel: 'INFO', systemLogLevel: 'INFO' } },
    },
    {
      what: 'no architecture, storage, tracing and logging, where there were some',
      declares: {
        ...{ architectures: ['arm64'], ephemeralStorage: { size: 1024 }, tracingConfig: { mode: 'Active' } },
        ...{ loggingConfig: { logFormat: 'JSON', logGroup: '/orders' }, sourceCodeHash: 'hash' },
      },
      next: {},
    },
    {
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
    },
    {
      what: 'logging without its group, where there was one',
      declares: { loggingConfig: { logFormat: 'JSON', logGroup: '/orders' } },
      next: { loggingConfig: { logFormat: 'JSON' } },
    },
  ]),
  ...rows('aws:lambda/permission:Permission', [
    { what: "the function's ARN", declares: {} },
    {
      what: 'an account by its number',
      declares: { principal: '123456789012' },
      shows: 'replace',
      gives: { principal: 'arn:aws:iam::123456789012:root' },
    },
  ]),
  ...rows('aws:lambda/alias:Alias', [
    {
      what: "the function's ARN in place of its name",
      declares: {},
      next: ({ functionName }) => ({
        functionName: `arn:aws:lambda:eu-west-1:123456789012:function:${functionName}`,
      }),
    },
    {
      what: 'a routing without weights, which the service does not return',
      declares: { routingConfig: { additionalVersionWeights: {} } },
      lacks: ['routingConfig'],
      shows: 'update',
    },
    { what: 'an empty description', declares: { description: '' }, next: {} },
  ]),
];
