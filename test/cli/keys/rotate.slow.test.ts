// `npm run keys -- rotate` and what tells whether a key can be revoked, as a process, against tables of its own; answers that are lost.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UnconfirmedWriteError } from '../../../service/dynamo/errors.ts';
import { createKeyAdmin, dayOf, hashKey, type KeyAdmin, keyId } from '../../../service/keys/index.ts';
import { createLastUsed } from '../../../service/keys/last-used.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { openFaultProxy } from '../../service/fault-proxy.ts';
import { openProxy } from '../../service/proxy.ts';
import { environmentAt, keysProcess, type Ran } from './process.ts';

const DAY = 86_400;

let local: LocalDynamo;
let table: string;
let admin: KeyAdmin;

beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());
beforeEach(async () => {
  table = (await local.createTables()).keys;
  admin = createKeyAdmin(local.dynamo, table);
});

function run(...args: string[]): Promise<Ran> {
  return runAt(local.endpoint, ...args);
}

function runAt(endpoint: string, ...args: string[]): Promise<Ran> {
  const on = ['--stack', 'production', '--table', table, '--region', 'eu-west-1'];
  return keysProcess([...args, ...on], environmentAt(endpoint));
}

const inDays = (days: number) => Math.floor(Date.now() / 1_000) + days * DAY;
/** Within a minute: the process starts a little later. */
const about = (seconds: number) => expect.closeTo(seconds, -1.5);
const create = (expiresAt?: number) => admin.createKey({ name: 'ci', prefix: 'pets_live_', expiresAt });
const records = async () => Object.fromEntries((await admin.listKeys()).map((one) => [one.hash, one]));

describe('rotate', () => {
  test('a new key of the same name and lifetime, alone on standard output; the old one ends in a week', async () => {
    const { record: old } = await create(inDays(90));
    const { status, out, err } = await run('rotate', keyId(old.hash));
    expect(status, err).toBe(0);
    expect(out).toMatch(/^pets_live_[0-9A-Za-z]{36}\n$/);
    const next = hashKey(out.trim());
    const { [old.hash]: replaced, [next]: created } = await records();
    expect(created).toMatchObject({ name: 'ci', expiresAt: about(inDays(90)) });
    expect(replaced).toMatchObject({ name: 'ci', expiresAt: about(inDays(7)), replacedBy: next });
    expect(err).not.toContain(out.trim());
    expect(err).toContain(`Key ${keyId(next)} "ci" of production replaces ${keyId(old.hash)}; it expires on`);
    expect(err).toMatch(new RegExp(`${keyId(old.hash)} is valid until .* UTC \\(in [67] days\\)`));
    const listed = await run('list');
    expect(listed.out).toMatch(new RegExp(`UTC \\(in 7 days\\), ${keyId(next)} replaces it$`, 'm'));
    // Nothing is to be done about a key that is replaced.
    expect(listed.err).toBe('');
  });

  test('of a key that never expires one that never does; the overlap and the expiry can be given', async () => {
    const { record: old } = await create();
    const { out } = await run('rotate', keyId(old.hash), '--overlap', '12h');
    const first = hashKey(out.trim());
    expect((await records())[first]?.expiresAt).toBeUndefined();
    expect((await records())[old.hash]?.expiresAt).toEqual(about(inDays(0.5)));
    const { out: second } = await run('rotate', keyId(first), '--expires', '30d');
    expect((await records())[hashKey(second.trim())]?.expiresAt).toEqual(about(inDays(30)));
  });

  test('a key that ends before the overlap does is not made to last longer', async () => {
    const { record: old } = await create(inDays(2));
    await run('rotate', keyId(old.hash));
    expect((await records())[old.hash]?.expiresAt).toBe(old.expiresAt);
  });

  test('as JSON: the key, and what it replaces', async () => {
    const { record: old } = await create();
    const { out } = await run('rotate', keyId(old.hash), '--format', 'json');
    const printed = JSON.parse(out) as { key: string; id: string };
    expect(printed.id).toBe(keyId(hashKey(printed.key)));
    expect(printed).toMatchObject({
      ...{ name: 'ci', lastUsedOn: null, expiresAt: null, replacedBy: null },
      replaces: { id: keyId(old.hash), expiresAt: expect.stringMatching(/Z$/), replacedBy: printed.id },
    });
  });

  test('a second time is refused, with the key that replaces it', async () => {
    const { record: old } = await create();
    const next = keyId(hashKey((await run('rotate', keyId(old.hash))).out.trim()));
    const { status, out, err } = await run('rotate', keyId(old.hash));
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(
      new RegExp(
        `key ${keyId(old.hash)} was rotated before: ${next} replaces it, and it is valid until .* \\(in [67] days\\)`,
      ),
    );
    expect(Object.keys(await records())).toHaveLength(2);
  });

  test('the new one is rotated while the old is in its overlap: that three keys are valid is reported', async () => {
    const { record: old } = await create();
    const next = keyId(hashKey((await run('rotate', keyId(old.hash))).out.trim()));
    const { status, err } = await run('rotate', next);
    expect(status).toBe(0);
    expect(err).toMatch(
      new RegExp(`! ${keyId(old.hash)}, which ${next} replaced, is still in its overlap, until .*three keys`),
    );
  });

  test('an expired key is not rotated, nor is one that somebody rotates at the same time', async () => {
    const { record: expired } = await create(inDays(-1));
    const { status, err } = await run('rotate', keyId(expired.hash));
    expect([status, err]).toEqual([1, expect.stringContaining('has expired: create a new one')]);
    const { record } = await create();
    const options = { prefix: 'pets_live_', endsAt: inDays(7) } as const;
    const both = await Promise.all([
      admin.rotateKey(record, options),
      admin.rotateKey(record, options),
    ]).catch(() => []);
    expect(both.filter((one) => one !== undefined).length).toBeLessThan(2);
    expect(await admin.rotateKey(record, options)).toBeUndefined();
    await admin.revokeKey(record.hash);
    expect(await admin.rotateKey(record, options)).toBeUndefined();
    expect((await records())[record.hash]).toBeUndefined();
  });

  test('an answer that is lost: it was done once; where none arrives, nobody knows, and that is said', async () => {
    const proxy = await openProxy(local.endpoint);
    const { record } = await create();
    const rotate = () =>
      createKeyAdmin(proxy.dynamo, table).rotateKey(record, { prefix: 'pets_live_', endsAt: inDays(7) });
    proxy.loseAnswers(3);
    await expect(rotate()).rejects.toBeInstanceOf(UnconfirmedWriteError);
    await proxy.close();
    const faults = await openFaultProxy(local.endpoint);
    const { record: other } = await create();
    // The scan, and then the transaction's attempts.
    faults.plan('pass', 'lose-answer');
    const { status, out, err } = await runAt(faults.endpoint, 'rotate', keyId(other.hash));
    await faults.close();
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('the store did not confirm whether the key was rotated');
    expect((await records())[other.hash]?.replacedBy).toBeDefined();
  });

  test.each([
    ['no duration', ['--overlap', 'soon'], 'is not a valid duration'],
    ['a date', ['--overlap', '2027-01-31'], 'is not a valid duration'],
    ['none at all', ['--overlap', '0d'], 'to end a key at once, create another and revoke it'],
    ['a quarter of a year and a day', ['--overlap', '91d'], 'is more than 90 days'],
    ['another format', ['--format', 'xml'], '--format is text or json'],
    ['an expiry in the past', ['--expires', '2020-01-01'], 'is in the past'],
  ])('%s is a wrong command, and changes nothing', async (_what, args, message) => {
    const { record } = await create();
    const { status, out, err } = await run('rotate', keyId(record.hash), ...args);
    expect([status, out, err]).toEqual([2, '', expect.stringContaining(message)]);
    expect(await records()).toEqual({ [record.hash]: { ...record, expiresAt: undefined } });
  });
});

