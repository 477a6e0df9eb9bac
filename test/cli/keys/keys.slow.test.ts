// `npm run keys` as a process, against tables of its own: the lifecycle of a key, and refused commands.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkKey, createKeyAdmin, hashKey, keyId } from '../../../service/keys/index.ts';
import { toItem } from '../../../service/keys/item.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { keysProcess, type Ran } from './process.ts';

let local: LocalDynamo;
let table: string;

beforeAll(async () => {
  local = await startDynamo();
  table = (await local.createTables()).keys;
});
afterAll(() => local.stop());

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

function run(...args: string[]): Promise<Ran> {
  return runWith(CREDENTIALS, ...args);
}

/** `credentials`: the only AWS variables of the process. */
function runWith(credentials: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  const inherited = Object.entries(process.env).filter(([variable]) => !variable.startsWith('AWS_'));
  const env = {
    ...Object.fromEntries(inherited),
    NO_COLOR: '1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: local.endpoint,
    ...credentials,
  };
  return keysProcess(args, env);
}

const on = (stack: string) => ['--stack', stack, '--table', table, '--region', 'eu-west-1'];

test('a key is created, listed by its id, and revoked once', async () => {
  const created = await run('create', '--name', 'ci', '--expires', '90d', ...on('production'));
  expect(created.status).toBe(0);
  expect(created.out).toMatch(/^pets_live_[0-9A-Za-z]{36}\n$/);
  const key = created.out.trim();
  expect(checkKey(key)).toBe('well-formed');
  expect(created.err).not.toContain(key);
  const id = keyId(hashKey(key));
  const listed = await run('list', '--format', 'json', ...on('production'));
  expect(JSON.parse(listed.out)).toMatchObject([{ id, name: 'ci', createdAt: ISO, expiresAt: ISO }]);
  expect((await run('revoke', id, ...on('production'))).status).toBe(0);
  const again = await run('revoke', id, ...on('production'));
  expect(again).toMatchObject({ status: 1, out: '' });
  expect(again.err).toContain(`production has no key ${id}: npm run keys -- list --stack production shows`);
});

test('keys of other stacks are test keys', async () => {
  const { out } = await run('create', '--name', 'first', ...on('staging'));
  expect(out).toMatch(/^pets_test_/);
});

test('a key expires after a year unless another time is given, and a warning comes before that', async () => {
  const table = (await local.createTables()).keys;
  const here = ['--stack', 'staging', '--table', table, '--region', 'eu-west-1'];
  const year = await run('create', '--name', 'year', ...here);
  const [, until = ''] = /it expires on (\S+ \S+) UTC/.exec(year.err) ?? [];
  expect((Date.parse(`${until}Z`) - Date.now()) / 86_400_000).toBeCloseTo(365, 1);
  expect((await run('list', ...here)).err).toBe('');
  await run('create', '--name', 'hour', '--expires', '1h', ...here);
  // It is new: who asked for an hour is not warned of it.
  expect((await run('list', ...here)).err).toBe('');
  const late = new Date(Date.now() - 300 * 86_400_000).toISOString();
  const expiresAt = Math.floor(Date.now() / 1_000) + 86_400;
  const Item = toItem({ hash: 'd'.repeat(64), name: 'late', createdAt: late, expiresAt });
  await local.dynamo.call('PutItem', { TableName: table, Item });
  await run('create', '--name', 'ever', '--expires', 'never', ...here);
  const listed = await run('list', ...here);
  expect(listed.out).toMatch(/year .* \(in 36[45] days\)$/m);
  expect(listed.out).toMatch(/hour .* \d\d:\d\d UTC \(in (59|60) minutes\)$/m);
  expect(listed.out).toMatch(/ever .* never$/m);
  expect(listed.err).toMatch(
    /^! 1 key expires soon \(d{12}\): replace it with npm run keys -- rotate ID --stack staging$/m,
  );
  const json = JSON.parse((await run('list', '--format', 'json', ...here)).out) as { expiresAt: unknown }[];
  expect(json.map(({ expiresAt }) => expiresAt)).toEqual([ISO, ISO, ISO, null]);
});

test.each([
  ['a time that is not valid', ['create', '--name', 'x', '--expires', 'soon'], 'is not a valid time'],
  ['a time in the past', ['create', '--name', 'x', '--expires', '2020-01-01'], 'is in the past'],
  [
    'a number without a unit',
    ['create', '--name', 'x', '--expires', '45'],
    'give a duration (90d, 12h), a date',
  ],
  ['a day that no month has', ['create', '--name', 'x', '--expires', '2027-02-31'], 'is not a valid time'],
  ['a key without a name', ['create'], '--name'],
  ['an empty name', ['create', '--name', ' '], '--name is empty'],
  ['a long name', ['create', '--name', 'x'.repeat(65)], '--name has 65 characters'],
  ['a name of two lines', ['create', '--name', 'a\nb'], 'do not print'],
  ['another format', ['list', '--format', 'xml'], '--format is text or json'],
  ['a key where its id belongs', ['revoke', 'pets_test_SECRET'], 'never give the key itself'],
])('%s is a wrong command', async (_what, args, message) => {
  const { status, out, err } = await run(...args, ...on('staging'));
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain(message);
  expect(err).not.toContain('SECRET');
});

