// `npm run picture`: the README's picture of the domains page, from the real page of a fresh `npm run local`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject, removeProject, startLocal } from '../cli/local/support.ts';
import { findBrowser, launchBrowser, openPage } from '../infra/docs/browser.ts';

const PICTURE = join(import.meta.dirname, '../../docs/domains-page.webp');
/** A README is not for large files. */
const MAX_BYTES = 60_000;
const VIEWPORT = { width: 960, height: 640 };
/** One that is blocked, which is shown first, and one that goes live. */
const ADDED = ['taken.petstore.localhost', 'shop.petstore.localhost'];

const executable = findBrowser();
if (executable === undefined) throw new Error('there is no Chromium or Chrome on this machine');

const folder = copyProject();
const file = join(folder, 'Pulumi.local.yaml');
const last = '      - api.pets.localhost\n';
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(last, `${last}${ADDED.map((host) => `      - ${host}\n`).join('')}`),
);
const run = await startLocal(folder);
const browser = await launchBrowser(executable);
try {
  const { page } = await openPage(browser, { viewport: VIEWPORT, deviceScaleFactor: 1.5 });
  await page.goto(run.ready().dashboardUrl);
  await page.locator('[data-host="shop.petstore.localhost"][data-state="live"]').waitFor();
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  const picture = Buffer.from(data, 'base64');
  if (picture.length > MAX_BYTES) throw new Error(`the picture has ${picture.length} bytes`);
  writeFileSync(PICTURE, picture);
} finally {
  await browser.close();
  await run.stop();
  removeProject(folder);
}
