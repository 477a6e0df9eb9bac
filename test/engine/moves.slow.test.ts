// Hosts change under the Pulumi CLI while clients with a memory send requests.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clock, startRememberingClients } from '../cli/local/remembering.ts';
import { FIRST, type Hosts, transitions, withHosts } from '../cli/local/transitions.ts';
import { EngineFixture, pulumi, STACK_FILE } from './pulumi.ts';

const COUNT = Number(process.env.ENGINE_TRANSITIONS ?? 5);
const SEED = 3;
/** The first `up`, then one for each transition: a preview and a deployment, while clients send requests. */
const LIMIT_MS = 60_000 + COUNT * 40_000;

describe.skipIf(pulumi === undefined)('hosts that change', () => {
  const clock = new Clock();
  let fixture: EngineFixture;
  const up = async (hosts: Hosts) => {
    const file = join(fixture.folder, STACK_FILE);
    writeFileSync(file, withHosts(readFileSync(file, 'utf8'), hosts));
    fixture.environment.PETSTORE_LOCAL_CLOCK = String(clock.ahead);
    return fixture.up();
  };

  beforeAll(async () => {
    fixture = await EngineFixture.start();
  }, 60_000);
  afterAll(() => fixture?.close());

  test(`${COUNT} random transitions without a wrong answer`, { timeout: LIMIT_MS }, async () => {
    await up(FIRST);
    const clients = await startRememberingClients(fixture.cloud, clock, FIRST);
    let replaced = '';
    for (const { kind, changed, hosts, wait } of transitions(SEED, COUNT)) {
      clock.pass(wait);
      await clients.during(hosts, async () => {
        replaced += (await up(hosts)).match(/.*(?:Certificate|DomainName|Distribution) .*replaced.*/g) ?? '';
      });
      expect(clients.wrong, `${kind} of ${changed}`).toEqual([]);
    }
    await clients.stop();
    expect(clients.wrong).toEqual([]);
    expect(clients.counts.probes).toBeGreaterThan(20 * COUNT);
    expect(clients.counts.remembered).toBeGreaterThan(COUNT);
    // A move neither replaces nor renames what is deployed.
    expect(replaced).toBe('');
  });
});
