// `domains open`: the command itself, and the page that it writes for the owner of an external host.
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser, launchBrowser, openPage, seriousViolations } from '../../../infra/docs/browser.ts';
import { type DomainsFixture, openFixture, productionFile } from '../harness.ts';
import { cname } from '../preview.ts';
import { texts } from './harness.ts';

const SHOP = 'shop.partner.example';
const FILE = `${productionFile}      - ${SHOP}\n      - late.partner.example\n`;
const OUTPUTS = {
  hosts: {
    [SHOP]: {
      ...{ site: 'docs', role: 'domain', url: `https://${SHOP}`, certificate: 'PENDING_VALIDATION' },
      records: [
        cname('validation', `_v.${SHOP}`, '_x.acm-validations.aws'),
        cname('routing', SHOP, 'd1.cloudfront.example'),
      ],
    },
  },
};
const ARGS = ['--stack', 'production', '--outputs', 'outputs.json', '--export', 'pages'];

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', FILE);
  fixture.write('outputs.json', JSON.stringify(OUTPUTS));
});
afterEach(() => fixture.close());

const serve = (nameServers: readonly string[]) =>
  fixture.serve({
    'partner.example': { on: ['127.0.0.24'], nameServers, records: [`${SHOP} 600 A 192.0.2.1`] },
    [nameServers[0]?.split('.').slice(1).join('.') ?? '']: {
      on: ['127.0.0.20'],
      records: [`${nameServers[0]} A 127.0.0.24`],
    },
  });

async function exported(): Promise<string> {
  const { status, out, err } = await fixture.run('open', SHOP, ...ARGS);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toBe(`${join(fixture.folder, 'pages', `${SHOP}.html`)}\n`);
  return readFileSync(join(fixture.folder, 'pages', `${SHOP}.html`), 'utf8');
}

test('of a project in another folder, below the one of the command', async () => {
  await serve(['ns1.example']);
  mkdirSync(join(fixture.folder, 'other'));
  for (const name of ['Pulumi.production.yaml', 'outputs.json'])
    renameSync(join(fixture.folder, name), join(fixture.folder, 'other', name));
  const { status, out, err } = await fixture.run('open', SHOP, ...ARGS, '--dir', 'other');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toBe(`${join(fixture.folder, 'pages', `${SHOP}.html`)}\n`);
});

test('a folder that nothing can be created in, as /proc on Linux: a line, and status 2', async () => {
  await serve(['ns1.example']);
  const parent = existsSync('/proc/self') ? '/proc' : '/dev/null';
  const { status, err } = await fixture.run('open', SHOP, ...ARGS.slice(0, -1), `${parent}/petstore-pages/x`);
  expect([status, err.trim().split('\n').length]).toEqual([2, 2]);
  expect(err).toMatch(/petstore-pages cannot be (created|written): .*\n.*name another folder with --export/);
});

test('a folder that cannot be: what is in its place, and status 2', async () => {
  await serve(['ns1.example']);
  fixture.write('pages', 'a file');
  const { status, out, err } = await fixture.run('open', SHOP, ...ARGS);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toBe(
    `✗ ${join(fixture.folder, 'pages')} cannot be written: it is a file.\n  name another folder with --export\n`,
  );
});

describe('the page for an owner', () => {
  test('what to set, at which DNS host, and what is still wrong', async () => {
    await serve(['ns01.domaincontrol.com']);
    const page = await exported();
    expect(texts(page, /<code class="copied">(.*?)<\/code>/g)).toEqual([
      ...['_v.shop', `_v.${SHOP}`, '_x.acm-validations.aws'],
      ...['shop', SHOP, 'd1.cloudfront.example'],
      ...[`${SHOP}.  600  IN  A  192.0.2.1`, `${SHOP}.  3600  IN  CNAME  d1.cloudfront.example.`],
    ]);
    expect(page).toContain(
      'the zone partner.example is at <strong>GoDaddy</strong>. Its form: Domain Portfolio',
    );
    expect(page).toContain('A 192.0.2.1');
    expect(page).not.toContain('petstore.example');
    expect(page).not.toMatch(/<script|href=|src=/);
  });

  test('where DNS is silent, the zone is what a registrar sells of the name', async () => {
    await serve(['ns1.somewhere.test']);
    await fixture.run('open', SHOP, ...ARGS, '--resolver', '127.0.0.250:9', '--timeout', '0.05');
    const page = readFileSync(join(fixture.folder, 'pages', `${SHOP}.html`), 'utf8');
    expect(page).toContain('<p>Set them where the zone partner.example is served.</p>');
    expect(page).toContain('<code class="copied">_v.shop</code> or in full');
    expect(page).toContain('<p>No name server responded about this name.</p>');
  });

  test('name servers that nobody knows are named', async () => {
    await serve(['ns1.somewhere.test']);
    expect(await exported()).toContain('its name servers are <code>ns1.somewhere.test</code>');
  });

  test('it is a file that a browser shows with its style, and without a complaint', async (context) => {
    const executable = findBrowser();
    if (executable === undefined) return context.skip('no Chromium or Chrome on this machine');
    await serve(['ns01.domaincontrol.com']);
    await exported();
    const browser = await launchBrowser(executable);
    onTestFinished(() => browser.close());
    const { page, complaints } = await openPage(browser, { viewport: { width: 360, height: 800 } });
    await page.goto(`file://${join(fixture.folder, 'pages', `${SHOP}.html`)}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const radius = "getComputedStyle(document.querySelector('.record-set')).borderRadius";
    expect(await page.evaluate(radius)).toBe('8px');
    expect(await seriousViolations(page, {})).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each([
    [['late.partner.example', ...ARGS], 'late.partner.example is not deployed yet'],
    [['petstore.example', ...ARGS], 'name an external host'],
    [['nowhere.example', ...ARGS], 'is not declared'],
    [[SHOP], 'leave the host out, or add --export DIR'],
    [['--outputs', 'outputs.json'], 'name it with --stack'],
    [['--port', 'x'], 'A port is a whole number'],
    [['--stack', 'nosuch'], 'stacks here: production'],
  ])('refused: %j', async (args, why) => {
    await serve(['ns01.domaincontrol.com']);
    const { status, err } = await fixture.run('open', ...args);
    expect(status).toBe(2);
    expect(err).toContain(why);
  });
});
