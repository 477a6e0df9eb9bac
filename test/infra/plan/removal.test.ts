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

  test('none, where nothing changes', () => {
    expect(removedHosts(before, before)).toEqual([]);
  });

  test('a host and a redirect that are no longer declared', () => {
    expect(removedHosts(before, docs({}))).toEqual([
      { host: 'old.example', site: 'docs', role: 'domain' },
      { host: 'www.a.example', site: 'docs', role: 'redirect' },
    ]);
  });

  test('not a host that redirects afterwards: it is changed', () => {
    const redirect = { from: 'old.example', to: 'https://a.example', status: 301 } as const;
    const after = docs({ redirects: [...before.settings.docs.redirects, redirect] });
    expect(removedHosts(before, after)).toEqual([]);
  });

  test('not a host that moves to the other site', () => {
    const after = docs(
      { redirects: before.settings.docs.redirects },
      { api: { primary: 'old.example', domains: [], redirects: [] } },
    );
    expect(removedHosts(before, after)).toEqual([]);
  });
});

describe('a removal that is not confirmed', () => {
  test('is refused in production, by name', () => {
    expect(unconfirmedRemovals(['a.example', 'old.example', 'old.example'], docs({}))).toEqual([
      {
        code: 'removal-not-confirmed',
        path: 'petstore:removals',
        what: '"old.example" is deployed and no longer declared: this would delete it',
        fix: 'either declare it again, or add "old.example" to petstore:removals to confirm its removal',
      },
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
