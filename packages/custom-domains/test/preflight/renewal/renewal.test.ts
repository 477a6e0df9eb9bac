// The guard of renewals: a simulated year for each fault and each lifetime, and the table of docs/certificates.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HostSpec } from '../../../src/dns-hosts/zone.ts';
import type { Finding } from '../../../src/preflight/finding.ts';
import type { Internet, TestZone } from '../internet.ts';
import { cloudflareHost, externalHost } from '../plans.ts';
import { run, target } from '../scenario.ts';
import { type Outcome, seeded, simulate } from './year.ts';

const ZONE = 'petstore.test';
const validation = { name: `_v.shop.${ZONE}`, type: 'CNAME', value: '_proof.acm.test' };
const ROUTING = `shop.${ZONE} CNAME ${target}`;
const VALIDATION = `${validation.name} CNAME ${validation.value}`;

/** Seconds. */
const DAY = 86_400;

const SERVERS = ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'];
const ELSEWHERE = ['ns1.domaincontrol.com', 'ns2.domaincontrol.com'];
/** The zones of the name servers themselves. */
const serverZones: Internet = {
  'cloudflare.test': {
    on: ['127.0.0.11'],
    records: SERVERS.map((name, index) => `${name} A 127.0.0.1${index + 1}`),
  },
  'domaincontrol.com': {
    on: ['127.0.0.14'],
    records: ELSEWHERE.map((name) => `${name} A 127.0.0.14`),
  },
};
const healthy: TestZone = {
  on: ['127.0.0.11', '127.0.0.12'],
  nameServers: SERVERS,
  records: [ROUTING, VALIDATION],
};

/** The zone once the fault is there. */
const FAULTS: Readonly<Record<string, TestZone>> = {
  'the validation record is removed': { ...healthy, records: [ROUTING] },
  'the validation record leads elsewhere': {
    ...healthy,
    records: [ROUTING, `${validation.name} CNAME _other.acm.test`],
  },
  'CAA names another authority only': {
    ...healthy,
    records: [ROUTING, VALIDATION, `${ZONE} CAA 0 issue letsencrypt.org`],
  },
  'the zone is delegated elsewhere, without the validation record': {
    on: ['127.0.0.14'],
    nameServers: ELSEWHERE,
    records: [ROUTING],
  },
  'DNSSEC of the zone is broken': { ...healthy, signed: { inception: -30 * DAY, expiration: -3 * DAY } },
  'ACM does not renew, and DNS is right': healthy,
};
const NOT_RENEWED = 'ACM does not renew, and DNS is right';

const HOSTS: readonly HostSpec[] = [
  cloudflareHost(`shop.${ZONE}`, ZONE, { target: 'distribution' }),
  externalHost(`shop.${ZONE}`, true),
];

/** Days: of the certificates, and before their end when ACM begins; it documents 60, and for short-lived ones nothing. */
const LIFETIMES = [
  [198, 60],
  [100, 100 / 3],
  [47, 47 / 3],
] as const;

async function findingsOf(host: HostSpec, zone: TestZone): Promise<readonly Finding[]> {
  const validates = zone.signed === undefined ? undefined : true;
  const expected = { target, validation };
  const signed = { on: ['127.0.0.9'], signed: {} };
  const internet = {
    ...(zone.signed && { '': signed, test: signed }),
    [ZONE]: zone,
    'aws.test': { on: ['127.0.0.13'], records: [`${target} A 192.0.2.80`] },
    ...serverZones,
  };
  return run({ host, assigned: 'unasked', validates, expected }, internet);
}

const observed = new Map<string, Promise<readonly Finding[]>>();
/** DNS is read once for each of its states: what it has does not depend on the day. */
function seen(host: HostSpec, name: string): Promise<readonly Finding[]> {
  const key = `${host.zone.provider} ${name}`;
  const found = observed.get(key) ?? findingsOf(host, FAULTS[name] ?? healthy);
  observed.set(key, found);
  return found;
}

/** A fault on each day of the year, on certificates whose age on the first day is random. */
async function yearsOf(fault: string, lifetime: number, start: number): Promise<Outcome[]> {
  const random = seeded(lifetime);
  const outcomes: Outcome[] = [];
  for (const plan of HOSTS) {
    const states = { plan, healthy: await seen(plan, 'healthy'), faulty: await seen(plan, fault) };
    for (let faultOn = 0; faultOn < 365; faultOn++) {
      const age = Math.floor(random() * (lifetime - start - 3));
      outcomes.push(simulate({ ...states, lifetime, start, age, faultOn, random }));
    }
  }
  return outcomes;
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
  test.each(Object.keys(FAULTS))('%s: reported as docs/certificates.md says', async (fault) => {
    const blocked: number[] = [];
    const warned: number[] = [];
    for (const [lifetime, start] of LIFETIMES) {
      const outcomes = await yearsOf(fault, lifetime, start);
      // The fault matters: without a fix the host presents a certificate that has ended.
      expect(outcomes.filter(({ down }) => down === 0)).toEqual([]);
      blocked.push(least(outcomes.map((one) => one.blocked)));
      warned.push(least(outcomes.map((one) => one.warned)));
    }
    expect(documented().get(fault)).toEqual(blocked);
    if (fault === NOT_RENEWED) expect(documented().get('the same, as a warning')).toEqual(warned);
    expect(warned[0]).toBeGreaterThanOrEqual(45);
  });

  test('one that exists 60 days before the end blocks on that day, for any lifetime', async () => {
    for (const fault of Object.keys(FAULTS).filter((name) => name !== NOT_RENEWED)) {
      for (const plan of HOSTS) {
        const states = { plan, healthy: await seen(plan, 'healthy'), faulty: await seen(plan, fault) };
        const year = { ...states, lifetime: 198, start: 60, age: 0, faultOn: 1, random: seeded(1) };
        expect(simulate(year).blocked).toBeGreaterThan(59);
      }
    }
  });
});

describe('a healthy year', () => {
  const years = [...LIFETIMES, [198, 45], [100, 60], [100, 45]] as const;

  test.each(years)(
    'no alarm with certificates of %i days, renewed %d days before the end',
    async (...one) => {
      const [lifetime, start] = one;
      for (const plan of HOSTS) {
        const findings = await seen(plan, 'healthy');
        expect(findings.map(({ code }) => code)).toEqual(['already-configured']);
        for (let age = 0; age < lifetime - start - 3; age++) {
          const states = { plan, healthy: findings, faulty: [] };
          const outcome = simulate({ ...states, lifetime, start, age, random: seeded(age) });
          expect(outcome).toMatchObject({ alarms: 0, down: 0 });
          // Where ACM begins as it announced, and not as it documents, the days between are a warning.
          expect(outcome.warnings).toBeLessThanOrEqual(start === 45 && lifetime === 198 ? 33 : 0);
        }
      }
    },
  );
});
