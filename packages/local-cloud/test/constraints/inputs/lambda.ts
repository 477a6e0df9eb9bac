// Functions and the permissions to invoke them.
import * as pulumi from '@pulumi/pulumi';
import { emptyIsUnset, kept, of, providerArn, type Rule, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const FUNCTION = 'hashicorp/terraform-provider-aws internal/service/lambda/function.go';
const VALIDATE = 'hashicorp/terraform-provider-aws internal/service/lambda/validate.go';
const required: Rule = { required: true, source: FUNCTION };

const functionName: Rule = {
  source: `${VALIDATE} validFunctionName`,
  pattern: String.raw`(arn:[\w\-]+:lambda:)?([a-z]{2}-(?:[a-z]+-){1,2}\d{1}:)?(\d{12}:)?(function:)?([0-9A-Za-z_\-]+)(:(\$LATEST|[0-9A-Za-z_\-]+))?`,
  that: {
    is: 'a name of 64 characters at most',
    holds: (value: string) => (/function:([\w-]+)/.exec(value)?.[1] ?? value).length <= 64,
  },
};

const create = of('CreateFunction');

const lambdaFunction: TypeTable = {
  type: 'aws:lambda/function:Function',
  service: 'lambda',
  valid: {
    name: 'orders',
    region: 'eu-west-1',
    code: new pulumi.asset.AssetArchive({}),
    handler: 'index.handler',
    runtime: 'nodejs24.x',
    architectures: ['arm64'],
    role: 'arn:aws:iam::123456789012:role/orders',
    description: 'The orders',
    memorySize: 128,
    timeout: 3,
    environment: { variables: { TABLE: 'orders' } },
    ephemeralStorage: { size: 512 },
    reservedConcurrentExecutions: 1,
    loggingConfig: {
      ...{
        logFormat: 'JSON',
        logGroup: '/aws/lambda/orders',
        applicationLogLevel: 'INFO',
        systemLogLevel: 'INFO',
      },
    },
    packageType: 'Zip',
    publish: false,
    sourceCodeHash: 'hash',
    skipDestroy: false,
    tracingConfig: { mode: 'Active' },
    tags: { team: 'orders' },
  },
  inputs: {
    name: create('FunctionName', {
      rules: [functionName],
      emulated: {
        only: (name: string) => !name.includes(':'),
        reason: 'a name as part of an ARN has its use across accounts',
      },
      shadowed: 'a name has 64 characters at most, the rest would be an ARN',
      probes: [
        'arn:aws:lambda:eu-west-1:123456789012:function:orders',
        'function:orders',
        'p'.repeat(64),
        'p'.repeat(65),
      ],
    }),
    region,
    code: create('Code', { probes: [{}] }),
    handler: create('Handler', {
      rules: [{ min: 1, max: 128, source: `${FUNCTION} handler` }],
      absent: {
        verdict: 'refused',
        reason: 'lambda CreateFunction.Handler, its documentation: required for an archive',
      },
    }),
    runtime: create('Runtime', {
      emulated: {
        only: ['nodejs24.x'],
        reason: "the local Lambda runs functions with the project's own Node",
      },
      absent: {
        verdict: 'refused',
        reason: 'lambda CreateFunction.Runtime, its documentation: required for an archive',
      },
    }),
    architectures: create('Architectures', {
      unspecified: { values: [[]], reason: 'the provider leaves an empty list out, then shows a difference' },
    }),
    'architectures[]': create('Architectures[]'),
    role: create('Role', { rules: [providerArn] }),
    description: create('Description'),
    memorySize: create('MemorySize', {
      rules: [{ min: 128, max: 10_240, source: `${FUNCTION} memory_size` }],
    }),
    timeout: create('Timeout', { rules: [{ min: 1, max: 900, source: `${FUNCTION} timeout` }] }),
    environment: create('Environment'),
    'environment.variables': create('Environment.Variables'),
    'environment.variables{key}': create('Environment.Variables{key}'),
    'environment.variables{value}': create('Environment.Variables{value}'),
    ephemeralStorage: create('EphemeralStorage'),
    'ephemeralStorage.size': create('EphemeralStorage.Size'),
    reservedConcurrentExecutions: of('PutFunctionConcurrency')('ReservedConcurrentExecutions', {
      unset: { values: [-1], source: `${FUNCTION} reserved_concurrent_executions: -1 reserves none` },
      absent: { verdict: 'accepted', reason: 'without it the provider does not call PutFunctionConcurrency' },
    }),
    loggingConfig: create('LoggingConfig'),
    'loggingConfig.logFormat': create('LoggingConfig.LogFormat', { rules: [required] }),
    'loggingConfig.logGroup': create('LoggingConfig.LogGroup'),
    'loggingConfig.applicationLogLevel': create('LoggingConfig.ApplicationLogLevel'),
    'loggingConfig.systemLogLevel': create('LoggingConfig.SystemLogLevel'),
    packageType: create('PackageType', {
      emulated: { only: ['Zip'], reason: 'images would need a registry' },
    }),
    publish: create('Publish'),
    sourceCodeHash: kept('a change of it makes the provider upload the code', FUNCTION),
    skipDestroy: kept('the provider is to leave the function when it is no longer declared', FUNCTION),
    tracingConfig: create('TracingConfig'),
    'tracingConfig.mode': create('TracingConfig.Mode', { rules: [required] }),
    ...tags({ key: 'CreateFunction.Tags{key}', value: 'CreateFunction.Tags{value}' }),
  },
};

const add = of('AddPermission');
const PERMISSION = 'internal/service/lambda/permission.go';

const permission: TypeTable = {
  type: 'aws:lambda/permission:Permission',
  service: 'lambda',
  valid: {
    statementId: 'gateway',
    region: 'eu-west-1',
    action: 'lambda:InvokeFunction',
    function: 'orders',
    principal: 'apigateway.amazonaws.com',
    qualifier: 'live',
    sourceArn: 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3/*/*',
    sourceAccount: '123456789012',
  },
  inputs: {
    statementId: add('StatementId'),
    region,
    action: add('Action', { probes: ['lambda:*', '*', 'lambda:Invoke*'] }),
    function: add('FunctionName', {
      rules: [functionName],
      shadowed: 'a name has 64 characters at most, the rest would be an ARN',
      probes: [
        ...[
          'arn:aws:lambda:eu-west-1:123456789012:function:orders',
          '123456789012:function:orders',
          'a:b:c:d',
        ],
        ...['p'.repeat(64), 'p'.repeat(65)],
      ],
    }),
    principal: add('Principal'),
    qualifier: add('Qualifier', {
      rules: [{ pattern: '[a-zA-Z0-9$_-]+', source: `${VALIDATE} validQualifier` }],
    }),
    sourceArn: add('SourceArn', {
      rules: [providerArn],
      ...emptyIsUnset(PERMISSION),
      probes: ['arn:', 'arn:aws:s3'],
    }),
    sourceAccount: add('SourceAccount'),
  },
};

const createAlias = of('CreateAlias');

const alias: TypeTable = {
  type: 'aws:lambda/alias:Alias',
  service: 'lambda',
  valid: {
    name: 'live',
    region: 'eu-west-1',
    functionName: 'orders',
    functionVersion: '1',
    description: 'What is live',
    routingConfig: { additionalVersionWeights: { 2: 0.1 } },
  },
  inputs: {
    name: createAlias('Name'),
    region,
    functionName: createAlias('FunctionName', {
      rules: [functionName],
      shadowed: 'a name has 64 characters at most, the rest would be an ARN',
    }),
    functionVersion: createAlias('FunctionVersion', {
      stretch: (length) => '1'.repeat(length),
      emulated: {
        only: (version: string) => !version.includes('.PUBLISHED'),
        reason: 'it belongs to functions with a capacity provider',
      },
    }),
    description: createAlias('Description'),
    routingConfig: createAlias('RoutingConfig'),
    'routingConfig.additionalVersionWeights': createAlias('RoutingConfig.AdditionalVersionWeights'),
    'routingConfig.additionalVersionWeights{key}': createAlias(
      'RoutingConfig.AdditionalVersionWeights{key}',
      { stretch: (length) => '1'.repeat(length) },
    ),
    'routingConfig.additionalVersionWeights{value}': createAlias(
      'RoutingConfig.AdditionalVersionWeights{value}',
    ),
  },
};

export const lambda: readonly TypeTable[] = [lambdaFunction, permission, alias];
