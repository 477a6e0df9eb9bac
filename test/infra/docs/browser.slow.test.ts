// The deployed site in a real browser: no complaint, no foreign request, a console that works, nothing inaccessible.

import { isPreflight, preflightHeaders, responseHeaders } from '@petstore/local-cloud/apigatewayv2/cors';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { appOf, createWorld } from '../../service/harness.ts';
import { findBrowser, launchBrowser, openPage, seriousViolations } from './browser.ts';
import { docsFixture, siteProgram } from './harness.ts';

const API_HOST = 'api.petstore.localhost';
const executable = findBrowser();
if (executable === undefined)
  console.log('docs in a browser: skipped, no Chromium or Chrome on this machine');

const VIEWPORTS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** The two schemes differ in nothing but colours. */
const RULES = { light: {}, dark: { runOnly: ['color-contrast'] } };

describe.skipIf(executable === undefined)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(executable ?? '');
  });
  afterAll(() => browser.close());

  /** The site, deployed for the API at its host, and a page of it that is watched. */
  async function visit(path: string, { width, colorScheme }: (typeof VIEWPORTS)[number] = VIEWPORTS[2]) {
    const fixture = await docsFixture();
    const port = fixture.ingress.httpsPort;
    const { outputs } = await fixture.deploy(siteProgram(`https://${API_HOST}:${port}/v1`));
    const origin = `https://${outputs?.host}:${port}`;
    const watched = await openPage(browser, { viewport: { width, height: 900 }, colorScheme });
    onTestFinished(() => watched.page.context().close());
    await watched.page.goto(`${origin}${path}`);
    return { fixture, origin, ...watched };
  }

  test.each(VIEWPORTS)('$width pixels, $colorScheme: no accessibility violations', async (look) => {
    const { page, complaints, origins, origin } = await visit('/', look);
    for (const path of ['/', '/reference/', '/clients', '/nowhere']) {
      await page.goto(`${origin}${path}`);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(look.width);
      expect(await seriousViolations(page, RULES[look.colorScheme]), path).toEqual([]);
    }
    // The browser reports the page that is not there, as it should be.
    expect(complaints).toEqual([expect.stringContaining('status of 404')]);
    expect([...origins]).toEqual([origin]);
  });

  describe('the console', () => {
    /** Opens an operation's console with the API there, and CORS for this site alone. */
    async function openConsole(operation: string, allowed?: string) {
      const visited = await visit('/reference');
      const key = await attachApi(visited.fixture, allowed ?? visited.origin);
      const section = visited.page.locator(`#${operation}`);
      await section.getByText('Try it').click();
      return { ...visited, key, section };
    }

    test('a key gets a 200, and an int64 is returned exactly', async () => {
      const { section, key, page, complaints, origins, origin } = await openConsole('createPet');
      await section.getByLabel('API key').fill(key);
      await section
        .getByRole('textbox', { name: 'Body' })
        .fill('{"name":"Rex","categoryId":9223372036854775807}');
      await section.getByRole('button', { name: 'Send POST' }).click();
      await expect.poll(() => section.getByRole('status').textContent()).toMatch(/^201 in \d+ ms/);
      expect(await section.locator('.response-body').textContent()).toContain(
        '"categoryId": 9223372036854775807',
      );
      expect(await section.locator('.headers').textContent()).toMatch(/x-request-id: .+\nlocation: https:/);
      const curl = (await section.locator('.curl').textContent()) ?? '';
      expect(curl).toMatch(/^echo "Authorization: Bearer \$PETSTORE_KEY" \| curl -H @- -X POST '/);
      expect(curl).toContain(`-d '{"name":"Rex","categoryId":9223372036854775807}'`);
      expect(curl).not.toContain(key);

      const list = page.locator('#listPets');
      await list.getByText('Try it').click();
      expect(await list.getByLabel('API key').inputValue()).toBe(key);
      await list.getByLabel('limit').fill('5');
      await list.getByLabel('status').selectOption('available');
      await list.getByRole('button', { name: 'Send GET' }).click();
      await expect.poll(() => list.getByRole('status').textContent()).toMatch(/^200/);
      expect(await list.locator('.response-body').textContent()).toContain('"name": "Rex"');
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([origin, expect.stringContaining(API_HOST)]);
    });

    test('a long response scrolls in its own place', async () => {
      const { section, page } = await openConsole('getContract');
      await section.getByRole('button', { name: 'Send GET' }).click();
      const body = section.locator('.response-body');
      expect(((await body.textContent()) ?? '').length).toBeGreaterThan(10_000);
      expect((await body.boundingBox())?.height).toBeLessThan(900);
      await body.focus();
      await page.keyboard.press('End');
      const scrolled = () => page.evaluate("document.querySelector('.response-body').scrollTop");
      await expect.poll(scrolled).toBeGreaterThan(900);
    });

    test('a wrong key shows the Error, and without CORS for the page it shows the reason', async () => {
      const { section: get } = await openConsole('getPet');
      await get.getByLabel('API key').fill('pets_test_wrong');
      await get.getByLabel('petId').fill('5');
      await get.getByRole('button', { name: 'Send GET' }).click();
      await expect.poll(() => get.getByRole('status').textContent()).toMatch(/^401/);
      expect(await get.locator('.response-body').textContent()).toContain('unauthorized');

      const { section, key } = await openConsole('listPets', 'https://another.example');
      await section.getByLabel('API key').fill(key);
      await section.getByRole('button', { name: 'Send GET' }).click();
      await expect.poll(() => section.getByRole('status').textContent()).toContain('could not be reached');
    });
  });

  test('with a keyboard alone: skip link, language of a sample, console', async () => {
    const { page } = await visit('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.locator('.samples input').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.sample:visible code').textContent()).toContain('await fetch(');
    await page.locator('.console summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('listPets-key');
  });
});

type Fixture = Awaited<ReturnType<typeof docsFixture>>;

/** The service behind the cloud's front at its host, with the gateway's CORS, which allows that origin, before it; gives a good key. */
async function attachApi({ ingress, certificates, names }: Fixture, origin: string): Promise<string> {
  const cors = {
    ...{ allowOrigins: [origin], allowMethods: ['GET', 'POST'] },
    ...{ allowHeaders: ['authorization', 'content-type'], exposeHeaders: ['x-request-id', 'location'] },
  };
  const service = await createWorld();
  onTestFinished(() => service.stop());
  const app = appOf(service);
  names.publish(API_HOST);
  ingress.attach(API_HOST, {
    certificate: () => certificates.platform(API_HOST),
    https(request, response) {
      if (isPreflight(request.method ?? '', request.headers)) {
        response.writeHead(204, preflightHeaders(cors, request.headers)).end();
        return;
      }
      for (const [name, value] of Object.entries(responseHeaders(cors, request.headers.origin)))
        response.setHeader(name, value);
      app(request, response);
    },
  });
  return service.key;
}
