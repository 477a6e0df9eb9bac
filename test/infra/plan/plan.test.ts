// What is planned for a host that the stacks' own files, whose resources are in golden files, do not have: the API at an
// apex, a TTL of its own, and a host that is verified.
import { expect, test } from 'vitest';
import { planStack } from '../../../infra/plan/plan-stack.ts';
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
