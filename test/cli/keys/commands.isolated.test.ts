// The commands about keys in process, against tables of their own: what they store, print and refuse, and answers that are lost. All
// that they print in the life of two keys is in the snapshot.
import { UsageError } from '@petstore/custom-domains/output';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CommandError } from '../../../cli/command-error.ts';
import { reportError } from '../../../cli/exit.ts';
import { listKeys, revokeKey } from '../../../cli/keys/existing-keys.ts';
import { createKey, type RotateOptions, rotateKey } from '../../../cli/keys/new-key.ts';
import { DynamoError, StoreUnavailableError } from '../../../service/dynamo/errors.ts';
import { createKeyAdmin, dayOf, hashKey, type KeyRecord, keyId } from '../../../service/keys/index.ts';
import { createLastUsed } from '../../../service/keys/last-used.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { type FaultProxy, openFaultProxy, refusal } from '../../service/fault-proxy.ts';

const DAY = 86_400;

let local: LocalDynamo;
let proxy: FaultProxy;
let table: string;
let admin: ReturnType<typeof createKeyAdmin>;

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
  vi.stubEnv('NO_COLOR', '1');
});

/** What the process would print, and its exit status. `full`: standard output cannot be written. */
async function printed(work: () => Promise<void>, full?: Error) {
  const text = { out: '', err: '' };
  for (const name of ['out', 'err'] as const) {
    const stream = process[`std${name}`];
    // Each look at a stream listens to its errors.
    stream.setMaxListeners(0);
    const write = (chunk: unknown, written?: unknown) => {
      const error = stream === process.stdout ? full : undefined;
      if (error === undefined) text[name] += String(chunk);
      if (typeof written === 'function') written(error);
      return true;
    };
    vi.spyOn(stream, 'write').mockImplementation(write);
  }
  await work().catch(reportError);
  vi.restoreAllMocks();
  const status = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { status, ...text };
}

const on = (stack = 'production') => ({ stack, table, region: 'eu-west-1' });
const create = (options: { expires?: string; format?: string; name?: string } = {}, stack?: string) =>
  printed(() => createKey({ name: 'ci', format: 'text', ...options, ...on(stack) }));
const list = (format = 'text') => printed(() => listKeys({ format, ...on() }));
const rotate = (id: string, options: Partial<RotateOptions> = {}) =>
  printed(() => rotateKey(id, { overlap: '7d', format: 'text', ...on(), ...options }));
const revoke = (id: string, stack?: string) => printed(() => revokeKey(id, on(stack)));

const inDays = (days: number) => Math.floor(Date.now() / 1_000) + days * DAY;
/** Within a minute: the command starts a little later. */
const about = (seconds: number) => expect.closeTo(seconds, -1.5);
const stored = (expiresAt?: number, name = 'ci') =>
  admin.createKey({ name, prefix: 'pets_live_', expiresAt }).then(({ record }) => record);
const records = async () => Object.fromEntries((await admin.listKeys()).map((one) => [one.hash, one]));

/** As the function stores it. */
async function use(record: KeyRecord, daysAgo: number) {
  const clock = () => Date.now() - daysAgo * DAY * 1_000;
  const lastUsed = createLastUsed(local.dynamo, { table, clock, log: () => undefined });
  lastUsed.note(record);
  await lastUsed.store(10_000);
  return dayOf(clock());
}

test.each<[Error, number]>([
  [new UsageError('It is wrong.', 'write it so'), 2],
  [new CommandError('AWS refuses it.'), 1],
  [new DynamoError('AccessDeniedException', 'no', 400), 1],
  [new StoreUnavailableError('Scan', 3, new Error('connect ECONNREFUSED'), false), 1],
])('%s is expected: its message, and the status %i', async (error, status) => {
  const err = `✗ ${error.message}\n`;
  expect(await printed(() => Promise.reject(error))).toEqual({ status, out: '', err });
});

