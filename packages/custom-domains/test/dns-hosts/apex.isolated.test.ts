// A DNS host without a record that follows a name at an apex: such a host is blocked, and refused without preflight.
import { expect, test, vi } from 'vitest';
import { hostSpec } from '../../src/dns-hosts/host-spec.ts';
import type { Observation } from '../../src/preflight/observation/observation.ts';
import { apexNeedsAlias } from '../../src/preflight/rules/shadowed-names.ts';
import { cloudflareHost } from '../preflight/plans.ts';

const PLAIN = { title: 'Plain DNS', apex: 'none' } as const;

vi.mock('../../src/dns-hosts/list.ts', async (original) => ({
  ...(await original<object>()),
  dnsHost: () => PLAIN,
}));

const ZONE = 'shop.example';
const OBSERVED: Observation = {
  ...{ host: ZONE, resolverOnly: false, views: [], doubled: [], caa: [] },
  cut: { kind: 'zone', name: ZONE, negativeTtl: 300, missing: [] },
};

test('preflight blocks the apex, with the fix', () => {
  expect(apexNeedsAlias(cloudflareHost(ZONE, ZONE), OBSERVED)).toMatchObject({
    ...{ code: 'apex-needs-alias', severity: 'blocked' },
    fix: expect.stringMatching(/use a subdomain/),
  });
  expect(apexNeedsAlias(cloudflareHost(`api.${ZONE}`, ZONE), OBSERVED)).toBeUndefined();
});

test('without preflight CustomHost refuses it', () => {
  const declare = () => hostSpec(ZONE, { provider: 'cloudflare', name: ZONE }, 'gateway');
  expect(declare).toThrow(expect.objectContaining({ code: 'apex-not-supported' }));
  expect(declare).toThrow(/Plain DNS has no record that follows a name: use a subdomain/);
});
