// What a run writes for other commands, where the clouds of both engines take turns in one folder.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followStack, Publication, reportPublished } from '../../../cli/local/publication.ts';
import type { LocalOutputs } from '../../../cli/local/ready.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';

let local: LocalDynamo;
const folder = mkdtempSync(join(tmpdir(), 'petstore-publication-'));
beforeAll(async () => {
  local = await startDynamo();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await local.stop();
});

/** A cloud whose files are in `own`; resolves to one run of it, which has the key. */
async function cloudIn(own: string): Promise<() => Promise<string>> {
  const { cloud, outputs } = await cloudAndOutputs(own);
  return async () => (await publicationOf(cloud).update(outputs, 'eu-west-1')).ready.apiKey;
}

const publicationOf = (cloud: Cloud) =>
  new Publication(folder, cloud, 'http://domains.localhost', { stackFile: '', internetFile: '' });

async function cloudAndOutputs(own: string): Promise<{ cloud: Cloud; outputs: LocalOutputs }> {
  mkdirSync(own, { recursive: true });
  const { keys, pets } = await local.createTables();
  const cloud = {
    ...{ dynamodbEndpoint: local.endpoint, authorityFile: join(own, 'ca.pem') },
    ...{ administrator: { accessKeyId: 'local', secretAccessKey: 'local' }, dnsServer: '127.0.0.1:5354' },
  };
  const outputs = {
    ...{ baseUrl: 'https://api.petstore.localhost:8443/v1', docsUrl: 'https://petstore.localhost:8443' },
    ...{ hosts: {}, tables: { keys, pets } },
  };
  return { cloud: cloud as unknown as Cloud, outputs: outputs as unknown as LocalOutputs };
}

function screen() {
  const lines: string[] = [];
  const out = { line: (text: unknown) => lines.push(String(text)), paint: (_: string, text: string) => text };
  return { lines, out: out as unknown as Terminal };
}

test('each engine keeps its key, however often the other one ran in between', async () => {
  const [builtIn, engine] = [await cloudIn(folder), await cloudIn(join(folder, 'engine'))];
  const keys = [await builtIn(), await engine()];
  expect([await builtIn(), await engine()]).toEqual(keys);
});

test('a site whose address changes, as to its default one, has its new address printed, and the other nothing', async () => {
  const { cloud, outputs } = await cloudAndOutputs(folder);
  const run = publicationOf(cloud);
  const { lines, out } = screen();
  const update = async (changed: Partial<LocalOutputs>) => {
    const published = await run.update({ ...outputs, ...changed }, 'eu-west-1');
    reportPublished({ ...published, isKeyNew: false }, out);
  };
  await update({});
  await update({});
  expect(lines).toEqual([]);
  await update({ docsUrl: 'https://d1.cloudfront.localhost:8443' });
  expect(lines.splice(0)).toEqual(['    Docs      https://d1.cloudfront.localhost:8443']);
  await update({ docsUrl: 'https://d1.cloudfront.localhost:8443', baseUrl: 'https://x.localhost:8443/v1' });
  expect(lines).toEqual(['    API       https://x.localhost:8443/v1']);
});

test('what commands need to reach the tables, for the owner alone', async () => {
  const { cloud, outputs } = await cloudAndOutputs(folder);
  await publicationOf(cloud).update(outputs, 'eu-west-1');
  const file = join(folder, 'cloud.env.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    dynamodbEndpoint: local.endpoint,
    keysTable: outputs.tables.keys,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a deployment that fails has ended all the same; one of a run that is stopped writes nothing', async () => {
  const { cloud, outputs } = await cloudAndOutputs(folder);
  const run = publicationOf(cloud);
  const state = () => JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8')).deployment;
  const sources = { stackFile: 'a', internetFile: 'b' };
  const stop = new AbortController();
  const failing = async () => {
    expect(state()).toEqual({ stackFile: '', internetFile: '', isRunning: true });
    throw new Error('refused');
  };
  await run.update(outputs, 'eu-west-1');
  await expect(run.whileDeploying(sources, stop.signal, failing)).rejects.toThrow('refused');
  expect(state()).toEqual({ ...sources, isRunning: false });
  expect(run.sources).toEqual(sources);
  await run.whileDeploying({ stackFile: 'c', internetFile: 'd' }, stop.signal, async () => stop.abort());
  expect(state()).toEqual({ ...sources, isRunning: true });
  rmSync(join(folder, 'ready.json'));
});

test('what another run of the engine did is published and said: nothing, a change with a new table, the end of the stack', async () => {
  const { cloud, outputs } = await cloudAndOutputs(folder);
  const { outputs: anew } = await cloudAndOutputs(folder);
  const run = publicationOf(cloud);
  const { apiKey } = (await run.update(outputs, 'eu-west-1')).ready;
  const { lines, out } = screen();
  const follow = async (present: LocalOutputs | undefined) => {
    lines.length = 0;
    await followStack({ stateFile: '', outputs: async () => present }, run, 'eu-west-1', out);
    return lines;
  };
  const ready = () => JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8'));
  expect(await follow(outputs)).toEqual([]);
  expect(existsSync(join(folder, 'ready.json'))).toBe(false);

  const changed = await follow({ ...anew, docsUrl: 'https://d1.cloudfront.localhost:8443' });
  expect(ready().apiKey).not.toBe(apiKey);
  expect(changed).toEqual([
    '  ~ the stack was changed by another run of the engine',
    '    Docs      https://d1.cloudfront.localhost:8443',
    `    new key   ${ready().apiKey}`,
  ]);

  expect(await follow(undefined)).toEqual(['  - the stack was destroyed: pulumi up deploys it again']);
  const left = ['ready', 'outputs', 'cloud.env'].filter((name) => existsSync(join(folder, `${name}.json`)));
  expect([left, ready().hosts]).toEqual([['ready'], {}]);
});