test('the life of two keys', async () => {
  let transcript = '';
  /** In the order in which they were printed. */
  const ids: string[] = [];
  /** Keys, ids and times are others in each run; digits of equal number keep the columns. */
  const masked = (text: string) =>
    ids
      .reduce((all, id, index) => all.replaceAll(id, `id-${index + 1}`.padEnd(12, '.')), text)
      .replaceAll(table, 'TABLE')
      .replace(/(pets_[a-z]+_)[0-9A-Za-z]{36}/g, '$1KEY')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, (time) => 'TIME'.padEnd(time.length, '.'))
      .replace(/in \d+ days/g, 'in DAYS days');
  async function run(command: string, ran: ReturnType<typeof printed>): Promise<string> {
    const { status, out, err } = await ran;
    for (const [id] of `${err}${out}`.matchAll(/\b[0-9a-f]{12}\b/g)) if (!ids.includes(id)) ids.push(id);
    transcript += `$ npm run keys -- ${masked(command)}\n${masked(err)}${masked(out)}[${status}]\n\n`;
    return hashKey(out.trim()).slice(0, 12);
  }
  await run('list', list());
  const first = await run('create --name ci --expires 90d', create({ expires: '90d' }));
  const partner = { name: 'partner', expires: 'never', format: 'json' };
  await run('create --name partner --expires never --format json', create(partner));
  await run('list', list());
  // The first of them is about to expire by then.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 80 * DAY * 1_000);
  await run('list --format json', list('json'));
  const second = await run(`rotate ${first} --overlap 14d`, rotate(first, { overlap: '14d' }));
  await run(`rotate ${first}`, rotate(first));
  await run('list', list());
  const never = { expires: 'never', format: 'json' };
  await run(`rotate ${second} --expires never --format json`, rotate(second, never));
  const used = (await admin.listKeys()).find(({ name }) => name === partner.name) as KeyRecord;
  await use(used, 0);
  const old = (await admin.listKeys()).find(({ hash }) => keyId(hash) === first) as KeyRecord;
  await use(old, 3);
  await run('list', list());
  await run(`revoke ${keyId(used.hash)}`, revoke(keyId(used.hash)));
  await run(`revoke ${second}`, revoke(second));
  await run(`revoke ${first}`, revoke(first));
  await run(`revoke ${first}`, revoke(first));
  await expect(transcript).toMatchFileSnapshot('__snapshots__/life-of-two-keys.txt');
});

describe('create', () => {
  test.each([
    ['production', 'pets_live_'],
    ['staging', 'pets_test_'],
  ])('a key of %s begins with %s, is alone on standard output, and lasts a year', async (stack, prefix) => {
    const { status, out, err } = await create({}, stack);
    expect([status, out]).toEqual([0, expect.stringMatching(new RegExp(`^${prefix}[0-9A-Za-z]{36}\n$`))]);
    expect(err).not.toContain(out.trim());
    const expected = { name: 'ci', expiresAt: about(inDays(365)) };
    expect((await records())[hashKey(out.trim())]).toMatchObject(expected);
  });

  test('an answer that is lost: the key is shown, as it may be valid, and how to see that it is', async () => {
    proxy.plan('lose-answer');
    const { status, out, err } = await create();
    const hash = hashKey(out.trim());
    expect(status).toBe(1);
    expect(err).toContain('Keep the key, and look for it: npm run keys -- list --stack production --table ');
    expect(err).toContain(`where ${keyId(hash)} is not listed, create another one`);
    expect(Object.keys(await records())).toEqual([hash]);
  });
});

