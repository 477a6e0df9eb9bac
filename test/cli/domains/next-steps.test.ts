import type { Finding } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import { placeOfRecords } from '../../../cli/domains/next-steps.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

const PLACE = 'on the local cloud, such records are set in internet.zone';

test.each<[string, Finding['severity'], string, object, boolean, string | undefined]>([
  ['a record that the stack never sets', 'warning', 'TXT', {}, true, PLACE],
  ['an address beside a CNAME', 'blocked', 'A', {}, true, PLACE],
  ['its CNAME, which may be its own', 'blocked', 'CNAME', {}, true, undefined],
  ['at an apex an address, which may be its own', 'blocked', 'A', { apex: true }, true, undefined],
  ['at an apex another record', 'blocked', 'MX', { apex: true }, true, PLACE],
  ['of a host that is left out, any', 'blocked', 'CNAME', {}, false, PLACE],
  [
    'of an external host, whose steps name it',
    'blocked',
    'TXT',
    { zone: { provider: 'external' } },
    true,
    undefined,
  ],
])('where a record of the local internet is set: %s', (_, severity, type, plan, isDeployed, place) => {
  const records = [{ action: 'remove', name: 'a.test', type, value: 'x', ttl: 60 }];
  const host = {
    plan: { zone: { provider: 'route53' }, apex: false, ...plan } as HostPlan,
    findings: [{ severity, records } as unknown as Finding],
  };
  expect(placeOfRecords(host, isDeployed, { stack: 'local', internetFile: 'internet.zone' })).toBe(place);
  expect(placeOfRecords(host, isDeployed, { stack: 'production' })).toBeUndefined();
});
