// Hosts that a change removes, and when production refuses.
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../infra/config/settings.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { removedHosts, unconfirmedRemovals } from '../../../infra/plan/removals.ts';
import { settings } from './settings.ts';

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
