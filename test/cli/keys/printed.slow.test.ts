// Everything that `npm run keys` prints in the life of two keys, whole: a text that changes is seen here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyAdmin, dayOf, hashKey } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { environmentAt, keysProcess, type Ran } from './process.ts';

let local: LocalDynamo;
let table: string;
let transcript: string;
/** Ids in the order in which they were printed. */
let ids: string[];

beforeAll(async () => {
  local = await startDynamo();
  table = (await local.createTables()).keys;
  transcript = '';
  ids = [];
});
afterAll(() => local.stop());

/** On the stack production, and in the transcript. */
async function run(...args: string[]): Promise<Ran> {
  const ran = await runOn('production', args);
  for (const [id] of `${ran.err}${ran.out}`.matchAll(/\b[0-9a-f]{12}\b/g))
    if (!ids.includes(id)) ids.push(id);
  transcript += `$ npm run keys -- ${masked(args.join(' '))}\n${masked(ran.err)}${masked(ran.out)}[${ran.status}]\n\n`;
  return ran;
}

function runOn(stack: string, args: readonly string[]): Promise<Ran> {
  const on = ['--stack', stack, '--table', table, '--region', 'eu-west-1'];
  return keysProcess([...args, ...on], environmentAt(local.endpoint));
}

/** Keys, ids and times are others in each run; digits of equal number keep the columns. */
function masked(text: string): string {
  const named = ids.reduce((all, id, index) => all.replaceAll(id, `id-${index + 1}`.padEnd(12, '.')), text);
  return named
    .replace(/(pets_[a-z]+_)[0-9A-Za-z]{36}/g, '$1KEY')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, (time) => 'TIME'.padEnd(time.length, '.'))
    .replace(/in \d+ days/g, 'in DAYS days');
}

const idOf = (key: string) => hashKey(key.trim()).slice(0, 12);

test('a life of two keys', async () => {
  await run('list');
  const first = await run('create', '--name', 'ci', '--expires', '90d');
  await run('create', '--name', 'partner', '--expires', 'never', '--format', 'json');
  await run('list');
  await run('list', '--format', 'json');
  const second = await run('rotate', idOf(first.out), '--overlap', '14d');
  await run('rotate', idOf(first.out));
  await run('list');
  await run('rotate', idOf(second.out), '--expires', 'never', '--format', 'json');
  const used = await createKeyAdmin(local.dynamo, table).listKeys();
  const partner = used.find(({ name }) => name === 'partner')?.hash ?? '';
  await local.dynamo.call('UpdateItem', {
    TableName: table,
    Key: { hash: { S: partner } },
    UpdateExpression: 'SET lastUsedOn = :day',
    ExpressionAttributeValues: { ':day': { S: dayOf(Date.now()) } },
  });
  await run('revoke', partner.slice(0, 12));
  await run('revoke', idOf(first.out));
  await run('revoke', idOf(first.out));
  await expect(transcript).toMatchFileSnapshot('__snapshots__/life-of-two-keys.txt');
}, 60_000);

test('the local key: what its end means to the printed commands', async () => {
  const { record } = await createKeyAdmin(local.dynamo, table).createKey({
    name: 'npm run local',
    prefix: 'pets_test_',
  });
  expect(record.name).toBe('npm run local');
  const { status, err } = await runOn('staging', ['revoke', record.hash.slice(0, 12)]);
  expect(status).toBe(0);
  expect(err).not.toContain('npm run local printed it');
});
