// The lines of next steps, and where the records of a host are set on the local cloud.
import { join, printable } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import { nextLines, placeOfRecords } from '../../../cli/domains/next-steps.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

test('steps are in one column, the first with its label', () => {
  const steps = [
    { when: 'once they are set', command: 'npm run domains -- verify a.test' },
    { when: 'then', command: 'npm run local' },
  ];
  expect(printable(join(nextLines(steps, 2)))).toBe(
    ['  next    once they are set: npm run domains -- verify a.test', '          then: npm run local'].join(
      '\n',
    ),
  );
});

const PLACE = 'on the local cloud, such records are set in internet.zone';

test.each<[string, Finding['severity'], string, object, boolean, string | undefined]>([
  ['a record that the stack never sets', 'warning', 'TXT', {}, true, PLACE],
  ['an address beside a CNAME', 'blocked', 'A', {}, true, PLACE],
  ['its CNAME, which may be its own', 'blocked', 'CNAME', {}, true, undefined],
  ['what is only mentioned', 'info', 'TXT', {}, true, undefined],
  ['at an apex an address, which may be its own', 'blocked', 'A', { apex: true }, true, undefined],
  ['at an apex an HTTPS record, which may be its own', 'blocked', 'HTTPS', { apex: true }, true, undefined],
  ['at an apex another record', 'blocked', 'MX', { apex: true }, true, PLACE],
  ['of a host that is left out, any', 'blocked', 'CNAME', {}, false, PLACE],
  ['of a host that is not left out, none', 'warning', 'TXT', {}, false, undefined],
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