test('an id that two keys begin with revokes neither: both are shown, with more digits', async () => {
  const hashes = ['0', '1'].map((last) => `${'abc'.repeat(7)}${last}`.padEnd(64, '0'));
  for (const [index, hash] of hashes.entries()) {
    const Item = toItem({ hash, name: `twin ${index}`, createdAt: '2026-01-01T00:00:00.000Z' });
    await local.dynamo.call('PutItem', { TableName: table, Item });
  }
  const { status, err } = await run('revoke', 'abcabcabcabc', ...on('staging'));
  expect(status).toBe(2);
  expect(err).toContain('The ids of 2 keys begin with abcabcabcabc');
  for (const hash of hashes) expect(err).toContain(hash.slice(0, 24));
  expect((await run('revoke', hashes[0]?.slice(0, 24) ?? '', ...on('staging'))).status).toBe(0);
});

test('a table without its stack is not the local one', async () => {
  const { status, err } = await run('create', '--name', 'x', '--table', table, '--region', 'eu-west-1');
  expect(status).toBe(2);
  expect(err).toContain('name the stack with --stack');
});

test('--format json has what list has of the key, and the key', async () => {
  const { status, out, err } = await run('create', '--name', 'json', '--format', 'json', ...on('staging'));
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const { key, ...listed } = JSON.parse(out);
  expect(key).toMatch(/^pets_test_/);
  expect(listed).toEqual({
    ...{ id: keyId(hashKey(key)), name: 'json', createdAt: ISO, expiresAt: ISO },
    ...{ lastUsedOn: null, replacedBy: null },
  });
  const all = JSON.parse((await run('list', '--format', 'json', ...on('staging'))).out);
  expect(all).toContainEqual(listed);
});

describe('credentials', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'petstore-aws-'));
    const process = join(folder, 'process.sh');
    writeFileSync(process, '#!/bin/sh\necho HUSHED >&2\nexit 1\n', { mode: 0o755 });
    const issued = JSON.stringify({ Version: 1, AccessKeyId: 'a', SecretAccessKey: 'b', SessionToken: 'c' });
    const lines = [
      '[profile static]',
      'aws_access_key_id = local',
      'aws_secret_access_key = local',
      '[profile process]',
      `credential_process = echo '${issued}'`,
      '[profile broken]',
      `credential_process = ${process}`,
    ];
    writeFileSync(join(folder, 'config'), lines.join('\n'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = () => ({
    AWS_CONFIG_FILE: join(folder, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
    HOME: folder,
  });
  const list = (credentials: NodeJS.ProcessEnv) =>
    runWith({ ...files(), ...credentials }, 'list', '--format', 'json', ...on('production'));

  test.each(['static', 'process'])('come from the profile that AWS_PROFILE names: %s', async (profile) => {
    const { status, err } = await list({ AWS_PROFILE: profile });
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });

  test.each([
    ['there are none', {}, '✗ there are no AWS credentials: set AWS_PROFILE (and run aws sso login), or '],
    ['the profile does not exist', { AWS_PROFILE: 'absent' }, 'credentials (AWS_PROFILE is absent): set '],
    [
      'a credential process fails; its output is not repeated',
      { AWS_PROFILE: 'broken' },
      '(AWS_PROFILE is broken): ',
    ],
  ])('%s: status 1', async (_what, credentials, message) => {
    const { status, out, err } = await list(credentials);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^✗ there are no AWS credentials/);
    expect(err).toContain(message);
    expect(err).not.toContain('HUSHED');
  });
});

test('--help has status 0 and shows examples', async () => {
  const { status, out } = await run('--help');
  expect(status).toBe(0);
  expect(out).toContain('npm run keys -- revoke');
});

test("a key's name controls no terminal and starts no line", async () => {
  const name = '\u001b]0;x\u0007\u001b[2J\n::error::x\r\u202eci';
  // The command refuses such a name; another program with the table's rights does not.
  expect((await run('create', '--name', name, ...on('staging'))).status).toBe(2);
  await createKeyAdmin(local.dynamo, table).createKey({ name, prefix: 'pets_test_' });
  const { out } = await run('list', ...on('staging'));
  const id = /^(\w{12}) {2}\\x1b]0;x\\x07\\x1b\[2J\\n::error::x\\r\\u202eci {2}/m.exec(out)?.[1] ?? '';
  expect(id).not.toBe('');
  const listed = await run('list', '--format', 'json', ...on('staging'));
  expect(JSON.parse(listed.out)).toContainEqual(expect.objectContaining({ id, name }));
  const revoked = await run('revoke', id, ...on('staging'));
  expect(revoked.err).toContain('is revoked');
  for (const { out, err } of [listed, revoked])
    expect(`${out}${err}`).not.toMatch(/(?!\n)\p{Cc}|\u202e|^\s*::/mu);
});