describe('rotate', () => {
  test('a new key of the same name and lifetime; the old one ends in a week, and keeps the day of its last use', async () => {
    const old = await stored(inDays(90));
    const day = await use(old, 3);
    const { status, out } = await rotate(keyId(old.hash));
    expect([status, out]).toEqual([0, expect.stringMatching(/^pets_live_[0-9A-Za-z]{36}\n$/)]);
    const next = hashKey(out.trim());
    const { [old.hash]: replaced, [next]: created } = await records();
    expect(created).toMatchObject({ name: 'ci', expiresAt: about(inDays(90)) });
    expect(replaced).toMatchObject({ expiresAt: about(inDays(7)), replacedBy: next, lastUsedOn: day });
    expect(created?.lastUsedOn).toBeUndefined();
    // Nothing is to be done about a key that is replaced.
    expect((await list()).err).toBe('');
  });

  test('of a key that never expires one that never does; the overlap and the expiry can be given', async () => {
    const old = await stored();
    const first = hashKey((await rotate(keyId(old.hash), { overlap: '12h' })).out.trim());
    expect((await records())[first]?.expiresAt).toBeUndefined();
    expect((await records())[old.hash]?.expiresAt).toEqual(about(inDays(0.5)));
    const second = hashKey((await rotate(keyId(first), { expires: '30d' })).out.trim());
    expect((await records())[second]?.expiresAt).toEqual(about(inDays(30)));
  });

  test('a key that ends before the overlap does is not made to last longer', async () => {
    const old = await stored(inDays(2));
    await rotate(keyId(old.hash));
    expect((await records())[old.hash]?.expiresAt).toBe(old.expiresAt);
  });

  test('an expired key is refused, and so is what is not an id, which is not shown', async () => {
    expect(await rotate(keyId((await stored(inDays(-1))).hash))).toMatchObject({ status: 1, out: '' });
    proxy.calls.length = 0;
    const { status, err } = await rotate('pets_test_SECRET');
    expect([status, proxy.calls]).toEqual([2, []]);
    expect(err).not.toContain('SECRET');
  });

  const taken = { CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }] };

  test.each([
    ['revoked by somebody else', refusal('TransactionCanceledException', taken), /by somebody else/],
    ['refused by DynamoDB', refusal('AccessDeniedException'), /AccessDeniedException: no/],
  ] as const)('%s meanwhile: status 1', async (_what, fault, why) => {
    const old = await stored();
    // The table is read first.
    proxy.plan('pass', fault);
    const { status, out, err } = await rotate(keyId(old.hash));
    expect([status, out, err]).toEqual([1, '', expect.stringMatching(why)]);
  });

  test('an answer that is lost: the new key is shown, which replaces the old one', async () => {
    const old = await stored();
    // The table is read first.
    proxy.plan('pass', 'lose-answer');
    const { status, out, err } = await rotate(keyId(old.hash));
    expect([status, (await records())[old.hash]?.replacedBy]).toEqual([1, hashKey(out.trim())]);
    expect(err).toContain(`${keyId(old.hash)} is as it was: rotate it again`);
  });

  test('a new key that cannot be written is taken back: the old one, whether it ends or not, is as it was', async () => {
    for (const expiresAt of [inDays(90), undefined]) {
      const old = await stored(expiresAt);
      const work = () => rotateKey(keyId(old.hash), { overlap: '7d', format: 'text', ...on() });
      const { status, err } = await printed(work, new Error('ENOSPC'));
      expect([status, (await records())[old.hash]]).toEqual([2, old]);
      expect(err).toMatch(/^✗ Key \w{12} could not be written \(ENOSPC\)\.\n {2}it was taken back: .*\n$/);
    }
    expect(Object.keys(await records())).toHaveLength(2);
  });

  test('a new key that can be neither written nor taken back: which one it is', async () => {
    proxy.plan('pass', refusal('AccessDeniedException'));
    const work = () => createKey({ name: 'ci', format: 'json', ...on() });
    const { status, err } = await printed(work, new Error('EPIPE'));
    const [id = ''] = Object.keys(await records());
    expect(status).toBe(2);
    expect(err).toContain(`npm run keys -- revoke ${keyId(id)} --stack production`);
  });

  test('a key is replaced once, and not after it was revoked', async () => {
    const options = { prefix: 'pets_live_', endsAt: inDays(7) } as const;
    const old = await stored();
    expect(await admin.rotateKey(old, options)).toBeDefined();
    expect(await admin.rotateKey(old, options)).toBeUndefined();
    await admin.revokeKey(old.hash);
    expect(await admin.rotateKey(old, options)).toBeUndefined();
    expect((await records())[old.hash]).toBeUndefined();
  });
});

test("a key's name controls no terminal and starts no line", async () => {
  // The command refuses such a name; another program with the table's rights does not.
  const name = '\u001b]0;x\u0007\u001b[2J\n::error::x\r\u202eci';
  const { hash } = await stored(undefined, name);
  const listed = await list('json');
  expect(JSON.parse(listed.out)).toEqual([expect.objectContaining({ id: keyId(hash), name })]);
  const all = [listed, await list(), await revoke(keyId(hash))].map(({ out, err }) => out + err).join('');
  expect(all).not.toMatch(/(?!\n)\p{Cc}|\u202e|^\s*::/mu);
});

test('in a deployed stack, a key with the name of the local one is as any other', async () => {
  const { hash } = await stored(undefined, 'npm run local');
  expect(await rotate(keyId(hash), { stack: 'staging' })).toMatchObject({ status: 0 });
  expect((await revoke(keyId(hash), 'staging')).err).not.toContain('!');
});
