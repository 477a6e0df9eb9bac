// The pages in a real browser: nothing inaccessible at any width, in both schemes; live without a reload; by keyboard alone.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser, launchBrowser, openPage, seriousViolations } from '../../../infra/docs/browser.ts';
import { deployedAs, fixtureForEach, productionFile } from '../harness.ts';
import { type OpenPage, openDomains } from './harness.ts';

const executable = findBrowser();
if (executable === undefined)
  console.log('domains page in a browser: skipped, no Chromium or Chrome on this machine');

const WAIT = { timeout: 15_000 };
const OLD = 'old.petstore.example';
const WWW = 'www.petstore.example';
const REDIRECT = `    redirects:
      - { from: ${WWW}, to: petstore.example, status: 301 }
`;
const STAGING = productionFile.replaceAll('petstore.example', 'staging.petstore.example');
/** The two schemes differ in nothing but colours. */
const RULES = { light: {}, dark: { runOnly: ['color-contrast'] } };
const LOOKS = [
  { width: 360, colorScheme: 'light', reducedMotion: 'no-preference' },
  { width: 360, colorScheme: 'dark', reducedMotion: 'reduce' },
  { width: 1600, colorScheme: 'light', reducedMotion: 'reduce' },
  { width: 1600, colorScheme: 'dark', reducedMotion: 'no-preference' },
] as const;

describe.skipIf(executable === undefined)('in a browser', () => {
  let browser: Browser;
  const files = { 'Pulumi.production.yaml': productionFile + REDIRECT, 'Pulumi.staging.yaml': STAGING };
  const fixture = fixtureForEach(files);
  let domains: OpenPage;
  beforeAll(async () => {
    browser = await launchBrowser(executable ?? '');
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const records = ['*.petstore.example MX 10 mail.petstore.example', `${OLD} 600 A 192.0.2.1`];
    const { resolver } = await fixture.serve({
      'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records },
    });
    deploy({});
    domains = await openDomains(fixture.folder, { resolver, timeout: 0.15, outputs: 'outputs.json' });
  });
  afterEach(() => domains.close());
  const deploy = (hosts: object) => fixture.write('outputs.json', JSON.stringify({ hosts }));

  async function visit(look: (typeof LOOKS)[number] = LOOKS[2]) {
    const { width, ...scheme } = look;
    const watched = await openPage(browser, { viewport: { width, height: 900 }, ...scheme });
    watched.page.setDefaultTimeout(WAIT.timeout);
    onTestFinished(() => watched.page.context().close());
    await watched.page.goto(domains.url.href);
    await watched.page.locator(`[data-host="${OLD}"][data-state="blocked"]`).waitFor();
    return watched;
  }

  const path = `/stacks/production/hosts/${OLD}`;
  const PATHS = [
    ...['/', '/redirects', path, `${path}/remove`, '/nowhere'],
    '/add?kind=redirect&host=a_b.petstore.example&to=petstore.example',
    `/stacks/production/hosts/${WWW}`,
    `/stacks/production/hosts/${WWW}/primary`,
    '/stacks/production/pull-request?verb=add&host=new.petstore.example',
    '/add?stack=production&host=new.petstore.example',
  ];

  test.each(LOOKS)('$width pixels, $colorScheme: accessible, nothing to scroll sideways', async (look) => {
    const { page, complaints, origins } = await visit(look);
    deploy({ [WWW]: deployedAs('docs', 'redirect', WWW, 'ISSUED', 'd1.cloudfront.example') });
    for (const one of PATHS) {
      await page.goto(`${domains.url.origin}${one}`);
      if (one.startsWith('/add?')) await page.locator('#preview h2').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), one).toBe(look.width);
      expect(await seriousViolations(page, RULES[look.colorScheme]), one).toEqual([]);
    }
    expect(complaints).toEqual([expect.stringContaining('status of 404')]);
    expect([...origins]).toEqual([domains.url.origin]);
  });

  test('a change is shown without a reload, and the focus stays where it is; a hidden page asks for nothing', async () => {
    const { page } = await visit();
    const hide = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await page.evaluate('window.isTheSame = true');
    await page.getByRole('link', { name: 'www.petstore.example' }).first().focus();
    await hide(true);
    let requests = 0;
    page.on('request', () => void requests++);
    fixture.write('Pulumi.staging.yaml', STAGING.replace('plan: pro', 'plan: gold'));
    await page.waitForTimeout(2_500);
    expect(requests).toBeLessThanOrEqual(1);
    await hide(false);
    await page.getByText('Pulumi.staging.yaml has 1 problem').waitFor();
    fixture.write('Pulumi.staging.yaml', STAGING.replace(/ {4}domains:\n.*\n/, ''));
    await expect.poll(() => page.locator('[data-host]').count(), WAIT).toBe(6);
    expect(await page.evaluate('window.isTheSame')).toBe(true);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('www.petstore.example');
  });

  test('by keyboard alone: skip link, a host, its removal with the acknowledgement', async () => {
    deploy({ [OLD]: deployedAs('docs', 'domain', OLD, 'ISSUED', 'd1.cloudfront.example') });
    const { page } = await visit();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    const tabTo = async (text: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent || document.activeElement.id')) === text)
          return;
      }
      throw new Error(`${text} is not reached with Tab`);
    };
    await tabTo(OLD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
    await tabTo('Remove');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}/remove`);
    await tabTo('confirm');
    await page.keyboard.type(OLD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Written to Pulumi.production.yaml' }).waitFor();
    expect(fixture.read('Pulumi.production.yaml')).toMatch(/removals:\n {4}- old\.petstore\.example\n/);
  });

  test('the outcome for a typed name and the copy of a record are announced; an outcome of before cannot be written', async () => {
    const { page } = await visit();
    const news = () => page.locator('#news').textContent();
    await page.goto(`${domains.url.origin}/add`);
    const name = page.getByLabel('Host name');
    await name.fill('new.petstore.example');
    const write = page.locator('#preview:not([inert])').getByRole('button', { name: 'Write it to' });
    await write.waitFor();
    await name.fill('a_b.petstore.example');
    expect(await write.count()).toBe(0);
    await expect.poll(news, WAIT).toBe('It cannot be written');
    await name.fill('newer.petstore.example');
    await write.waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${domains.url.origin}${path}`);
    const button = page.getByRole('button', { name: 'Copy the record to remove' });
    await button.click();
    await expect.poll(news, WAIT).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${OLD}.  600  IN  A  192.0.2.1`);
    await expect.poll(() => button.textContent(), WAIT).toBe('Copy');
  });

  test('a mistake in the file of the stack is shown in place of a host, until it is put right', async () => {
    const { page } = await visit();
    await page.goto(`${domains.url.origin}${path}`);
    const file = 'Pulumi.production.yaml';
    const right = fixture.read(file);
    fixture.write(file, right.replace('config:', 'config: {'));
    await page.getByRole('alert').getByText(file).first().waitFor();
    fixture.write(file, right);
    await page.getByRole('heading', { level: 1, name: OLD }).waitFor();
  });

  test('when the command ends, the page says so above the states', async () => {
    const { page, complaints } = await visit();
    await domains.close();
    await page.getByRole('alert').getByText('Not connected').waitFor();
    expect(complaints.filter((one) => !one.includes('ERR_'))).toEqual([]);
  });
});
