// A relevant CAA RRset that could not be read: reported as such, never as absent, in every place that speaks of it.
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../src/preflight/observation/observation.ts';
import type { Answer } from '../../../src/preflight/reader/answer.ts';
import { caaUnreadable, summarizeCaa } from '../../../src/preflight/rules/caa.ts';
import { externalHost } from '../plans.ts';

const zone = 'petstore.test';
const plan = externalHost(`shop.${zone}`);
const absent: Answer = { kind: 'absent', authoritative: true, chain: [] };
const failure: Answer = { kind: 'failed', reason: 'servfail', detail: 'ns1 responded with SERVFAIL' };
const forbids: Answer = {
  kind: 'found',
  authoritative: true,
  chain: [],
  records: [
    {
      ...{ name: 'cname.vercel.test', type: 'CAA', ttl: 300, value: '0 issue "letsencrypt.org"' },
      caa: { flags: 0, tag: 'issue', value: 'letsencrypt.org' },
    },
  ],
};

/** `own`: of the host itself; `at`: of its zone, and `top`: of `test`. */
function observed({
  own = absent,
  at = absent,
  top = absent,
  ds,
}: {
  own?: Answer;
  at?: Answer;
  top?: Answer;
  ds?: Observation['ds'];
}): Observation {
  return {
    host: plan.host,
    resolverOnly: false,
    cut: { kind: 'zone', name: zone, negativeTtl: 60, missing: [] },
    views: [],
    doubled: [],
    caa: [
      { name: plan.host, own },
      { name: zone, own: at },
      { name: 'test', own: top },
    ],
    ds,
  };
}

describe('the finding', () => {
  test.each([
    ['the zone', observed({ at: failure }), zone],
    ['a name above it', observed({ top: failure }), 'test'],
    ['the host itself, until cut-over', observed({ own: failure }), plan.host],
  ])('names %s', (_, observation, at) => {
    expect(caaUnreadable(plan, observation)).toMatchObject([
      {
        code: 'caa-unreadable',
        severity: 'warning',
        found: expect.stringContaining(` ${at} `),
        fix: expect.stringContaining(` ${at} `),
      },
    ]);
  });

  test('blocks in a signed zone, and not in one without DS records', () => {
    const ds = [{ name: zone, type: 'DS', ttl: 300, value: '1 13 2 AB' }];
    expect(caaUnreadable(plan, observed({ at: failure, ds }))).toMatchObject([{ severity: 'blocked' }]);
    expect(caaUnreadable(plan, observed({ at: failure, ds: [] }))).toMatchObject([{ severity: 'warning' }]);
  });

  test('is absent where an RRset below decides, and where nothing could be read at all', () => {
    expect(caaUnreadable(plan, observed({ at: forbids, top: failure }))).toEqual([]);
    const nothing = {
      ...observed({ at: failure }),
      cut: { kind: 'failed', at: zone, failure },
    } as Observation;
    expect(caaUnreadable(plan, nothing)).toEqual([]);
  });
});

test('the summary of a host says that CAA is not known', () => {
  expect(summarizeCaa(plan, observed({ at: failure }))).toBe('CAA not known');
  expect(summarizeCaa(plan, observed({}))).toBe('Amazon may issue (no CAA)');
});
