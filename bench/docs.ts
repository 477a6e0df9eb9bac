// The documentation site at the local CDN: the bytes on the wire and the first paint of a first view.
import { Agent, get } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { findBrowser, launchBrowser } from '../test/infra/docs/browser.ts';
import { type DeployedSite, deployDocs } from './docs/deploy.ts';
import type { BenchResult, BenchRow } from './result.ts';

const RUNS = 5;
const GOALS = { kilobytes: 500, milliseconds: 1000 };
/** What Swagger UI 5.35 loads before it shows anything: its script and styles, Brotli at the CDN's quality. */
const SWAGGER_UI_KB = 419;
const PAGES = { guide: '/', reference: '/reference' };

export async function run(): Promise<BenchResult> {
  const site = await deployDocs();
  const executable = findBrowser();
  const browser = executable === undefined ? undefined : await launchBrowser(executable);
  try {
    const rows: BenchRow[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      rows.push(bytesRow(name, await firstViewBytes(site, path)));
      rows.push(timeRow(name, browser && (await median(() => millisecondsToReadable(browser, site, path)))));
    }
    return { name: 'docs', rows };
  } finally {
    await browser?.close();
    await site.close();
  }
}

function bytesRow(name: string, bytes: number): BenchRow {
  const kilobytes = bytes / 1000;
  return {
    what: `${name}: first view over the wire, TLS and headers included`,
    ours: `${kilobytes.toFixed(1)} KB`,
    peer: `${SWAGGER_UI_KB} KB (Swagger UI, bodies alone)`,
    ratio: kilobytes / SWAGGER_UI_KB,
    goal: `under ${GOALS.kilobytes} KB`,
    met: kilobytes < GOALS.kilobytes,
  };
}

function timeRow(name: string, milliseconds: number | undefined): BenchRow {
  const known = milliseconds !== undefined;
  return {
    what: `${name}: readable in Chromium at 390 pixels, nothing cached`,
    ours: known ? `${milliseconds.toFixed(0)} ms` : '-',
    peer: '-',
    ratio: null,
    goal: `under ${GOALS.milliseconds} ms`,
    met: known ? milliseconds < GOALS.milliseconds : null,
    note: known ? `median of ${RUNS}` : 'not measured: no Chromium or Chrome on this machine',
  };
}

/** All received bytes of the page and of everything that it loads, on one new connection. */
async function firstViewBytes({ host, port, authority }: DeployedSite, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: authority });
  let socket: Socket | undefined;
  const ask = (target: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host, 'accept-encoding': 'br' };
      const options = { agent, host: '127.0.0.1', port, servername: host, path: target, headers };
      get(options, (response) => {
        socket = response.socket;
        const compressed = response.headers['content-encoding'] === 'br';
        text(compressed ? response.pipe(createBrotliDecompress()) : response).then(resolve, reject);
      }).once('error', reject);
    });
  const page = await ask(path);
  const loaded = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => String(url));
  for (const url of new Set(loaded)) await ask(url);
  const bytes = socket?.bytesRead ?? 0;
  agent.destroy();
  return bytes;
}

/** From the navigation to the first paint with the page's heading; the text is in the page itself. */
async function millisecondsToReadable(
  browser: Browser,
  { host, port }: DeployedSite,
  path: string,
): Promise<number> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await context.newPage();
    await page.goto(`https://${host}:${port}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return await page.evaluate<number>(
      `new Promise((resolve) => new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries())
          if (name === 'first-contentful-paint') resolve(startTime);
      }).observe({ type: 'paint', buffered: true }))`,
    );
  } finally {
    await context.close();
  }
}

async function median(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let left = RUNS; left > 0; left--) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
}
