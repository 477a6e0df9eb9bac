// The domains page of a fresh `npm run local`, in a real browser and through the page alone: a host is added, found to
// be blocked, verified and seen live.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, launchBrowser, openPage, type Watched } from '../../infra/docs/browser.ts';
import { copyProject, type LocalRun, removeProject, startLocal } from './support.ts';

const WAIT = { timeout: 20_000 };
const executable = findBrowser();
if (executable === undefined)
  console.log('the domains page of npm run local: skipped, no Chromium or Chrome on this machine');

describe.skipIf(executable === undefined)('the domains page of npm run local', () => {
  let folder: string;
  let run: LocalRun;
  let browser: Browser;
  let watched: Watched;
  beforeAll(async () => {
    folder = copyProject();
    [run, browser] = await Promise.all([startLocal(folder), launchBrowser(executable ?? '')]);
    watched = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    watched.page.setDefaultTimeout(15_000);
    await watched.page.goto(run.ready().dashboardUrl);
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await run?.stop();
    removeProject(folder);
  });

  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const state = (name: string) => watched.page.locator(`[data-host="${name}"]`).getAttribute('data-state');
  /** No reload: the page follows by itself. */
  const seen = (name: string, wanted: string) =>
    expect.poll(() => state(name), { ...WAIT, message: `${name} ${wanted}` }).toBe(wanted);

  const preview = () => watched.page.locator('#preview');
  const write = () => watched.page.getByRole('button', { name: 'Write it to Pulumi.local.yaml' }).click();

  test('shows every host live; the token is no longer in the address', async () => {
    const { page } = watched;
    expect(page.url()).toBe(`${new URL(run.ready().dashboardUrl).origin}/`);
    await seen('www.petstore.localhost', 'live');
    expect(await page.locator('.host').count()).toBe(5);
  });

  test('a host with an A record in its way: the line and the finding, before it is written; Verify after its removal; live', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Add domain' }).first().click();
    await page.getByLabel('Host name').fill('taken.petstore.localhost');
    await preview().getByText('conflicting-record').waitFor();
    expect(await preview().textContent()).toContain('taken.petstore.localhost.  300  IN  A  192.0.2.1');
    expect(await preview().locator('.line.added').last().textContent()).toContain('taken.petstore.localhost');
    expect(text('Pulumi.local.yaml')).not.toContain('taken');
    await write();
    await seen('taken.petstore.localhost', 'blocked');
    expect(text('Pulumi.local.yaml')).toMatch(/^ +domains:\n +- taken\.petstore\.localhost/m);
    expect(await page.locator('#to-fix + .findings').textContent()).toContain('192.0.2.1');
    const internet = 'cli/local/internet.zone';
    writeFileSync(join(folder, internet), text(internet).replace(/^taken\..*\n/m, ''));
    await page.getByRole('button', { name: 'Verify' }).click();
    await seen('taken.petstore.localhost', 'live');
  });

  test('nothing was loaded from elsewhere, and the browser complained of nothing', () => {
    expect([...watched.origins]).toEqual([new URL(run.ready().dashboardUrl).origin]);
    expect(watched.complaints).toEqual([]);
  });
});
