// A preview, which any pull request of the repository can run, reads no content (that it changes nothing is in ../bootstrap.test.ts).
import { beforeAll, expect, test } from 'vitest';
import { type Bootstrap, bootstrap, KEY_ARN } from '../bootstrap-program.ts';
import { arn, type Call, type Circumstances, calls, PRODUCTION, permitted, STAGING } from '../iam.ts';

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});
const done = (all: readonly Call[], circumstances: Circumstances) =>
  permitted(roles.statements('petstore-preview'), all, circumstances);

const TABLE = arn('dynamodb', 'table/api-store-pets-0a1b2c3');
const LOGS = arn('logs', 'log-group:api-function-logs-0a1b2c3');
const FUNCTION = arn('lambda', 'function:api-function-0a1b2c3');
const STATE = 'arn:aws:s3:::state-bucket/.pulumi';

test.each<[string, ...(readonly [service: string, on: string, ...actions: string[]])[]]>([
  [
    'objects of other buckets',
    ['s3', 'arn:aws:s3:::payroll/2026.csv', 'GetObject', 'GetObjectVersion'],
    ['s3', 'arn:aws:s3:::payroll', 'ListBucket'],
    ['s3', 'arn:aws:s3:::docs-0a1b2c3/index.html', 'GetObject'],
  ],
  [
    'state of other projects, and no backups',
    ['s3', `${STATE}/stacks/orders/production.json`, 'GetObject'],
    ['s3', `${STATE}/backups/petstore/production/a.json`, 'GetObject'],
    ['s3', `${STATE}/stacks/petstore/production.json`, 'PutObject', 'DeleteObject'],
  ],
  ['items', ['dynamodb', TABLE, 'GetItem', 'BatchGetItem', 'Query', 'Scan', 'ExportTableToPointInTime']],
  ['logs', ['logs', LOGS, 'FilterLogEvents', 'StartQuery'], ['logs', `${LOGS}:log-stream:a`, 'GetLogEvents']],
  ['answers of the function', ['lambda', FUNCTION, 'InvokeFunction']],
  [
    'secrets',
    ['secretsmanager', arn('secretsmanager', 'secret:a'), 'GetSecretValue'],
    ['ssm', arn('ssm', 'parameter/a'), 'GetParameter'],
    ['kms', arn('kms', 'key/other'), 'Decrypt'],
    ['kms', KEY_ARN, 'Encrypt', 'GenerateDataKey'],
  ],
  ['code of functions with other names', ['lambda', arn('lambda', 'function:payroll'), 'GetFunction']],
])('it reads no %s', async (_, ...content) => {
  const all = content.flatMap(([service, on, ...actions]) => calls(service, on, ...actions));
  expect(await done(all, { owner: PRODUCTION })).toEqual([]);
});

// The provider reads the functions of this project with these, whose responses have the code.
test.each<[string, Circumstances['tags']]>([
  ['another project', { project: 'orders', stack: 'staging' }],
  ['nobody', 'none'],
])('it reads no code of functions of %s', async (_, tags) => {
  const edge = arn('cloudfront', 'function/redirect-a', '');
  const code = [...calls('lambda', FUNCTION, 'GetFunction'), ...calls('cloudfront', edge, 'GetFunction')];
  expect(await done(code, { owner: STAGING })).toHaveLength(code.length);
  expect(await done(code, { owner: STAGING, tags })).toEqual([]);
});
