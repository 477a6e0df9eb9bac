// What a run writes for other commands, where the clouds of both engines take turns in one folder.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportPublished } from '../../../cli/local/follow-stack.ts';
import { Publication } from '../../../cli/local/publication.ts';
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

test('each engine keeps its key, however often the other one ran in between', async () => {
  const [builtIn, engine] = [await cloudIn(folder), await cloudIn(join(folder, 'engine'))];
  const keys = [await builtIn(), await engine()];
  expect([await builtIn(), await engine()]).toEqual(keys);
});

test('a site whose address changes, as to its default one, has its new address printed, and the other nothing', async () => {
  const { cloud, outputs } = await cloudAndOutputs(folder);
  const run = publicationOf(cloud);
  const lines: string[] = [];
  const out = { line: (text: unknown) => lines.push(String(text)), paint: (_: string, text: string) => text };
  const update = async (changed: Partial<LocalOutputs>) => {
    const published = await run.update({ ...outputs, ...changed }, 'eu-west-1');
    reportPublished({ ...published, isKeyNew: false }, out as unknown as Terminal);
  };
  await update({});
  await update({});
  expect(lines).toEqual([]);
  await update({ docsUrl: 'https://d1.cloudfront.localhost:8443' });
  expect(lines).toEqual(['    Docs      https://d1.cloudfront.localhost:8443']);
});
