// What a finding prints about the zone file of the local internet, done as it says, suffices: the file is read, and nothing blocks.
import { readFileSync } from 'node:fs';
import { check, createReader, type Finding, isBlocked, zoneLine } from '@petstore/custom-domains/preflight';
import { createDns, loadInternet } from '@petstore/local-cloud/dns/index';
import { expect, onTestFinished, test } from 'vitest';
import { localFixes } from '../../../infra/hosts/local-fixes.ts';
import { planHost } from '../../../infra/plan/plan-host.ts';
import { testContext } from '../../../packages/local-cloud/test/support/cloud.ts';

const text = readFileSync(new URL('../../../cli/local/internet.zone', import.meta.url), 'utf8');
const zone = {
  name: 'petstore.localhost',
  provider: 'cloudflare',
  zoneId: '5f0c3a9e7d1b42688b6e0d94c2f1a735',
} as const;
const planOf = (host: string) =>
  planHost(
    { host, site: 'docs', role: 'domain' },
    {
      ...{ region: 'eu-west-1', zones: [zone], adopt: [], moving: [], verified: [] },
      ttl: { default: 3600, hosts: {} },
    },
  );

/** The findings of the local stack, with that zone file. */
async function findings(
  file: string,
  stack = 'local',
  host = 'x.team.petstore.localhost',
): Promise<readonly Finding[]> {
  const loaded = loadInternet(file);
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const dns = createDns(testContext());
  onTestFinished(() => dns.close());
  dns.seedZones([zone]);
  dns.setInternet(loaded.records);
  await dns.start();
  const [address, port] = dns.names.address.split(':');
  const reader = createReader({
    ...{ resolver: `${address}:${port}`, authorityPort: Number(port), timeoutMs: 100 },
  });
  const [checked] = await check([planOf(host)], reader);
  return localFixes(checked?.findings ?? [], stack);
}

const fields = (line: string) => line.split(/\s+/).join(' ');

test('a name that is delegated: every line to delete is named, and deleting them once is enough', async () => {
  const found = await findings(text);
  expect(found.map(({ code }) => code)).toEqual(['delegated-away']);
  expect(found[0]?.fix).toContain('delete its SOA and its NS records from the zone file');
  const removed = found.flatMap(({ records }) => records.map((record) => fields(zoneLine(record))));
  const rest = text.split('\n').filter((line) => !removed.includes(fields(line)));
  expect(rest).toHaveLength(text.split('\n').length - 2);
  expect(isBlocked(await findings(rest.join('\n')))).toBe(false);
});

test('elsewhere the SOA record is in the zone of somebody else', async () => {
  const [found] = await findings(text, 'production');
  expect(found?.records.map(({ type }) => type)).toEqual(['NS']);
  expect(found?.fix).toMatch(/or remove its NS records from petstore\.localhost$/);
});

const DELEGATION = 'dev.petstore.localhost. 3600 IN NS ns1.other.example.';

test.each([
  ['has no address', ''],
  ['has an address at which nothing responds', 'ns1.other.example. 300 IN A 127.0.0.77'],
])(
  'a name is delegated to a server that %s: its line is named, and deleting it is enough',
  async (_, more) => {
    const host = 'x.dev.petstore.localhost';
    const found = await findings(`${text}\n${DELEGATION}\n${more}\n`, 'local', host);
    expect(found.map(({ code }) => code)).toEqual(['lame-delegation']);
    expect(found.flatMap(({ records }) => records.map((record) => fields(zoneLine(record))))).toEqual([
      DELEGATION,
    ]);
    expect(found[0]?.fix).toContain('remove the NS record from the zone file');
    expect(isBlocked(await findings(text, 'local', host))).toBe(false);
  },
);

test('names that lead in a circle: the zone file is named, and no network', async () => {
  const host = 'a.petstore.localhost';
  const circle = `${host}. 60 IN CNAME b.petstore.localhost.\nb.petstore.localhost. 60 IN CNAME ${host}.`;
  const found = await findings(`${text}\n${circle}\n`, 'local', host);
  const unreadable = found.find(({ code }) => code === 'dns-unreadable');
  expect(unreadable?.fix).toContain('see in the zone file');
  expect(unreadable?.fix).not.toMatch(/online|port 53/);
});
