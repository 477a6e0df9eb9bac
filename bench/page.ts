// The domains page with 200 hosts on the loopback: the response of the server, and the page in Chromium where there is one.
import type { Internet } from '../packages/custom-domains/test/preflight/internet.ts';
import { openFixture } from '../test/cli/domains/harness.ts';
import { type OpenPage, openDomains } from '../test/cli/domains/open/harness.ts';
import { findBrowser, launchBrowser } from '../test/infra/docs/browser.ts';
import { alone, type BenchResult, type BenchRow, median, milliseconds } from './report.ts';

const HOSTS = 200;
const RUNS = 15;
const GOAL_MS = 300;

const names = Array.from({ length: HOSTS }, (_, index) => `h${index}.petstore.example`);

const stackFile = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:zones:
    petstore.example: { provider: route53 }
  petstore:docs:
    primary: petstore.example
    domains:
${names
  .slice(1)
  .map((name) => `      - ${name}\n`)
  .join('')}`;

/** Every fourth host is blocked, so that the page has something to say. */
const internet: Internet = {
  'petstore.example': {
    on: ['127.0.0.41'],
    records: names.flatMap((name, index) => (index % 4 === 0 ? [`${name} A 192.0.2.9`] : [])),
  },
};

export async function run(): Promise<BenchResult> {
  const fixture = openFixture();
  fixture.write('Pulumi.production.yaml', stackFile);
  fixture.write('outputs.json', JSON.stringify({ hosts: {} }));
  const dns = await fixture.serve(internet);
  const options = { resolver: dns.resolver, outputs: 'outputs.json', stack: 'production' };
  const page = await openDomains(fixture.folder, options);
  try {
    await page.send('/stacks/production/hosts/petstore.example/verify', { form: {} });
    return { name: 'page', rows: [await responses(page), ...(await inChromium(page))] };
  } finally {
    await page.close();
    await fixture.close();
  }
}

async function responses(page: OpenPage): Promise<BenchRow> {
  const times: number[] = [];
  let bytes = 0;
  for (let left = RUNS; left > 0; left--) {
    const started = performance.now();
    bytes = (await page.send('/')).body.length;
    times.push(performance.now() - started);
  }
  return row('response, first to last byte', median(times), `${(bytes / 1000).toFixed(0)} kB`);
}

/** From the request to the load event, with style and scripts. */
async function inChromium({ url }: OpenPage): Promise<BenchRow[]> {
  const executable = findBrowser();
  if (executable === undefined) return [];
  const browser = await launchBrowser(executable);
  try {
    const page = await browser.newPage();
    const times: number[] = [];
    for (let left = RUNS; left > 0; left--) {
      await page.goto(left === RUNS ? url.href : `${url.origin}/`);
      times.push(Number(await page.evaluate("performance.getEntriesByType('navigation')[0].duration")));
    }
    return [row('loaded in Chromium', median(times))];
  } finally {
    await browser.close();
  }
}

const row = (what: string, ms: number, note?: string): BenchRow =>
  alone(
    `the domains page with ${HOSTS} hosts: ${what}`,
    { value: ms, text: milliseconds(ms), note },
    { text: `at most ${GOAL_MS} ms`, most: GOAL_MS },
  );
