// `domains records`: which hosts, which records of them, and each format.
import { beforeEach, describe, expect, test } from 'vitest';
import { fixtureForEach, outputsOf } from './harness.ts';
import { cname } from './preview.ts';

const ZONE = 'partner.example';
const SHOP = `shop.${ZONE}`;
const API = `api.${ZONE}`;
const validation = (host: string) => cname('validation', `_v.${host}`, '_x.acm-validations.aws');
const alias = { purpose: 'routing', name: ZONE, type: 'ALIAS', value: 'd2.cloudfront.net', ttl: 3600 };
const RECORDS: Record<string, object[]> = {
  [ZONE]: [validation(ZONE), alias, { ...alias, type: 'HTTPS', value: '1 . alpn="h3,h2"' }],
  [SHOP]: [validation(SHOP), cname('routing', SHOP, 'd1.cloudfront.net')],
  [API]: [validation(API)],
};

const fixture = fixtureForEach();
beforeEach(() => {
  declare();
  deploy();
});

function declare(zones = '', stack = 'production'): void {
  const site = (name: string, [primary, ...domains]: string[]) =>
    `  petstore:${name}:\n    primary: ${primary}\n    domains: [${domains.join(', ')}]\n`;
  const head = `config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n${zones}`;
  fixture.write(`Pulumi.${stack}.yaml`, head + site('docs', [ZONE, SHOP]) + site('api', [API]));
}

function deploy(records = RECORDS): void {
  const entries = Object.entries(records).map(([host, all]) => {
    return [host, { site: 'docs', role: 'domain', certificate: 'ISSUED', records: all }];
  });
  fixture.write('outputs.json', outputsOf(Object.fromEntries(entries)));
}

const records = (...args: string[]) =>
  fixture.run('records', '--outputs', 'outputs.json', '--stack', 'production', ...args);
const hostsOf = async (...args: string[]) =>
  Object.keys(JSON.parse((await records('--format', 'json', ...args)).out));

test.each(['table', 'zone'])('as %s: every host and record', async (format) => {
  const { status, out } = await records('--format', format);
  expect(status).toBe(0);
  await expect(out).toMatchFileSnapshot(`../../golden/domains/records-${format}.txt`);
});

describe('what is missing is a note', () => {
  test.each<[string, Record<string, object[]>, string[], string[]]>([
    ['a host that is not attached', RECORDS, [API], [API]],
    ['an apex in a zone file', RECORDS, [ZONE, '--format', 'zone'], [ZONE]],
  ])('%s', async (_, deployed, args, hosts) => {
    deploy(deployed);
    const { status, err } = await records(...args);
    expect([status, err.split('\n').flatMap((line) => line.split(/[ :]/)[0] || [])]).toEqual([0, hosts]);
  });
});

describe('--zone', () => {
  const zones = `  petstore:zones:\n    ${SHOP}: { provider: route53 }\n`;

  test('all hosts of a declared zone, which are not listed without it', async () => {
    declare(zones);
    expect(await hostsOf()).toEqual([API, ZONE]);
    expect(await hostsOf('--zone', `${SHOP.toUpperCase()}.`)).toEqual([SHOP]);
    expect((await records('--zone', 'other.example')).status).toBe(2);
  });

  test('of external hosts, those in it', async () => {
    expect(await hostsOf('--zone', SHOP)).toEqual([SHOP]);
    expect(await hostsOf(API, '--zone', ZONE)).toEqual([API]);
  });

  test.each([['is written wrong', ['--zone', 'petsotre.example'], 2, `zones of petstore:zones: ${SHOP};`]])(
    'one that %s',
    async (_, args, status, message) => {
      declare(zones);
      const ran = await records(...args);
      expect([ran.status, ran.out]).toEqual([status, '']);
      expect(ran.err).toContain(message);
    },
  );
});

test('no host is external: there is nothing to print', async () => {
  declare(`  petstore:zones:\n    ${ZONE}: { provider: route53 }\n`);
  expect(await records()).toMatchObject({ status: 0, out: '', err: expect.stringContaining('production') });
});
