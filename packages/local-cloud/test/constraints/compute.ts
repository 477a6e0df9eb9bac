// Functions (Lambda's service model and the provider) and tables (DynamoDB's).
import { onlyOf, REQUIRED, type TypeRules, tags, text } from './rules.ts';

const lambdaFunction: TypeRules = {
  type: 'aws:lambda/function:Function',
  valid: {
    ...{ name: 'orders', region: 'eu-west-1', code: {}, handler: 'index.handler', runtime: 'nodejs24.x' },
    ...{
      role: 'arn:aws:iam::123456789012:role/orders',
      loggingConfig: {},
      tracingConfig: {},
      environment: {},
    },
  },
  inputs: [
    ['name', { takes: [undefined, text(64)], refuses: ['', text(65), 'a b', 'function:orders'] }],
    ['code', { refuses: [undefined, 'index.js'] }],
    ['runtime', onlyOf('nodejs24.x')],
    ['runtime', REQUIRED],
    ['role', { refuses: [undefined, '', 'orders'] }],
    // -1 reserves none.
    ['reservedConcurrentExecutions', { takes: [undefined, -1, 0], refuses: [-2, 0.5] }],
    ...tags,
  ],
  forms: [
    ['another hash', { sourceCodeHash: 'a' }, { sourceCodeHash: 'b' }, 'update'],
    ['a hash that is left out', { sourceCodeHash: 'a' }, {}, 'same'],
  ],
};

const table: TypeRules = {
  type: 'aws:dynamodb/table:Table',
  valid: {
    ...{ name: 'orders', region: 'eu-west-1', hashKey: 'pk', rangeKey: 'sk', attributes: [] },
    ...{ billingMode: 'PAY_PER_REQUEST', globalSecondaryIndexes: [], pointInTimeRecovery: {}, ttl: {} },
  },
  inputs: [
    ['name', { takes: [undefined, 'a.b', text(255)], refuses: ['ab', text(256), 'a b'] }],
    ['hashKey', { lacks: [undefined] }],
    ['billingMode', { ...onlyOf('PAY_PER_REQUEST'), lacks: [undefined, 'PROVISIONED'] }],
    ...tags,
  ],
};

export const compute = [lambdaFunction, table];
