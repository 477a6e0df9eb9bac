// The zone file of the local internet was refused, so that DNS is that from before the mistake: whoever reads it says so.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources } from '../../../cli/deployed-sources.ts';
import { type DomainsFixture, openFixture, productionFile, runMain } from './harness.ts';
import { openDomains } from './open/harness.ts';

const FILE = 'Pulumi.local.yaml';
const SHOP = 'shop.partner.example';
const PROBLEM = {
  code: 'bad-zone-line',
  path: 'internet.zone:12',
  what: 'CNAME at a.example. cannot stand beside the A of line 9',
  fix: 'keep one of the two lines',
};

let fixture: DomainsFixture;
let dnsServer: string;
beforeEach(async () => {
  fixture = openFixture();
  const zones = { 'petstore.example': { on: ['127.0.0.21'] }, 'partner.example': { on: ['127.0.0.22'] } };
  dnsServer = (await fixture.serve(zones)).resolver;
  fixture.write(FILE, productionFile.replace('old.petstore.example', SHOP));
  fixture.write('internet.zone', '');
  fixture.write('ca.pem', '');
  fixture.writeLocal('outputs.json', '{"hosts":{}}');
  ready([PROBLEM]);
});
afterEach(() => fixture.close());

function ready(refusedInternet?: readonly object[]): void {
  const internetFile = join(fixture.folder, 'internet.zone');
  const sources = hashSources({ stackFile: join(fixture.folder, FILE), internetFile });
  const deployment = { isRunning: false, ...sources, refusedInternet };
  const caFile = join(fixture.folder, 'ca.pem');
  const cloud = { hosts: {}, caFile, dnsServer, internetFile, deployment, pid: process.pid };
  fixture.writeLocal('ready.json', JSON.stringify(cloud));
}

const WHERE = `✗ internet.zone has 1 problem, so npm run local did not read it: the DNS shown here is that from before.

  internet.zone:12  CNAME at a.example. cannot stand beside the A of line 9
                    keep one of the two lines
`;
const ran = (...args: string[]) => fixture.run(...args, '--stack', 'local');

test.each(['check', 'status'])('%s says so in front of all else, and is not certain', async (command) => {
  const stale = await ran(command);
  expect(stale.status).toBe(3);
  expect(stale.out.startsWith(WHERE)).toBe(true);
  expect(stale.out).toContain('api.petstore.example');
  expect(stale.out).not.toContain('are ready');
  ready();
  const repaired = await ran(command);
  expect(repaired).toMatchObject({ status: 0, out: expect.not.stringContaining('internet.zone') });
});

test('by DNS from before, no host is known to be blocked either', async () => {
  const records = ['api.petstore.example A 192.0.2.1'];
  dnsServer = (await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'], records } })).resolver;
  ready([PROBLEM]);
  expect((await ran('check')).status).toBe(3);
  expect((await ran('status')).status).toBe(3);
});

test.each(['check', 'status'])('%s as JSON has it too', async (command) => {
  const { status, out } = await ran(command, '--format', 'json');
  expect(status).toBe(3);
  expect(JSON.parse(out).staleDns).toEqual({ file: 'internet.zone', problems: [PROBLEM] });
  ready();
  expect(JSON.parse((await ran(command, '--format', 'json')).out)).not.toHaveProperty('staleDns');
});

test('check as Markdown has it in front of the hosts', async () => {
  const { status, out } = await ran('check', '--format', 'markdown');
  expect(status).toBe(3);
  const [, , second] = out.split('\n');
  expect(second).toMatch(/^> internet\.zone has 1 problem.*internet\.zone:12 CNAME/);
});

test('of several problems, text has each, and Markdown the number and the first; the file is named from here', async () => {
  const second = { ...PROBLEM, path: 'internet.zone:20', what: 'a second one' };
  ready([PROBLEM, second]);
  const here = join(fixture.folder, 'below');
  mkdirSync(here);
  const args = (...more: string[]) => [
    ...['check', '--stack', 'local', '--dir', '..', '--resolver', dnsServer, ...more],
  ];
  const text = (await runMain(args(), here)).out;
  expect(text).toMatch(/^✗ \.\.\/internet\.zone has 2 problems, so npm run local did not read it/);
  expect(
    text
      .split('\n\n')[1]
      ?.split('\n')
      .map((line) => line.trim().split('  ')[0]),
  ).toEqual([
    'internet.zone:12',
    'keep one of the two lines',
    'internet.zone:20',
    'keep one of the two lines',
  ]);
  const { out } = await runMain(args('--format', 'markdown'), here);
  expect(out).toMatch(/^> \.\.\/internet\.zone has 2 problems, .*: internet\.zone:12 CNAME/m);
  expect(out).not.toContain('a second one');
});

test.each([
  ['verify', SHOP],
  ['move', 'api.petstore.example'],
])('%s decides nothing by it', async (...args) => {
  const { status, out, err } = await ran(...args);
  expect({ status, out }).toEqual({ status: 3, out: '' });
  expect(err).toContain('did not read it: its DNS is that from before.');
  expect(err).toContain('internet.zone:12');
});

test('another stack has other DNS', async () => {
  fixture.write('Pulumi.production.yaml', productionFile);
  const { status, out } = await fixture.run('check', '--stack', 'production');
  expect({ status, isStale: out.includes('internet.zone') }).toEqual({ status: 0, isStale: false });
});

test('the domains page has it, and its Verify changes nothing', async () => {
  const page = await openDomains(fixture.folder);
  try {
    const shown = async (path: string) => (await page.send(path)).body;
    await expect.poll(() => shown('/'), { timeout: 10_000 }).toContain('internet.zone:12');
    const path = `/stacks/local/hosts/${SHOP}`;
    expect(await page.send(`${path}/verify`, { form: {} })).toMatchObject({ status: 303 });
    expect(await shown(path)).toContain('its DNS is that from before');
    ready();
    await expect.poll(() => shown('/'), { timeout: 10_000 }).not.toContain('internet.zone:12');
  } finally {
    await page.close();
  }
});
