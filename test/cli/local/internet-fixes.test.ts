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
const plan = planHost(
  { host: 'x.team.petstore.localhost', site: 'docs', role: 'domain' },
  {
    ...{ region: 'eu-west-1', zones: [zone], adopt: [], moving: [], verified: [] },
    ttl: { default: 3600, hosts: {} },
  },
);

/** The findings of the local stack, with that zone file. */
async function findings(file: string, stack = 'local'): Promise<readonly Finding[]> {
  const loaded = loadInternet(file);
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const dns = createDns(testContext());
  onTestFinished(() => dns.close());
  dns.seedZones([zone]);
  dns.setInternet(loaded.records);
  await dns.start();
  const [address, port] = dns.names.address.split(':');
  const reader = createReader({ resolver: `${address}:${port}`, authorityPort: Number(port) });
  const [checked] = await check([plan], reader);
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
