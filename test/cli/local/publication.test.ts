// What a run writes for other commands, where the clouds of both engines take turns in one folder; and the key of the local cloud: one is
// valid, and it is the same however often the cloud was started.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LocalOutputs, localKey, Publication, reportPublished } from '../../../cli/local/publication.ts';
import { createKeyAdmin, hashKey } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { deployedAs } from '../domains/preview.ts';
import { temporaryFolder } from '../folder.ts';
import { screen } from './screen.ts';

const REGION = 'eu-west-1';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
let local: LocalDynamo;
let folder: string;
const out = screen();
const { lines } = out;
beforeAll(async () => {
  local = await startDynamo();
});
beforeEach(() => {
  lines.length = 0;
  folder = temporaryFolder();
});
afterAll(() => local.stop());

/** A stack in a cloud whose files are in `own`, and a function that begins a run of it. */
async function stackIn(own = folder) {
  mkdirSync(own, { recursive: true });
  const cloud = {
    ...{ dynamodbEndpoint: local.endpoint, authorityFile: join(own, 'ca.pem'), dnsServer: '127.0.0.1:5354' },
    administrator: CREDENTIALS,
  } as unknown as Cloud;
  const outputs: LocalOutputs = {
    ...{ baseUrl: 'https://api.petstore.localhost:8443/v1', docsUrl: 'https://petstore.localhost:8443' },
    ...{ hosts: {}, tables: await local.createTables() },
  };
  const sources = { stackFile: '', internetFile: '' };
  const options = { folder, cloud, dashboardUrl: 'http://domains.localhost', sources };
  return { outputs, begin: () => new Publication(options) };
}
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

test('each engine keeps its key, however often the other one ran in between', async () => {
  const [builtIn, engine] = [await stackIn(), await stackIn(join(folder, 'engine'))];
  const keyOf = async ({ begin, outputs }: Awaited<ReturnType<typeof stackIn>>) =>
    (await begin().update(outputs, REGION)).ready.apiKey;
  const keys = [await keyOf(builtIn), await keyOf(engine)];
  expect([await keyOf(builtIn), await keyOf(engine)]).toEqual(keys);
});

test('what commands need to reach the tables is written for the owner alone; an old key is not printed again', async () => {
  const { begin, outputs } = await stackIn();
  const run = begin();
  await run.update(outputs, REGION);
  reportPublished(await run.update(outputs, REGION), out);
  expect(read('cloud.env.json')).toEqual({
    ...{ dynamodbEndpoint: local.endpoint, keysTable: outputs.tables.keys, region: REGION },
    credentials: CREDENTIALS,
  });
  expect(statSync(join(folder, 'cloud.env.json')).mode & 0o777).toBe(0o600);
  expect(lines).toEqual([]);
});

test('only the hosts that are served here are published', async () => {
  const { begin, outputs } = await stackIn();
  const host = (name: string, more: object) => ({
    ...{ [name]: { ...deployedAs('docs', 'domain', name, 'ISSUED', 'd1.cloudfront.test'), ...more } },
  });
  const waiting = { old: [], isByHand: false, aliasWaits: false };
  const hosts = {
    ...host('live.localhost', {}),
    ...host('unverified.example', { attached: false }),
    ...host('moving.localhost', { waiting }),
    ...host('awaited.example', { routingAwaitedUntil: '2026-12-01T00:00:00Z' }),
  };
  const { ready } = await begin().update({ ...outputs, hosts } as unknown as LocalOutputs, REGION);
  expect(Object.keys(ready.hosts)).toEqual(['live.localhost']);
});

test('a deployment that fails has ended all the same; one of a run that is stopped writes nothing', async () => {
  const { begin, outputs } = await stackIn();
  const run = begin();
  const sources = { stackFile: 'a', internetFile: 'b' };
  const stop = new AbortController();
  await run.update(outputs, REGION);
  const failing = run.whileDeploying(sources, stop.signal, async () => {
    expect(read('ready.json').deployment).toEqual({ stackFile: '', internetFile: '', isRunning: true });
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(read('ready.json').deployment).toEqual({ ...sources, isRunning: false });
  await run.whileDeploying({ stackFile: 'c', internetFile: 'd' }, stop.signal, async () => stop.abort());
  expect(read('ready.json').deployment).toEqual({ ...sources, isRunning: true });
});

test('what another run of the engine did is published and said: nothing, a change with a new table, the end of the stack', async () => {
  const { begin, outputs } = await stackIn();
  const { outputs: anew } = await stackIn();
  const run = begin();
  const { apiKey } = (await run.update(outputs, REGION)).ready;
  const follow = async (present: LocalOutputs | undefined) => {
    const stack = { stateFile: '', lockHolder: () => undefined, outputs: async () => present };
    await run.follow(stack, REGION, out);
    return lines.splice(0);
  };
  expect(await follow(outputs)).toEqual([]);
  expect(existsSync(join(folder, 'ready.json'))).toBe(false);
  const changed = await follow(anew);
  expect(read('ready.json').apiKey).not.toBe(apiKey);
  expect(changed.slice(1)).toEqual([`    new key   ${read('ready.json').apiKey}`]);
  expect(await follow(undefined)).toEqual([expect.stringContaining('the stack was destroyed')]);
  const left = ['ready', 'outputs', 'cloud.env'].filter((name) => existsSync(join(folder, `${name}.json`)));
  expect([left, read('ready.json').hosts]).toEqual([['ready'], {}]);
});

test('a lost key and a revoked one are replaced, and the keys of users stay', async () => {
  const table = (await local.createTables()).keys;
  const admin = createKeyAdmin(local.dynamo, table);
  const cloud = { dynamodbEndpoint: local.endpoint, administrator: CREDENTIALS };
  const start = (earlier?: string) => localKey(cloud, { region: REGION, table, earlier });
  const { record: mine } = await admin.createKey({ name: 'mine', prefix: 'pets_test_' });

  const lost = await start();
  const first = await start();
  expect(first).not.toBe(lost);
  expect([await start(first), await start(first)]).toEqual([first, first]);
  const others = (await admin.listKeys()).filter(({ hash }) => hash !== mine.hash);
  expect(others).toMatchObject([{ name: 'npm run local', hash: hashKey(first) }]);

  await admin.revokeKey(hashKey(first));
  expect(await start(first)).not.toBe(first);
  expect(await admin.listKeys()).toContainEqual(mine);
});
