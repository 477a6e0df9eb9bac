// Hosts change under the Pulumi CLI, by `pulumi up --yes`, while clients with a memory send requests. The preview, which
// changes nothing, takes half of the time: plan.test.ts has a move with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createByHand } from '../cli/local/created-by-hand.ts';
import { Clock, RememberingClients } from '../cli/local/remembering.ts';
import { type AdoptedIds, FIRST, type Hosts, transitions, withHosts } from '../cli/local/transitions.ts';
import { EngineFixture, logSkipReason, pulumi, STACK_FILE } from './pulumi.ts';

logSkipReason();

const COUNT = Number(process.env.ENGINE_TRANSITIONS ?? 10);
const SEED = 3;
const PAUSE_MS = 250;
/** The first `up`, then one for each transition. */
const LIMIT_MS = 60_000 + COUNT * 20_000;

describe.skipIf(pulumi === undefined)('hosts that change', () => {
  const clock = new Clock();
  let fixture: EngineFixture;
  const up = async (hosts: Hosts, adopt?: AdoptedIds) => {
    const file = join(fixture.folder, STACK_FILE);
    writeFileSync(file, withHosts(readFileSync(file, 'utf8'), hosts, adopt));
    fixture.environment.PETSTORE_LOCAL_CLOCK = String(clock.ahead);
    // As `npm run local -- --engine` deploys. A preview, the program once more, reads DNS and changes nothing.
    const { status, text } = await fixture.run(['up', '--yes', '--skip-preview']);
    expect(status, text).toBe(0);
    return text;
  };
  const inputsOf = (name: string, type: string) => fixture.inputsOf(name, type);

  beforeAll(async () => {
    fixture = await EngineFixture.start('local');
  }, 60_000);
  afterAll(() => fixture?.close());

  test(`${COUNT} random transitions without a wrong answer`, { timeout: LIMIT_MS }, async () => {
    await up(FIRST);
    const clients = await RememberingClients.start(fixture.cloud, clock, FIRST, PAUSE_MS);
    let before: Hosts = FIRST;
    let replaced = '';
    for (const { kind, changed, hosts, wait } of transitions(SEED, COUNT)) {
      clock.pass(wait);
      const [host = ''] = changed;
      const states = { before, after: hosts };
      const adopt =
        kind === 'adopt' ? await createByHand(fixture.cloud.registry, inputsOf, host, states) : undefined;
      before = hosts;
      await clients.during(hosts, async () => {
        replaced +=
          (await up(hosts, adopt)).match(/.*(?:Certificate|DomainName|Distribution) .*replaced.*/g) ?? '';
      });
      expect(clients.wrong, `${kind} of ${changed}`).toEqual([]);
    }
    await clients.stop();
    console.log(
      `${COUNT} transitions, ${clients.probes} requests, ${clients.remembered} of them at what the host had left, ${clients.wrong.length} wrong answers`,
    );
    expect(clients.wrong).toEqual([]);
    expect(clients.probes).toBeGreaterThan(20 * COUNT);
    expect(clients.remembered).toBeGreaterThan(COUNT);
    // A move neither replaces nor renames what is deployed.
    expect(replaced).toBe('');
  });
});
