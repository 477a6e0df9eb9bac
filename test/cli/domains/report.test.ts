// `domains report`: a pull request's change, live DNS and a preview to one comment, and its exit statuses.
import { beforeEach, expect, test } from 'vitest';
import { fixtureForEach, healthyInternet, productionFile, stagingFile } from './harness.ts';
import { deployedAs, previewJson } from './preview.ts';

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

const fixture = fixtureForEach({ [FILE]: before });
beforeEach(async () => {
  fixture.commit();
  await fixture.serve(healthyInternet);
});

const report = (...args: string[]) => fixture.run('report', '--base', 'base', ...args);
const headings = (out: string) => out.split('\n').filter((line) => line.startsWith('#'));

test('a change of every kind: in the order of urgency, without what the preview repeats', async () => {
  const own = (host: string) => [host, deployedAs('docs', 'domain', host, 'ISSUED', target)];
  const deployed = Object.fromEntries([WWW, 'old.petstore.example'].map(own));
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
  ['a whole preview, whose file has an equals sign', 0, stagingFile, ['--preview', 'production=a=b.json']],
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
    fixture.write('a=b.json', previewJson({ stack: 'production', hosts: {} }));
    const rest = args.filter((arg) => arg !== 'blocked');
    for (const stacks of [
      ['production', 'staging'],
      ['staging', 'production'],
    ])
      expect((await report('--stack', ...stacks, ...rest)).status).toBe(expected);
  },
);
