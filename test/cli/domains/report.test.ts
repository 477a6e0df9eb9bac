// `domains report`: a pull request's change, live DNS and a preview to one comment, and its exit statuses.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  healthyInternet,
  openQuickFixture,
  productionFile,
  type QuickFixture,
  stagingFile,
} from './harness.ts';
import { deployedHost, previewJson } from './preview.ts';

const FILE = 'Pulumi.production.yaml';
const WWW = 'www.petstore.example';
const before = `${productionFile}      - ${WWW}\n`;
const target = 'd111111abcdef8.cloudfront.net';

/** One of each: a host that is ready, one that is blocked, one that becomes a redirect, one that goes. */
const after = before
  .replace(`      - old.petstore.example\n      - ${WWW}\n`, '      - docs.petstore.dev\n')
  .replace(
    'primary: api.petstore.example\n',
    'primary: api.petstore.example\n    domains: [api2.petstore.dev]\n',
  )
  .concat(`    redirects:\n      - { from: ${WWW}, to: petstore.example, status: 301 }\n`);

const internet = {
  'petstore.example': {
    on: ['127.0.0.21', '127.0.0.22'],
    records: [`${WWW} 3600 CNAME ${target}`, `_v.${WWW} 3600 CNAME _x.acm-validations.aws`],
  },
  'petstore.dev': { on: ['127.0.0.23'], records: ['api2.petstore.dev 600 A 192.0.2.1'] },
  'cloudfront.net': { on: ['127.0.0.28'], records: [`${target} A 192.0.2.9`] },
};

