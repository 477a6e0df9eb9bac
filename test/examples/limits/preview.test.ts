// A preview, which any pull request of the repository can run, changes nothing and reads no content.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bootstrap, bootstrap, KEY_ARN } from '../bootstrap-program.ts';
import { permitted } from '../decisions.ts';
import { arn, type Call, calls } from '../provider-calls/call.ts';
import type { Circumstances } from '../provider-calls/context.ts';
import { READABLE } from './account.ts';
import { changes, creations, OTHER_PROJECT, PRODUCTION, reads, STAGING } from './calls.ts';

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});
const done = (all: readonly Call[], circumstances: Circumstances) =>
  permitted(roles.statements('petstore-preview'), all, circumstances);

test.each([STAGING, PRODUCTION])('changes and creates nothing of $stack', async (owner) => {
  const isRead = (call: Call) =>
    reads(owner).some(({ action, on }) => action === call.action && on === call.on);
  const all = [...changes(owner), ...creations(owner)].filter((call) => !isRead(call));
  expect(all.length).toBeGreaterThan(80);
  expect(await done(all, { owner })).toEqual([]);
  expect(await done(all, { owner, creates: true })).toEqual([]);
});

test.each<[string, Circumstances]>([
  ['another project', { owner: OTHER_PROJECT }],
  ['another stack of the project', { owner: { project: 'petstore', stack: 'test' } }],
  ['what has no tags', { owner: OTHER_PROJECT, tags: 'none' }],
])('reads nothing of %s', async (_, circumstances) => {
  const read = await done(reads(circumstances.owner), circumstances);
  expect(read.filter((text) => !READABLE.includes(text))).toEqual([]);
});

const TABLE = arn('dynamodb', 'table/api-store-pets-0a1b2c3');
const LOGS = arn('logs', 'log-group:api-function-logs-0a1b2c3');
const FUNCTION = arn('lambda', 'function:api-function-0a1b2c3');
const STATE = 'arn:aws:s3:::state-bucket/.pulumi';

describe('reads no', () => {
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
    [
      'logs',
      ['logs', LOGS, 'FilterLogEvents', 'StartQuery'],
      ['logs', `${LOGS}:log-stream:a`, 'GetLogEvents'],
    ],
    ['answers of the function', ['lambda', FUNCTION, 'InvokeFunction']],
    [
      'secrets',
      ['secretsmanager', arn('secretsmanager', 'secret:a'), 'GetSecretValue'],
      ['ssm', arn('ssm', 'parameter/a'), 'GetParameter'],
      ['kms', arn('kms', 'key/other'), 'Decrypt'],
      ['kms', KEY_ARN, 'Encrypt', 'GenerateDataKey'],
    ],
    ['code of functions with other names', ['lambda', arn('lambda', 'function:payroll'), 'GetFunction']],
  ])('%s', async (_, ...content) => {
    const all = content.flatMap(([service, on, ...actions]) => calls(service, on, ...actions));
    expect(await done(all, { owner: PRODUCTION })).toEqual([]);
  });

  // The provider reads the functions of this project with these, whose responses have the code.
  test.each<[string, Circumstances['tags']]>([
    ['another project', { project: 'orders', stack: 'staging' }],
    ['nobody', 'none'],
  ])('code of functions of %s', async (_, tags) => {
    const edge = arn('cloudfront', 'function/redirect-a', '');
    const code = [...calls('lambda', FUNCTION, 'GetFunction'), ...calls('cloudfront', edge, 'GetFunction')];
    expect(await done(code, { owner: STAGING })).toHaveLength(code.length);
    expect(await done(code, { owner: STAGING, tags })).toEqual([]);
  });
});
