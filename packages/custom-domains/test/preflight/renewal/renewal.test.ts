// The guard of renewals, on each day of a certificate's life for each fault and each lifetime, and the table of docs/certificates.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding, FindingCode } from '../../../src/preflight/finding.ts';
import { guardRenewal, renewalOf } from '../../../src/preflight/renewal/guard.ts';
import { finding } from '../../../src/preflight/rules/rule.ts';
import { cloudflareHost } from '../plans.ts';

const plan = cloudflareHost('shop.petstore.test', 'petstore.test');
const found = (code: FindingCode, severity: Finding['severity'], name = plan.host): readonly Finding[] => [
  finding(plan, code, severity, {
    found: '',
    why: '',
    fix: '',
    records: [{ action: 'add', name, type: 'CNAME', value: '_proof.acm.test', ttl: 3600 }],
  }),
];
const healthy = found('already-configured', 'info');
const lost = found('record-missing', 'warning', `_v.${plan.host}`);
const NOT_RENEWED = 'ACM does not renew, and DNS is right';

/** What the preflight finds once the fault is there (rules.test.ts). */
const FAULTS: Readonly<Record<string, readonly Finding[]>> = {
  'the validation record is removed': lost,
  'the validation record leads elsewhere': lost,
  'CAA names another authority only': found('caa-blocks-authority', 'blocked'),
  'the zone is delegated elsewhere, without the validation record': found('zone-not-delegated', 'blocked'),
  'DNSSEC of the zone is broken': found('dnssec-bogus', 'blocked'),
  [NOT_RENEWED]: healthy,
};

/** Days: of the certificates, and before their end when ACM begins; it documents 60, and for short-lived ones nothing. */
const LIFETIMES = [
  [198, 60],
  [100, 100 / 3],
  [47, 47 / 3],
] as const;

const DAY_MS = 86_400_000;
const END = Date.UTC(2027, 5, 1);
/** The drift workflow runs at 05:17, and a change is seen by the next run. */
const RUN_AT = (5 + 17 / 60) / 24;
/** ACM needs up to so many days from its first attempt, so that this is the last day of a certificate that is renewed. */
const lastDay = (start: number) => Math.floor(start - 3);

/** From the first number of days that are left to the last. */
const days = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => first - index);

/** The worst severity on the day on which so many are left. */
function severityOn(left: number, lifetime: number, findings: readonly Finding[]) {
  const now = new Date(END - (left - RUN_AT) * DAY_MS);
  const validity = { notBefore: new Date(END - lifetime * DAY_MS), notAfter: new Date(END) };
  return guardRenewal(plan, findings, renewalOf(validity, now), now)[0]?.severity;
}

/** Whole days that are left at the first report of a fault, on the worst day for it; NaN where it is never reported. */
function least(faulty: readonly Finding[], ...severities: readonly Finding['severity'][]): number[] {
  return LIFETIMES.map(([lifetime, start]) => {
    const isReported = (left: number) =>
      severities.some((severity) => severity === severityOn(left, lifetime, faulty));
    const first = days(lifetime, lastDay(start)).map((from) => days(from, 1).find(isReported));
    return Math.floor(Math.min(...first.map((left) => (left ?? Number.NaN) - RUN_AT)));
  });
}

test.each(Object.entries(FAULTS))('%s: reported as docs/certificates.md says', (fault, faulty) => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/certificates.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
  const documented = new Map(rows.map(([, name = '', ...cells]) => [name, cells.map(Number)]));
  const warned = least(faulty, 'warning', 'blocked');
  expect(documented.get(fault)).toEqual(least(faulty, 'blocked'));
  if (fault === NOT_RENEWED) expect(documented.get('the same, as a warning')).toEqual(warned);
  expect(warned[0]).toBeGreaterThanOrEqual(45);
});

test('a lost validation record is a warning until 60 days before the end, and blocks from then on', () => {
  const severities = [61, 60].map((left) => severityOn(left, 198, lost));
  expect(severities).toEqual(['warning', 'blocked']);
});

test.each([...LIFETIMES, [198, 45], [100, 60], [100, 45]] as const)(
  'a certificate of %i days, renewed %d days before the end, has no alarm',
  (lifetime, start) => {
    const severities = days(lifetime, lastDay(start) + 1).map((left) => severityOn(left, lifetime, healthy));
    expect(severities).not.toContain('blocked');
    // Where ACM begins as it announced, and not as it documents, the days between are a warning.
    const warned = severities.filter((severity) => severity === 'warning');
    expect(warned).toHaveLength(start === 45 && lifetime === 198 ? 11 : 0);
  },
);
