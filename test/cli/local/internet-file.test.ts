// The internet that `npm run local` starts with: its file is valid, and its names behave as its comments describe.
import { readFileSync } from 'node:fs';
import { createDns, loadInternet } from '@petstore/local-cloud/dns/index';
import { expect, test } from 'vitest';
import { testContext } from '../../../packages/local-cloud/test/support/cloud.ts';

const ZONE_ID = '5f0c3a9e7d1b42688b6e0d94c2f1a735';
const text = readFileSync(new URL('../../../cli/local/internet.zone', import.meta.url), 'utf8');

test.each([
  ['an old server', 'taken.petstore.localhost', 'A', '192.0.2.1'],
  ['another platform', 'elsewhere.petstore.localhost', 'A', '192.0.2.20'],
  ['a CAA record', 'forbidden.petstore.localhost', 'CAA', '0 issue "letsencrypt.org"'],
  ['a wildcard', 'x.mail.petstore.localhost', 'MX', '10 mx.platform.example'],
  ['a DNAME', 'www.old.petstore.localhost', 'A', '192.0.2.30'],
  ['a delegation', 'team.petstore.localhost', 'NS', 'ns1.team.example'],
])('%s: %s %s', async (_what, name, type, value) => {
  const loaded = loadInternet(text);
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const dns = createDns(testContext());
  dns.seedZones([{ name: 'petstore.localhost', provider: 'cloudflare', zoneId: ZONE_ID }]);
  dns.setInternet(loaded.records);
  expect((await dns.names.resolve(name, type)).at(-1)?.value).toBe(value);
});