test('create, and an answer that is lost: a key may be valid that nobody has, and that is said', async () => {
  const faults = await openFaultProxy(local.endpoint);
  faults.plan('lose-answer');
  const { status, out, err } = await runAt(faults.endpoint, 'create', '--name', 'ci');
  await faults.close();
  expect([status, out]).toEqual([1, '']);
  expect(err).toBe(
    '✗ the store did not confirm whether the key was created: see it with npm run keys -- list --stack production; if it was, revoke it, as nobody has it\n',
  );
  expect(Object.keys(await records())).toHaveLength(1);
});

describe('the day of the last use', () => {
  /** As the function stores it. */
  async function use(record: Parameters<ReturnType<typeof createLastUsed>['note']>[0], daysAgo: number) {
    const clock = () => Date.now() - daysAgo * DAY * 1_000;
    const lastUsed = createLastUsed(local.dynamo, { table, clock, log: () => undefined });
    lastUsed.note(record);
    await lastUsed.store(10_000);
  }

  test('is listed, and the one who revokes a key that is in use learns it', async () => {
    const [today, earlier, never] = await Promise.all([create(), create(), create()]);
    await use(today.record, 0);
    await use(earlier.record, 10);
    const day = dayOf(Date.now());
    const tenDaysAgo = dayOf(Date.now() - 10 * DAY * 1_000);
    const { out } = await run('list');
    const rows = [
      [today, day],
      [earlier, tenDaysAgo],
      [never, 'never'],
    ] as const;
    expect(out).toMatch(/^ID +NAME +CREATED +LAST USED +EXPIRES$/m);
    for (const [{ record }, shown] of rows) {
      expect(out).toMatch(new RegExp(`^${keyId(record.hash)} +ci +${day} +${shown} +never$`, 'm'));
    }
    const json = JSON.parse((await run('list', '--format', 'json')).out) as { lastUsedOn: unknown }[];
    expect(json.map(({ lastUsedOn }) => lastUsedOn).sort()).toEqual([tenDaysAgo, day, null].sort());
    const revoked = async ({ record }: typeof today) => (await run('revoke', keyId(record.hash))).err;
    expect(await revoked(today)).toContain(`\n! It was last used today (${day}, UTC)`);
    expect(await revoked(earlier)).toContain(`\nIt was last used on ${tenDaysAgo}.`);
    expect(await revoked(never)).toContain('\nNo use of it is recorded.');
  });

  test('a rotated key keeps it, and the new one has none', async () => {
    const { record } = await create();
    await use(record, 3);
    const { out } = await run('rotate', keyId(record.hash));
    const { [record.hash]: old, [hashKey(out.trim())]: next } = await records();
    expect([old?.lastUsedOn, next?.lastUsedOn]).toEqual([dayOf(Date.now() - 3 * DAY * 1_000), undefined]);
  });
});
