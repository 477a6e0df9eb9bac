// What `keys rotate` says of rare cases: in process, against tables of its own.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rotateKey } from '../../../cli/keys/rotate.ts';
import { createKeyAdmin, type KeyAdmin, keyId } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { type FaultProxy, openFaultProxy } from '../../service/fault-proxy.ts';

const SECOND = 1_000;
const DAY = 86_400;

let local: LocalDynamo;
let proxy: FaultProxy;
let table: string;
let admin: KeyAdmin;

beforeAll(async () => {
  local = await startDynamo();
  proxy = await openFaultProxy(local.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await local.stop();
});
beforeEach(async () => {
  table = (await local.createTables()).keys;
  admin = createKeyAdmin(local.dynamo, table);
  proxy.plan('pass');
  proxy.calls.length = 0;
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.endpoint);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function rotate(id: string): Promise<string> {
  let printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
  const on = { stack: 'staging', table, region: 'eu-west-1' };
  const failed = await rotateKey(id, { overlap: '7d', format: 'text', ...on }).catch(
    (error: Error) => `${error.name}: ${error.message}`,
  );
  vi.restoreAllMocks();
  return failed ?? printed;
}

const inDays = (days: number) => Math.floor(Date.now() / SECOND) + days * DAY;
const create = (expiresAt?: number, name = 'ci') =>
  admin.createKey({ name, prefix: 'pets_test_', expiresAt });

test('of a key that never expires: nor does the new one, and that is said', async () => {
  const { record } = await create();
  expect(await rotate(keyId(record.hash))).toMatch(
    new RegExp(
      `^Key \\w{12} "ci" of staging replaces ${keyId(record.hash)}; it does not expire\\. It is shown this once and not stored: keep it safe\\.\n${keyId(record.hash)} is valid until .* UTC \\(in 7 days\\): use .*\npets_test_\\w+\n$`,
    ),
  );
});

test('a key where its id belongs is refused, and not shown', async () => {
  expect(await rotate('pets_test_SECRET')).toMatch(
    /^UsageError: That is not the id of a key\.\n(?!.*SECRET)/,
  );
  expect(proxy.calls).toEqual([]);
});

test('in a deployed stack, a key with the name of the local one is as any other', async () => {
  const { record } = await create(undefined, 'npm run local');
  expect(await rotate(keyId(record.hash))).toMatch(/^Key \w{12} "npm run local" of staging replaces /);
});

test('a predecessor whose overlap is over is not among those that are valid', async () => {
  const { record: old } = await create();
  const endsAt = inDays(-1);
  const next = await admin.rotateKey(old, { prefix: 'pets_test_', endsAt });
  expect(await rotate(keyId(next?.record.hash ?? ''))).not.toContain('!');
});

const refused = (type: string, more: object = {}) => ({
  status: 400,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no', ...more }),
});

test('revoked by somebody else between the look and the write', async () => {
  const { record } = await create();
  const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }];
  proxy.plan('pass', refused('TransactionCanceledException', { CancellationReasons: reasons }));
  expect(await rotate(keyId(record.hash))).toBe(
    'CommandError: the key was revoked or rotated by somebody else just now: npm run keys -- list --stack staging',
  );
});

test('what DynamoDB refuses has its own words', async () => {
  const { record } = await create();
  proxy.plan('pass', refused('AccessDeniedException'));
  expect(await rotate(keyId(record.hash))).toMatch(/^DynamoError: AccessDeniedException: no/);
});

test('an answer that never arrives: it may have been done, and how to see it', async () => {
  const { record } = await create();
  proxy.plan('pass', 'lose-answer');
  expect(await rotate(keyId(record.hash))).toBe(
    'CommandError: the store did not confirm whether the key was rotated: see it with npm run keys -- list --stack staging; if it was, rotate the new key, which nobody has',
  );
});
