// What is planned for a host that the stacks' own files, whose resources are in golden files, do not have: the API at an apex, a TTL of its
// own, and a host that is verified; and hosts that a change removes, and when production refuses.
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../infra/config/settings.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { removedHosts, unconfirmedRemovals } from '../../../infra/plan/removals.ts';
import { settings } from './settings.ts';

test.each<[string, object]>([
  ['petstore.dev', { apex: true, target: 'gateway', ttl: undefined }],
  ['api.petstore.example', { apex: false, target: 'gateway', certificateRegion: 'eu-west-1', ttl: 60 }],
  ['old.petstore.dev', { role: 'redirect', target: 'distribution', certificateRegion: 'us-east-1' }],
  ['partner.dev', { apex: true, zone: { provider: 'external', verified: true }, ttl: 300 }],
])('%s', (host, expected) => {
  const redirects = [{ from: 'old.petstore.dev', to: 'https://petstore.dev', status: 308 as const }];
  const plan = planStack(
    settings({
      zones: [
        { name: 'petstore.example', provider: 'cloudflare', zoneId: '0'.repeat(32) },
        { name: 'petstore.dev', provider: 'route53' },
      ],
      api: { primary: 'petstore.dev', domains: ['api.petstore.example'], redirects },
      docs: { primary: 'partner.dev', domains: [], redirects: [] },
      verified: ['partner.dev'],
      ttl: { default: 300, hosts: { 'api.petstore.example': 60 } },
    }),
  );
  const found = plan.hosts.find((candidate) => candidate.host === host);
  expect({ ttl: undefined, ...found }).toMatchObject(expected);
});

function docs(given: Partial<Settings['docs']>, more: Partial<Settings> = {}) {
  return planStack(
    settings({ docs: { primary: 'a.example', domains: [], redirects: [], ...given }, ...more }),
  );
}

describe('removed hosts', () => {
  const before = docs({
    domains: ['old.example'],
    redirects: [{ from: 'www.a.example', to: 'https://a.example', status: 301 }],
  });

  test('a host and a redirect that are no longer declared', () => {
    expect(removedHosts(before, docs({}))).toMatchObject([
      { host: 'old.example', site: 'docs', role: 'domain' },
      { host: 'www.a.example', site: 'docs', role: 'redirect' },
    ]);
  });

  test('not a host that stays, that redirects afterwards, or that moves to the other site', () => {
    const { redirects } = before.settings.docs;
    const redirect = { from: 'old.example', to: 'https://a.example', status: 301 } as const;
    expect(removedHosts(before, before)).toEqual([]);
    expect(removedHosts(before, docs({ redirects: [...redirects, redirect] }))).toEqual([]);
    const api = { primary: 'old.example', domains: [], redirects: [] };
    expect(removedHosts(before, docs({ redirects }, { api }))).toEqual([]);
  });
});

describe('a removal that is not confirmed', () => {
  test('is refused in production, by name', () => {
    expect(unconfirmedRemovals(['a.example', 'old.example', 'old.example'], docs({}))).toMatchObject([
      { code: 'removal-not-confirmed', what: expect.stringContaining('"old.example"') },
    ]);
  });

  test.each([
    ['it is named in removals', ['old.example'], docs({}, { removals: ['old.example'] })],
    ['it redirects', ['www.a.example'], docs({ domains: ['www.a.example'] })],
    ['the stack was never deployed', [], docs({})],
    ['the stack is not production', ['old.example'], docs({}, { stack: 'staging' })],
  ])('is accepted where %s', (_, previous, plan) => {
    expect(unconfirmedRemovals(previous, plan)).toEqual([]);
  });
});
