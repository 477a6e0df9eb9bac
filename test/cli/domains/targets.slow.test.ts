// `domains check`, `report` and `remove`: records that lead to something deleted, or that a removal deletes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Internet } from '../../../packages/custom-domains/test/preflight/internet.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const name = 'Pulumi.production.yaml';
const shop = 'shop.partner.example';
const withShop = productionFile.replace(
  '      - old.petstore.example\n',
  `      - old.petstore.example\n      - ${shop}\n`,
);
const gone = 'old.eu-west-1.elasticbeanstalk.com';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write(name, withShop);
});
afterEach(() => fixture.close());

/** The stack's distribution exists; nobody has the environment. */
const internet = (own: readonly string[], partners: readonly string[] = []): Internet => ({
  'petstore.example': { on: ['127.0.0.21'], records: own },
  'petstore.dev': { on: ['127.0.0.23'] },
  'partner.example': { on: ['127.0.0.24'], records: partners },
  'cloudfront.net': { on: ['127.0.0.25'], records: ['d1.cloudfront.net A 192.0.2.9'] },
  'elasticbeanstalk.com': { on: ['127.0.0.25'] },
});

/** Production does not refuse the removals. */
const confirmed = (text: string, ...hosts: readonly string[]) =>
  `${text}  petstore:removals: [${[shop, ...hosts].join(', ')}]\n`;

function writeOutputs(): void {
  const routing = { purpose: 'routing', name: shop, type: 'CNAME', value: 'd1.cloudfront.net', ttl: 3600 };
  const host = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [routing] };
  fixture.write('outputs.json', JSON.stringify({ hosts: { [shop]: host } }));
}

test('a declared host whose record others can claim: exit status 1', async () => {
  await fixture.serve(internet([`old.petstore.example CNAME ${gone}`]));
  const args = ['check', '--host', 'old.petstore.example', '--format', 'json'];
  const { status, out } = await fixture.run(...args);
  expect(status).toBe(1);
  const [host] = JSON.parse(out).hosts;
  expect(host.findings.map(({ code }: { code: string }) => code)).toEqual([
    'cname-elsewhere',
    'target-claimable',
  ]);
});

test("a removed host of somebody else's zone: its record is to be removed before its target is", async () => {
  writeOutputs();
  fixture.commit();
  fixture.write(name, confirmed(productionFile));
  await fixture.serve(internet([], [`${shop} CNAME d1.cloudfront.net`]));
  const args = ['--base', 'base', '--outputs', 'outputs.json'];
  const { status, out } = await fixture.run('check', ...args, '--format', 'json');
  expect(status).toBe(0);
  expect(JSON.parse(out).removed).toMatchObject([
    {
      host: shop,
      state: 'removing',
      findings: [
        {
          code: 'target-missing',
          fix: 'have its owner remove the record before the removal is deployed',
          records: [{ action: 'remove', name: shop, type: 'CNAME', value: 'd1.cloudfront.net' }],
        },
      ],
    },
  ]);
  const text = await fixture.run('check', ...args);
  expect(text.out).toMatch(/the removal deletes\s+d1\.cloudfront\.net, and not this record/);
});

test('a removed host whose record leads to what others can claim: text, Markdown and exit status 1', async () => {
  fixture.commit();
  fixture.write(name, confirmed(productionFile));
  await fixture.serve(internet([], [`${shop} CNAME ${gone}`]));
  const text = await fixture.run('check', '--base', 'base');
  expect(text.status).toBe(1);
  expect(text.out).toContain('target-claimable');
  expect(text.out).toContain('The record of 1 removed host can be claimed.');
  const report = await fixture.run('report', '--base', 'base');
  expect(report.status).toBe(1);
  expect(report.out).toMatch(/➖ `shop\.partner\.example` removed[\s\S]*\*\*target-claimable\*\*/);
});

test('a removed host of a declared zone: the removal deletes its record too', async () => {
  writeOutputs();
  fixture.commit();
  fixture.write(
    name,
    confirmed(
      productionFile.replace('    domains:\n      - old.petstore.example\n', ''),
      'old.petstore.example',
    ),
  );
  await fixture.serve(internet(['old.petstore.example CNAME d1.cloudfront.net']));
  const { status, out } = await fixture.run('check', '--base', 'base', '--format', 'json');
  const removed: { host: string; findings: unknown[] }[] = JSON.parse(out).removed;
  expect(removed.find(({ host }) => host === 'old.petstore.example')?.findings).toEqual([]);
  expect(status).toBe(0);
});

test('where a removed host leads could not be read: exit status 3', async () => {
  fixture.commit();
  fixture.write(name, confirmed(productionFile));
  await fixture.serve(internet([]), ({ name: queried }) => (queried === shop ? [] : undefined));
  const { status, out } = await fixture.run('check', '--base', 'base');
  expect(status).toBe(3);
  expect(out).toContain('target-unreadable');
});

test('remove says what its owner has to remove first', async () => {
  writeOutputs();
  await fixture.serve(internet([], [`${shop} CNAME d1.cloudfront.net`]));
  const { status, out } = await fixture.run(
    'remove',
    shop,
    '--stack',
    'production',
    '--outputs',
    'outputs.json',
  );
  expect(status).toBe(0);
  expect(fixture.read(name)).not.toContain(`      - ${shop}\n    `);
  expect(out).toMatch(/target-missing[\s\S]*have its owner remove the record before the removal is deployed/);
});

test('remove on the local stack, which deploys at once: what its owner has left to do, each record once', async () => {
  const [routing, validation] = [shop, `_v.${shop}`].map((record) => ({
    ...{ purpose: record === shop ? 'routing' : 'validation', name: record, type: 'CNAME' },
    ...{ value: record === shop ? 'd1.cloudfront.net' : '_x.acm-validations.aws', ttl: 3600 },
  }));
  const host = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [validation, routing] };
  fixture.writeLocal('outputs.json', JSON.stringify({ hosts: { [shop]: host } }));
  fixture.write('Pulumi.local.yaml', fixture.read(name));
  await fixture.serve(internet([], [`${shop} 300 CNAME d1.cloudfront.net`]));
  const { status, out } = await fixture.run('remove', shop, '--stack', 'local');
  expect({ status, records: out.match(/remove {2}\S+/g) }).toEqual({
    status: 0,
    records: [`remove  ${shop}.`],
  });
  expect(out).toContain('its owner deletes its records too');
  expect(out).not.toMatch(/target-missing|before the removal/);
  fixture.write('Pulumi.local.yaml', fixture.read(name));
  await fixture.serve(internet([]));
  expect((await fixture.run('remove', shop, '--stack', 'local')).out).not.toMatch(/owner|remove {2}/);
});

test('remove on the local stack while nothing serves it: every record that its owner was given', async () => {
  const record = (name: string, value: string) => ({ name, type: 'CNAME', value, ttl: 3600 });
  const records = [
    { purpose: 'validation', ...record(`_v.${shop}`, '_x.acm-validations.aws') },
    { purpose: 'routing', ...record(shop, 'd1.cloudfront.net') },
  ];
  const host = { site: 'docs', role: 'domain', certificate: 'ISSUED', records };
  fixture.writeLocal('outputs.json', JSON.stringify({ hosts: { [shop]: host } }));
  fixture.write('Pulumi.local.yaml', fixture.read(name));
  const { status, out, err } = await fixture.run('remove', shop, '--stack', 'local');
  expect([status, err]).toEqual([0, '']);
  expect(out.match(/remove {2}\S+/g)).toEqual([`remove  _v.${shop}.`, `remove  ${shop}.`]);
  expect(out).toContain('The DNS was not read');
});
