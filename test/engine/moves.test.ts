// Hosts move between sites and redirects under the Pulumi CLI, by plain `pulumi up --yes`, while clients send requests.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOVING, type Places, randomMoves, Watch, withPlaces } from '../cli/local/moves.ts';
import { EngineFixture, logSkipReason, pulumi } from './pulumi.ts';

logSkipReason();

const MOVES = 40;
const SEED = 1;
/** The first `up`, then one for each move. */
const LIMIT_MS = 15 * 60_000;

describe.skipIf(pulumi === undefined)('hosts that move', () => {
  let fixture: EngineFixture;
  const up = async (places: Places) => {
    const file = join(fixture.folder, 'Pulumi.local.yaml');
    writeFileSync(file, withPlaces(readFileSync(file, 'utf8'), places));
    const { status, text } = await fixture.run(['up', '--yes']);
    expect(status, text).toBe(0);
  };

  beforeAll(async () => {
    fixture = await EngineFixture.start('local');
  }, 60_000);
  afterAll(() => fixture?.close());

  test(`${MOVES} random moves without a wrong response`, { timeout: LIMIT_MS }, async () => {
    await up(MOVING);
    const watch = new Watch(fixture.cloud, MOVING);
    for (const { places } of randomMoves(SEED, MOVES)) await watch.moving(places, () => up(places));
    await watch.stop();
    console.log(`${MOVES} moves, ${watch.probes} requests, ${watch.wrong.length} wrong responses`);
    expect(watch.wrong).toEqual([]);
    expect(watch.probes).toBeGreaterThan(50 * MOVES);
  });
});
