// The peers of the cold start do the same work as ours: the same page, and a refusal without a key.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bundle, buildBundles, PEERS } from '../../bench/cold/bundles.ts';
import type { Handler } from '../../service/adapter.ts';
import { toEnvironment } from '../../service/tables.ts';
import { toEvent } from '../service/event.ts';
import { keepLog } from '../service/function-log.ts';
import { createWorld, type Fixture } from '../service/harness.ts';

const requireFile = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'));
let bundles: readonly Bundle[];
let fixture: Fixture;
let restore: () => void;

beforeAll(async () => {
  fixture = await createWorld();
  for (let number = 1; number <= 30; number++) {
    const status = (['available', 'pending', 'sold'] as const)[number % 3];
    await fixture.store.create({ name: `Animal ${number}`, categoryId: 7n, status: status ?? 'sold' });
    fixture.clock.now += 1;
  }
  Object.assign(process.env, toEnvironment(fixture.settings), {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: fixture.endpoint,
  });
  bundles = await buildBundles(folder);
  restore = keepLog(fixture.lines);
});

afterAll(async () => {
  restore();
  await fixture.stop();
  rmSync(folder, { recursive: true });
});

async function ask(name: string, headers: Record<string, string>) {
  const { file } = bundles.find((bundle) => bundle.name === name) as Bundle;
  const { handler } = requireFile(file) as { handler: Handler };
  const event = toEvent({ method: 'GET', target: '/v1/pets?limit=20', headers });
  const { statusCode, body = '' } = await handler(event, { getRemainingTimeInMillis: () => 10_000 });
  return { status: statusCode, body: JSON.parse(body) as unknown };
}

test.each(PEERS)('%s returns the same page as ours', async (peer) => {
  const headers = { authorization: `Bearer ${fixture.key}` };
  const ours = await ask('ours', headers);
  expect(ours).toMatchObject({ status: 200, body: { length: 20 } });
  expect(await ask(peer, headers)).toEqual(ours);
});

test.each(PEERS)('%s refuses an unknown key', async (peer) => {
  const { status } = await ask(peer, { authorization: 'Bearer nobody' });
  expect(status).toBe(401);
});
