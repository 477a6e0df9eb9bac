// `domains open --export`: the page for the owner of an external host, and what prevents that it is written.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fixtureForEach, outputsOf, productionFile } from '../harness.ts';
import { deployedAs } from '../preview.ts';
import { texts } from './harness.ts';

const HOST = 'shop.partner.example';
const SERVER = 'ns01.domaincontrol.com';
const fixture = fixtureForEach({
  'Pulumi.production.yaml': `${productionFile}      - ${HOST}\n      - late.partner.example\n`,
  'outputs.json': outputsOf({
    [HOST]: deployedAs('docs', 'domain', HOST, 'PENDING_VALIDATION', 'd1.cloudfront.example'),
  }),
});
beforeEach(() =>
  fixture.serve({
    'partner.example': {
      ...{ on: ['127.0.0.24'], nameServers: [SERVER], records: [`${HOST} 600 A 192.0.2.1`] },
    },
    'domaincontrol.com': { on: ['127.0.0.20'], records: [`${SERVER} A 127.0.0.24`] },
  }),
);

const run = (host: string, folder: string) =>
  fixture.run('open', host, '--stack', 'production', '--outputs', 'outputs.json', '--export', folder);

test('what to set, at which DNS host, and what is still wrong, in a file that needs no other', async () => {
  const file = join(fixture.folder, 'pages', `${HOST}.html`);
  expect(await run(HOST, 'pages')).toEqual({ status: 0, out: `${file}\n`, err: '' });
  const page = fixture.read(`pages/${HOST}.html`);
  expect(texts(page, /<code class="copied">(.*?)<\/code>/g)).toEqual([
    ...['_v.shop', `_v.${HOST}`, '_x.acm-validations.aws'],
    ...['shop', HOST, 'd1.cloudfront.example'],
    ...[`${HOST}.  600  IN  A  192.0.2.1`, `${HOST}.  3600  IN  CNAME  d1.cloudfront.example.`],
    `_v.${HOST}.  3600  IN  CNAME  _x.acm-validations.aws.`,
  ]);
  expect(page).toContain('where the zone partner.example is served, at <strong>GoDaddy</strong>');
  expect(page).not.toMatch(/petstore\.example|<script|href=|src=/);
});

const LOCKED = existsSync('/proc/self') ? '/proc' : '/dev/null';

test.each([
  ['a host that is not deployed', 'late.partner.example', 'pages', 'pulumi up --stack production'],
  ['a host of a declared zone', 'petstore.example', 'pages', 'name an external host'],
  ['a file in place of the folder', HOST, 'outputs.json', 'cannot be written: a part of its path is a file'],
  ['a folder that takes none', HOST, `${LOCKED}/pages/x`, 'name another folder with --export'],
])('%s: status 2', async (_name, host, folder, why) => {
  expect(await run(host, folder)).toMatchObject({ status: 2, err: expect.stringContaining(why) });
});
