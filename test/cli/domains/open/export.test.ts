// `domains open --export`: the page for the owner of an external host, and what prevents that it is written.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fixture } from '../harness.ts';
import { EXPORTED, openExport, startCommand, texts } from './harness.ts';

let fixture: Fixture;
beforeEach(() => {
  fixture = openExport();
});
afterEach(() => fixture.close());

const FOLDER = 'pages';
const ARGS = ['--stack', 'production', '--outputs', 'outputs.json', '--export'];

/** The zone is served at these name servers. */
async function serve(server: string): Promise<string> {
  const { resolver } = await fixture.serve({
    'partner.example': {
      ...{ on: ['127.0.0.24'], nameServers: [server] },
      records: [`${EXPORTED} 600 A 192.0.2.1`],
    },
    [server.split('.').slice(1).join('.')]: { on: ['127.0.0.20'], records: [`${server} A 127.0.0.24`] },
  });
  return resolver;
}

async function run(resolver: string, ...args: string[]): Promise<{ status: number; text: string }> {
  const options = ['--resolver', resolver, '--timeout', '0.15'];
  const { status, lines } = startCommand(
    fixture.folder,
    new AbortController().signal,
    'open',
    ...args,
    ...options,
  );
  return { status: await status, text: lines.join('\n') };
}

async function exported(resolver: string): Promise<string> {
  const file = join(fixture.folder, FOLDER, `${EXPORTED}.html`);
  expect(await run(resolver, EXPORTED, ...ARGS, FOLDER)).toEqual({ status: 0, text: file });
  return fixture.read(join(FOLDER, `${EXPORTED}.html`));
}

test('what to set, at which DNS host, and what is still wrong, in a file that needs no other', async () => {
  const page = await exported(await serve('ns01.domaincontrol.com'));
  expect(texts(page, /<code class="copied">(.*?)<\/code>/g)).toEqual([
    ...['_v.shop', `_v.${EXPORTED}`, '_x.acm-validations.aws'],
    ...['shop', EXPORTED, 'd1.cloudfront.example'],
    ...[`${EXPORTED}.  600  IN  A  192.0.2.1`, `${EXPORTED}.  3600  IN  CNAME  d1.cloudfront.example.`],
  ]);
  expect(page).toContain(
    'the zone partner.example is at <strong>GoDaddy</strong>. Its form: Domain Portfolio',
  );
  expect(page).not.toContain('petstore.example');
  expect(page).not.toMatch(/<script|href=|src=/);
});

test('where DNS is silent, the zone is what a registrar sells of the name', async () => {
  const page = await exported('127.0.0.250:9');
  expect(page).toContain('where the zone partner.example is served.</p>');
  expect(page).toContain('<code class="copied">_v.shop</code> or in full');
});

const LOCKED = existsSync('/proc/self') ? '/proc' : '/dev/null';

test.each([
  ['a host that is not deployed', ['late.partner.example', ...ARGS, FOLDER], 'is not deployed yet'],
  ['a host of a declared zone', ['petstore.example', ...ARGS, FOLDER], 'name an external host'],
  ['a file in place of the folder', [EXPORTED, ...ARGS, 'outputs.json'], 'outputs.json cannot be written'],
  ['a folder that takes none', [EXPORTED, ...ARGS, `${LOCKED}/pages/x`], 'name another folder with --export'],
])('%s: status 2', async (_name, args, why) => {
  const { status, text } = await run(await serve('ns1.somewhere.test'), ...args);
  expect([status, text]).toEqual([2, expect.stringContaining(why)]);
});
