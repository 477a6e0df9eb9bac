// Zones at a DNS host that the local cloud does not stand in for.
import { expect, test } from 'vitest';
import { createDns } from '../../src/dns/index.ts';
import { testContext } from '../support/cloud.ts';

test('are logged, and do not exist; the other zones do', () => {
  const lines: string[] = [];
  const dns = createDns({ ...testContext(), log: (source, line) => lines.push(`${source}: ${line}`) });
  dns.seedZones([
    { name: 'shop.localhost', provider: 'desec' },
    { name: 'pets.localhost', provider: 'route53' },
  ]);
  expect(lines).toEqual(['dns: the zone shop.localhost does not exist here: the local cloud has no desec']);
  const names = dns.records().map(({ name }) => name);
  expect(names).toContain('pets.localhost');
  expect(names).not.toContain('shop.localhost');
});
