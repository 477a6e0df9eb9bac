// What a run writes for other commands, where the clouds of both engines take turns in one folder.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Publication } from '../../../cli/local/publication.ts';
import type { LocalOutputs } from '../../../cli/local/ready.ts';
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
  return async () => {
    const run = new Publication(folder, cloud as unknown as Cloud, 'http://domains.localhost', {
      ...{ stackFile: '', internetFile: '' },
    });
    return (await run.update(outputs as unknown as LocalOutputs, 'eu-west-1')).ready.apiKey;
  };
}

test('each engine keeps its key, however often the other one ran in between', async () => {
  const [builtIn, engine] = [await cloudIn(folder), await cloudIn(join(folder, 'engine'))];
  const keys = [await builtIn(), await engine()];
  expect([await builtIn(), await engine()]).toEqual(keys);
});
