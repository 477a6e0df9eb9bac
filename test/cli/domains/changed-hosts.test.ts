// What a report says has changed of a host: a line for each part of its plan that differs, in words.
import { expect, test } from 'vitest';
import { changedFacets } from '../../../cli/domains/formats/text.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

const was: HostPlan = {
  ...{ host: 'a.example', site: 'docs', role: 'domain', apex: false, target: 'distribution' },
  ...{ zone: { provider: 'route53', name: 'example' }, certificateRegion: 'us-east-1' },
};

test.each<[string, Partial<HostPlan>, [name: string, from: string, to: string][]]>([
  ['nothing', { apex: true }, []],
  ['the site', { site: 'api' }, [['site', 'docs', 'api']]],
  ['the role', { role: 'primary' }, [['role', 'domain', 'primary']]],
  [
    'a redirect',
    { role: 'redirect', redirect: { to: 'https://b.example', status: 308 } },
    [
      ['role', 'domain', 'redirect'],
      ['redirects to', 'nothing', 'https://b.example (308)'],
    ],
  ],
  [
    'the DNS host',
    { zone: { provider: 'external', verified: false } },
    [['DNS', 'Route 53, zone example', 'external']],
  ],
  [
    'the verification',
    { zone: { provider: 'external', verified: true } },
    [['DNS', 'Route 53, zone example', 'external, verified']],
  ],
  ['the TTL', { ttl: 60 }, [['TTL', "its target's", '60 s']]],
  ['the region', { certificateRegion: 'eu-west-1' }, [['certificate in', 'us-east-1', 'eu-west-1']]],
])('%s', (_, change, lines) => {
  const facets = changedFacets(was, { ...was, ...change });
  expect(facets.map(({ name, from, to }) => [name, from, to])).toEqual(lines);
});
