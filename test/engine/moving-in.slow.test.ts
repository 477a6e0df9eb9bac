// Hosts that are live elsewhere move in under the Pulumi CLI, while a client asks for them: at Cloudflare and at Route 53.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ByHand, CLOUDFLARE_ZONE } from '../cli/local/by-hand.ts';
import { OLD_ADDRESS, startOldPlace, Visitor } from '../cli/local/old-place.ts';
import { EngineFixture, logSkipReason, nameOf, pulumi, SETTINGS_END, STACK_FILE } from './pulumi.ts';

logSkipReason();

const OLD_NAME = 'shops.elsewhere.petstore.localhost';
const SHOP = 'shop.petstore.localhost';
const STORE = 'store.pets.localhost';
const HOSTS = [SHOP, STORE];
const NAMED = [
  { host: SHOP, replaces: `CNAME ${OLD_NAME}` },
  { host: STORE, replaces: `A ${OLD_ADDRESS}` },
];

describe.skipIf(pulumi === undefined)('hosts that move in', { timeout: 180_000 }, () => {
  let fixture: EngineFixture;

  /** The line of the stack file, in place of the one before. */
  function moving(hosts: readonly unknown[], before: readonly unknown[] = []): void {
    const line = (of: readonly unknown[]) =>
      of.length === 0 ? '' : `  petstore:moving: ${JSON.stringify(of)}\n`;
    fixture.edit(STACK_FILE, line(before) + SETTINGS_END, line(hosts) + SETTINGS_END);
  }

  async function routes(): Promise<string[]> {
    const names = (await fixture.state()).map(({ urn }) => nameOf(urn));
    return names.filter((name) => HOSTS.some((host) => name === `${host}-route`));
  }

  beforeAll(async () => {
    fixture = await EngineFixture.start('local');
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
  }, 90_000);
  afterAll(() => fixture?.close());

  test('are answered by the old place or by the new one, and settle', async () => {
    const { cloud } = fixture;
    const byHand = new ByHand(cloud.registry);
    const zoneId = String((await fixture.inputsOf('api.pets.localhost-route')).zoneId);
    const atCloudflare = { zoneId: CLOUDFLARE_ZONE, ttl: 300, proxied: false };
    const address = { name: OLD_NAME, type: 'A', content: OLD_ADDRESS };
    await byHand.create('cloudflare:index/dnsRecord:DnsRecord', { ...atCloudflare, ...address });
    await byHand.record({ provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE }, SHOP, OLD_NAME, 300);
    const store = { zoneId, name: STORE, type: 'A', ttl: 300, records: [OLD_ADDRESS] };
    await byHand.create('aws:route53/record:Record', store);
    const visitor = new Visitor(cloud, HOSTS, await startOldPlace(HOSTS, cloud.httpsPort));

    fixture.addHosts(...HOSTS);
    moving(HOSTS);
    const prepared = await fixture.up();
    expect(prepared.status, prepared.text).toBe(0);
    expect(prepared.text).not.toMatch('is blocked and left out');
    expect(await routes()).toEqual([]);
    expect(visitor.seen).toEqual({ [SHOP]: ['old'], [STORE]: ['old'] });

    moving(NAMED, HOSTS);
    const steps = (await fixture.steps()).filter(({ urn }) => nameOf(urn).endsWith('-route'));
    const changed = steps.filter(({ op }) => op !== 'same').map(({ op, urn }) => `${op} ${nameOf(urn)}`);
    expect(new Set(changed)).toEqual(
      new Set(HOSTS.flatMap((host) => [`import ${host}-route`, `update ${host}-route`])),
    );
    const before = cloud.recordHistory.length;
    const moved = await fixture.up();
    expect(moved.status, moved.text).toBe(0);
    await visitor.askAll();
    await visitor.stop();
    expect(visitor.failed).toEqual([]);
    expect(visitor.seen).toEqual({ [SHOP]: ['old', 'api'], [STORE]: ['old', 'api'] });
    const written = cloud.recordHistory.slice(before).map(({ action, name }) => `${action} ${name}`);
    // Another type at Route 53: a deletion and a creation in one change batch.
    expect(written.toSorted()).toEqual([`create ${STORE}`, `delete ${STORE}`, `update ${SHOP}`]);

    moving([], NAMED);
    const settled = await fixture.run(['preview', '--refresh', '--expect-no-changes']);
    expect(settled.status, settled.text).toBe(0);
  });
});