let fixture: QuickFixture;
beforeEach(async () => {
  fixture = openQuickFixture();
  fixture.write(FILE, before);
  fixture.commit();
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

const report = (...args: string[]) => fixture.run('report', '--base', 'base', ...args);
const headings = (out: string) => out.split('\n').filter((line) => line.startsWith('#'));

test('a change of every kind: in the order of urgency, without what the preview repeats', async () => {
  const deployed = { ...deployedHost(WWW, target), ...deployedHost('old.petstore.example', target) };
  const type = 'petstore:domains:CustomHost';
  const steps = [{ op: 'create', type, name: 'docs.petstore.dev' }];
  const warnings = ['warning: api2.petstore.dev is blocked and left out'];
  fixture.write(
    'preview.json',
    previewJson({ stack: 'production', hosts: deployed, steps, same: 41, warnings }),
  );
  fixture.write(FILE, after);
  await fixture.serve(internet);
  const { status, out } = await report('--preview', 'production=preview.json');
  expect([status, out.split('\n')[0]]).toEqual([1, '<!-- petstore: domains report -->']);
  expect(headings(out)).toEqual([
    '### ❌ Domains of production: 2 added, 1 changed, 1 removed, **1 removal not confirmed**, **1 blocked**',
    '#### ❌ `old.petstore.example` removed, not confirmed',
    '#### ❌ `api2.petstore.dev` added',
    '#### ✅ No conflicts',
    '#### Resources of production: 1 to create, 41 unchanged',
  ]);
  expect(out).not.toContain('left out');
});

test('without a preview: a note names the records that may not be conflicts', async () => {
  fixture.write(FILE, after);
  await fixture.serve(internet);
  const { out } = await report();
  expect(out).toContain('the deployed hosts are not known here');
  expect(out).not.toContain('Resources of');
});

test('nothing changed: 0, and one line for each stack, by name, without the local one', async () => {
  fixture.write('Pulumi.staging.yaml', stagingFile);
  fixture.write('Pulumi.local.yaml', productionFile);
  fixture.commit();
  const { status, out } = await report();
  const expected = ['### Domains of production: no change', '### Domains of staging: no change'];
  expect([status, headings(out)]).toEqual([0, expected]);
});

test('a host that could not be read: 3', async () => {
  fixture.write(FILE, '{}');
  fixture.commit();
  fixture.write(FILE, productionFile.replace(/ {2}petstore:docs:.*/s, ''));
  await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  const { status, out } = await report();
  expect([status, headings(out)[0]]).toEqual([3, '### Domains of production: 1 added, **1 not read**']);
});

test.each([
  ['does not exist', undefined],
  ['is empty, as for a stack that does not exist', ''],
  ['is something else', '{"steps": 1}'],
])('a preview that %s: unknown is not success', async (_, text) => {
  if (text !== undefined) fixture.write('preview.json', text);
  const { status, out } = await report('--preview', 'production=preview.json');
  expect([status, headings(out).at(-1)]).toEqual([3, '#### ❓ Resources of production: not known']);
});

test.each<[string, number, string, string[]]>([
  ['a preview that is missing', 3, stagingFile, ['--preview', 'staging=none.json']],
  ['a preview that stopped', 3, stagingFile, ['--preview', 'staging=stopped.json']],
  [
    'beside it, a blocked host of another stack',
    1,
    stagingFile,
    ['blocked', '--preview', 'staging=none.json'],
  ],
  ['beside both, a config with problems', 2, stagingFile.replace('pro\n', 'pros\n'), ['blocked']],
  ['a preview of another stack', 0, stagingFile, ['--preview', 'production=whole.json']],
  ['a file whose name has an equals sign', 0, stagingFile, ['--preview', 'production=a=b.json']],
])(
  'the exit status is that of what is known to be wrong, in whatever order: %s, %i',
  async (_, expected, staging, args) => {
    fixture.write('Pulumi.staging.yaml', staging);
    fixture.commit();
    if (args.includes('blocked')) {
      fixture.write(FILE, after);
      await fixture.serve(internet);
    }
    fixture.write('stopped.json', previewJson({ stack: 'staging', errors: ['error: no credentials'] }));
    for (const name of ['whole.json', 'a=b.json'])
      fixture.write(name, previewJson({ stack: 'production', hosts: {} }));
    const rest = args.filter((arg) => arg !== 'blocked');
    for (const stacks of [
      ['production', 'staging'],
      ['staging', 'production'],
    ])
      expect((await report('--stack', ...stacks, ...rest)).status).toBe(expected);
  },
);

test('a preview is found from the folder that --dir names', async () => {
  mkdirSync(join(fixture.folder, 'below'));
  fixture.write('below/Pulumi.production.yaml', before);
  fixture.write('below/preview.json', previewJson({ stack: 'production', hosts: {} }));
  fixture.commit();
  const { status, out } = await report('--dir', 'below', '--preview', 'production=preview.json');
  expect([status, headings(out).at(-1)]).toEqual([0, '#### Resources of production: no change']);
});

test('text from DNS does not become markup, a link or a mention', async () => {
  const value = '```<img>@everyone#1[x](http://evil.test)\u202e';
  fixture.write(FILE, before.replace('api.petstore.example', 'api2.petstore.example'));
  const records = [`api2.petstore.example TXT ${value}`];
  await fixture.serve({ ...healthyInternet, 'petstore.example': { on: ['127.0.0.21'], records } });
  const { out } = await report();
  const spans = /(`+)(?!`)[^\n]*?[^`]\1(?!`)/g;
  expect(out.match(spans)?.join()).toMatch(/@everyone.*evil\.test/s);
  const text = out.replaceAll(spans, '').replace('<!-- petstore: domains report -->', '');
  expect(text).not.toMatch(/(?<!\\)[<>[\]]|@e|#1|http:\/\/|\u202e/);
});

test.each([
  ['of no stack', ['--preview', 'dev=x.json'], 'dev=x.json'],
  ['without a file', ['--preview', 'production='], '--preview production=preview.json'],
  ['in a folder without stacks', ['--dir', '/nowhere'], '/nowhere'],
])('%s is refused: 2', async (_, args, message) => {
  const { status, out, err } = await report(...args);
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(message);
});
