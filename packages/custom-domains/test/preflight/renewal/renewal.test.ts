// The guard of renewals: a simulated year for each fault and each lifetime, and the table of docs/certificates.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding, FindingCode } from '../../../src/preflight/finding.ts';
import { finding } from '../../../src/preflight/rules/rule.ts';
import { cloudflareHost } from '../plans.ts';
import { type Outcome, seeded, simulate } from './year.ts';

const plan = cloudflareHost('shop.petstore.test', 'petstore.test');
const found = (code: FindingCode, severity: Finding['severity'], name = plan.host): readonly Finding[] => [
  finding(plan, code, severity, { found: '', why: '', fix: '' }, [
    { action: 'add', name, type: 'CNAME', value: '_proof.acm.test', ttl: 3600 },
  ]),
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

/** A fault on each day of the year, on certificates whose age on the first day is random. */
function yearsOf(faulty: readonly Finding[], lifetime: number, start: number): Outcome[] {
  const random = seeded(lifetime);
  return Array.from({ length: 365 }, (_, faultOn) => {
    const age = Math.floor(random() * (lifetime - start - 3));
    return simulate({ plan, healthy, faulty, lifetime, start, age, faultOn, random });
  });
}

/** Whole days, of the worst day for the fault; NaN where it was not reported on some day. */
const least = (days: readonly (number | undefined)[]) =>
  Math.floor(Math.min(...days.map((one) => one ?? Number.NaN)));

/** The rows of the table, as numbers by lifetime. */
function documented(): Map<string, readonly number[]> {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/certificates.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
  return new Map(rows.map(([, name = '', ...cells]) => [name, cells.map(Number)]));
}

describe('a year with a fault', () => {
  test.each(Object.entries(FAULTS))('%s: reported as docs/certificates.md says', (fault, faulty) => {
    const years = LIFETIMES.map(([lifetime, start]) => yearsOf(faulty, lifetime, start));
    // The fault matters: without a fix the host presents a certificate that has ended.
    expect(years.flat().filter(({ down }) => down === 0)).toEqual([]);
    expect(documented().get(fault)).toEqual(years.map((one) => least(one.map(({ blocked }) => blocked))));
    const warned = years.map((one) => least(one.map((outcome) => outcome.warned)));
    if (fault === NOT_RENEWED) expect(documented().get('the same, as a warning')).toEqual(warned);
    expect(warned[0]).toBeGreaterThanOrEqual(45);
  });

  test('one that exists 60 days before the end blocks on that day, for any lifetime', () => {
    for (const faulty of Object.values(FAULTS).filter((one) => one !== healthy)) {
      const year = { plan, healthy, faulty, lifetime: 198, start: 60, age: 0, faultOn: 1 };
      expect(simulate({ ...year, random: seeded(1) }).blocked).toBeGreaterThan(59);
    }
  });
});

test.each([...LIFETIMES, [198, 45], [100, 60], [100, 45]] as const)(
  'a healthy year has no alarm with certificates of %i days, renewed %d days before the end',
  (lifetime, start) => {
    for (let age = 0; age < lifetime - start - 3; age++) {
      const outcome = simulate({ plan, healthy, faulty: [], lifetime, start, age, random: seeded(age) });
      expect(outcome).toMatchObject({ alarms: 0, down: 0 });
      // Where ACM begins as it announced, and not as it documents, the days between are a warning.
      expect(outcome.warnings).toBeLessThanOrEqual(start === 45 && lifetime === 198 ? 33 : 0);
    }
  },
);
