// A host that is left out on the local cloud: every command names the file in which a local user sets such records.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
async function serveZone(record: string): Promise<void> {
  const records = [`api.petstore.example ${record}`];
  const { resolver } = await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'], records } });
  const internetFile = join(fixture.folder, 'cli/local/internet.zone');
  const ready = {
    hosts: {},
    caFile: join(fixture.folder, 'ca.pem'),
    dnsServer: resolver,
    internetFile,
    pid: process.pid,
  };
  fixture.writeLocal('ready.json', JSON.stringify(ready));
}

beforeEach(async () => {
  fixture = openFixture();
  for (const stack of ['local', 'production']) fixture.write(`Pulumi.${stack}.yaml`, productionFile);
  await serveZone('A 192.0.2.1');
  fixture.write('ca.pem', '');
  fixture.writeLocal('outputs.json', '{"hosts":{}}');
});
afterEach(() => fixture.close());

const PLACE = /\n +on the local cloud, such records are set in cli\/local\/internet\.zone\n/g;
const placesIn = (text: string) => text.match(PLACE)?.length ?? 0;

test.each(['check', 'status'])('%s', async (command) => {
  const { status, out } = await fixture.run(command, '--stack', 'local');
  expect(status).toBe(1);
  expect(placesIn(`${out}\n`)).toBe(1);
});

test.each([
  ['check', 'A 192.0.2.1', 1],
  ['status', 'A 192.0.2.1', 1],
  ['check', 'CNAME old.example', 0],
  ['status', 'CNAME old.example', 0],
])(
  '%s of a deployed host with %s: a record that differs may be its own, another is in the file',
  async (command, record, places) => {
    await serveZone(record);
    const value = 'd-1.execute-api.localhost';
    const routing = { name: 'api.petstore.example', type: 'CNAME', value, ttl: 3600, purpose: 'routing' };
    const api = { site: 'api', role: 'primary', target: value, certificate: 'ISSUED', records: [routing] };
    fixture.writeLocal('outputs.json', JSON.stringify({ hosts: { 'api.petstore.example': api } }));
    const { status, out } = await fixture.run(command, '--stack', 'local');
    expect(status).toBe(1);
    expect(placesIn(`${out}\n`)).toBe(places);
    if (command === 'check') expect(out).toContain('\n1 of 3 deployed with findings to fix. Details');
  },
);

test('check counts hosts that are left out apart from those that stay deployed', async () => {
  const { out } = await fixture.run('check', '--stack', 'local');
  expect(out).toContain('\n1 of 3 blocked. Details');
});

test('elsewhere there is no such file', async () => {
  const { status, out } = await fixture.run('check', '--stack', 'production');
  expect(status).toBe(1);
  expect(placesIn(out)).toBe(0);
});
