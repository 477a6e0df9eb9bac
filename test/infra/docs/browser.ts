// A real browser where the machine has one: Chromium or Chrome, driven by playwright-core.
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Result } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
];
/** Besides those that playwright gives. */
const FLAGS = ['--disable-gpu', '--disable-quic', '--disable-sync'];

/** Path of the browser; undefined where there is none. */
export function findBrowser(): string | undefined {
  const names = [...NAMES, 'Google Chrome', 'Chromium'];
  return FOLDERS.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

export type Watched = Awaited<ReturnType<typeof openPage>>;

/** A page in a context of its own that trusts the local authority. */
export async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  const page = await context.newPage();
  /** Console errors and warnings, uncaught exceptions, failed requests. */
  const complaints: string[] = [];
  /** Those that the page asked. */
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Going on to another page ends what the one before was still loading.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()} ${reason}`);
  });
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return { page, complaints, origins };
}

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe-core finds, by rule. By way of the debugger: the page's own policy takes no script from elsewhere. */
export async function seriousViolations(page: Page, rules: object): Promise<unknown[]> {
  const options = { ...rules, resultTypes: ['violations'] };
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(${JSON.stringify(options)}).then(({ violations }) => JSON.stringify(violations))`,
    awaitPromise: true,
    returnByValue: true,
  });
  const violations = JSON.parse(result.value) as Result[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }));
}
