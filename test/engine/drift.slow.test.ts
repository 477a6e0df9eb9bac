// `npm run local -- drift`: what it changes behind Pulumi's back, `pulumi preview --refresh` shows and `pulumi up --refresh` reverts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drift } from '../../cli/local/drift/drift.ts';
import { environmentFile } from '../../cli/local/environment-file.ts';
import { thisProcess } from '../../cli/running-process.ts';
import { EngineFixture, logSkipReason, pulumi } from './pulumi.ts';

logSkipReason();

const ROUTE = 'api.petstore.localhost-route';
const REFRESH = ['preview', '--refresh', '--expect-no-changes'];

describe.skipIf(pulumi === undefined)('drift', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  let folder: string;
  beforeAll(async () => {
    fixture = await EngineFixture.start('local');
    folder = join(fixture.folder, '.local');
    writeFileSync(
      join(folder, 'pulumi.env'),
      environmentFile(fixture.environment, {
        root: fixture.folder,
        folder,
        again: 'npm run local -- --engine',
      }),
    );
    writeFileSync(join(folder, 'ready.json'), JSON.stringify(thisProcess()));
    expect((await fixture.up()).status).toBe(0);
    // The state learns what became of the certificates since they were requested.
    await fixture.run(['refresh', '--yes']);
  }, 120_000);
  afterAll(() => fixture?.close());

  test.each([
    ['a changed TTL', { delete: false, set: ['ttl=120'] }, /~ ttl\s*: 3600 => 120/],
    ['a deleted record', { delete: true, set: [] }, /- content +: "d-/],
  ])('%s', async (_, options, shown) => {
    expect((await fixture.run(REFRESH)).status).toBe(0);
    expect(String(await drift(folder, ROUTE, options))).toContain(ROUTE);
    const preview = await fixture.run([...REFRESH, '--diff']);
    expect(preview.status, preview.text).not.toBe(0);
    expect(preview.text).toMatch(shown);
    expect((await fixture.up('--refresh')).status).toBe(0);
    const settled = await fixture.run(REFRESH);
    expect(settled.status, settled.text).toBe(0);
  });
});
