// `domains report`, end to end: a pull request's change, live DNS and a preview to one comment.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openFixture, productionFile, stagingFile } from './harness.ts';
import { deployedHost, previewJson } from './preview.ts';

const before = `${productionFile}      - www.petstore.example\n`;

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', before);
});
afterEach(() => fixture.close());

const target = 'd111111abcdef8.cloudfront.net';

/** One of each: a good host, a blocked one, one set by hand, one that becomes a redirect, one that goes. */
const after = before
  .replace('      - old.petstore.example\n      - www.petstore.example\n', '      - docs.petstore.dev\n')
  .replace(
    'primary: api.petstore.example\n',
    'primary: api.petstore.example\n    domains: [api.eu.petstore.example, api2.petstore.dev, pets.other.example]\n',
  )
  .concat(
    '      - shop.partner.example\n',
    '    redirects:\n',
    '      - { from: www.petstore.example, to: petstore.example, status: 301 }\n',
  );

const internet = {
  'petstore.example': {
    on: ['127.0.0.21', '127.0.0.22'],
    records: [
      '*.eu.petstore.example MX 10 mail.petstore.example',
      `www.petstore.example 3600 CNAME ${target}`,
      '_v.www.petstore.example 3600 CNAME _x.acm-validations.aws',
    ],
  },
  'petstore.dev': { on: ['127.0.0.23'], records: ['api2.petstore.dev 600 A 192.0.2.1'] },
  'other.example': { on: ['127.0.0.25'] },
  'partner.example': {
    on: ['127.0.0.24'],
    records: ['partner.example 3600 CAA 0 issue letsencrypt.org'],
  },
  'cloudfront.net': { on: ['127.0.0.28'], records: [`${target} A 192.0.2.9`] },
};

const child = 'petstore:domains:CustomHost$aws:';
const preview = previewJson({
  stack: 'production',
  hosts: {
    ...deployedHost('www.petstore.example', target),
    ...deployedHost('old.petstore.example', 'd222222abcdef8.cloudfront.net'),
  },
  steps: [
    { op: 'create', type: 'petstore:domains:CustomHost', name: 'docs.petstore.dev' },
    { op: 'create', type: `${child}acm/certificate:Certificate`, name: 'docs.petstore.dev-certificate' },
    {
      op: 'update',
      type: `${child}cloudfront/distribution:Distribution`,
      name: 'www.petstore.example-attachment',
      diff: {
        'defaultCacheBehavior.functionAssociations[0]': { kind: 'add', inputDiff: true },
        comment: { kind: 'update', inputDiff: true },
      },
    },
    {
      op: 'delete',
      type: `${child}acm/certificate:Certificate`,
      name: 'old.petstore.example-certificate',
    },
    { op: 'delete', type: 'petstore:domains:CustomHost', name: 'old.petstore.example' },
  ],
  same: 41,
  warnings: [
    'warning: api2.petstore.dev is blocked and left out; everything else is deployed\n  blocked  conflicting-record',
  ],
});

test('a change of every kind reads well, and names each fix', async () => {
  fixture.commit();
  fixture.write('Pulumi.production.yaml', after);
  fixture.write('preview.json', preview);
  await fixture.serve(internet);
  const { status, out } = await fixture.run(
    'report',
    '--base',
    'base',
    '--preview',
    'production=preview.json',
  );
  expect(status).toBe(1);
  expect(out.split('\n')[0]).toBe('<!-- petstore: domains report -->');
  await expect(out).toMatchFileSnapshot('../../golden/domains/report.md');
});

test('without a preview: a note names records that may not be conflicts', async () => {
  fixture.commit();
  fixture.write('Pulumi.production.yaml', after);
  await fixture.serve(internet);
  const { out } = await fixture.run('report', '--base', 'base');
  expect(out).toContain('> the deployed hosts are not known here, so records that the stack created');
  expect(out).not.toContain('Resources of');
});

test('the heading counts a host that could not be read', async () => {
  fixture.write('Pulumi.production.yaml', '{}');
  fixture.commit();
  const one = productionFile.replace(/ {2}petstore:docs:.*/s, '');
  fixture.write('Pulumi.production.yaml', one);
  await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(out).toContain('### Domains of production: 1 added, **1 not read**\n');
  expect(status).toBe(3);
});

test('nothing changed: one line for each stack, by name, without the local one', async () => {
  fixture.write('Pulumi.staging.yaml', stagingFile);
  fixture.write('Pulumi.local.yaml', productionFile);
  fixture.commit();
  await fixture.serve(healthyInternet);
  expect(await fixture.run('report', '--base', 'base')).toEqual({
    status: 0,
    err: '',
    out: [
      '<!-- petstore: domains report -->',
      '### Domains of production: no change',
      '4 hosts unchanged.',
      '### Domains of staging: no change',
      '3 hosts unchanged.\n',
    ].join('\n\n'),
  });
});

test('the problems of a config are in the comment, beside the other stacks', async () => {
  fixture.write('Pulumi.staging.yaml', stagingFile);
  fixture.commit();
  const wrong = before.replace('plan: pro', 'plan: free').replace('eu-west-1', 'EU');
  fixture.write('Pulumi.production.yaml', wrong);
  await fixture.serve(healthyInternet);
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(status).toBe(2);
  expect(out).toContain('### ❌ Domains of production: the config has 2 problems');
  expect(out).toContain(
    '- line 4, column 3: `petstore:plan` "free" has no custom hosts, and 4 are declared.  \n  Fix: write ',
  );
  expect(out).toContain('### Domains of staging: no change');
});

test.each([
  ['does not exist', undefined, /There is no preview, since there is no file \S+preview\.json: the effect/],
  ['is empty, as for a stack that does not exist', '', 'The file is not the output of'],
  ['is something else', '{"steps": 1}', 'The file is not the output of'],
])('a preview that %s: unknown is not success', async (_, text, message) => {
  fixture.commit();
  await fixture.serve(healthyInternet);
  if (typeof text === 'string') fixture.write('preview.json', text);
  const { status, out } = await fixture.run(
    'report',
    '--base',
    'base',
    '--preview',
    'production=preview.json',
  );
  expect(status).toBe(3);
  expect(out).toContain('#### ❓ Resources of production: not known');
  expect(out.replaceAll('\\', '')).toMatch(message);
});

describe('the exit status is that of what is known to be wrong, in whatever order the stacks come', () => {
  const free = stagingFile.replace('plan: pro', 'plan: pros');
  const stopped = previewJson({ stack: 'staging', errors: ['error: no credentials'] });
  const unread = ['--preview', 'staging=none.json'];

  test.each<[string, number, string, string[]]>([
    ['a preview that is missing', 3, stagingFile, unread],
    ['a preview that stopped', 3, stagingFile, ['--preview', 'staging=stopped.json']],
    ['beside it, a blocked host of another stack', 1, stagingFile, ['blocked', ...unread]],
    ['beside both, a config with problems', 2, free, ['blocked', ...unread]],
    [
      'a preview of another stack is read all the same',
      0,
      stagingFile,
      ['--preview', 'production=whole.json'],
    ],
    ['a file whose name has an equals sign', 0, stagingFile, ['--preview', 'production=a=b.json']],
  ])('%s: %i', async (_, expected, staging, args) => {
    fixture.write('Pulumi.staging.yaml', staging);
    fixture.commit();
    const isBlocked = args.includes('blocked');
    if (isBlocked) fixture.write('Pulumi.production.yaml', after);
    fixture.write('stopped.json', stopped);
    for (const name of ['whole.json', 'a=b.json'])
      fixture.write(name, previewJson({ stack: 'production', hosts: {} }));
    await fixture.serve(isBlocked ? internet : healthyInternet);
    const rest = args.filter((arg) => arg !== 'blocked');
    for (const stacks of [
      ['production', 'staging'],
      ['staging', 'production'],
    ]) {
      const { status } = await fixture.run('report', '--base', 'base', '--stack', ...stacks, ...rest);
      expect(status).toBe(expected);
    }
  });
});

test('a preview is found from the folder that --dir names', async () => {
  mkdirSync(join(fixture.folder, 'below'));
  fixture.write('below/Pulumi.production.yaml', before);
  fixture.write('below/preview.json', previewJson({ stack: 'production', hosts: {} }));
  fixture.commit();
  await fixture.serve(healthyInternet);
  const args = ['--dir', 'below', '--preview', 'production=preview.json'];
  const { status, out } = await fixture.run('report', '--base', 'base', ...args);
  expect([status, out]).toEqual([0, expect.stringContaining('#### Resources of production: no change')]);
});

test('text from DNS does not become markup, a link or a mention', async () => {
  const value = '```<img>@everyone#1[x](http://evil.test)\u202e';
  fixture.commit();
  const moved = before.replace('api.petstore.example', 'api2.petstore.example');
  fixture.write('Pulumi.production.yaml', moved);
  const records = [`api2.petstore.example TXT ${value}`];
  await fixture.serve({ ...healthyInternet, 'petstore.example': { on: ['127.0.0.21'], records } });
  const { out } = await fixture.run('report', '--base', 'base');
  const spans = /(`+)(?!`)[^\n]*?[^`]\1(?!`)/g;
  expect(out.match(spans)?.join()).toMatch(/@everyone.*evil\.test/s);
  const text = out.replaceAll(spans, '').replace('<!-- petstore: domains report -->', '');
  expect(text).not.toMatch(/(?<!\\)[<>[\]]|@e|#1|http:\/\/|\u202e/);
});

test.each([
  [
    'of no stack',
    ['--preview', 'dev=x.json'],
    '--preview dev=x.json is not STACK=FILE for one of the stacks.',
  ],
  ['without a file', ['--preview', 'production='], 'for example --preview production=preview.json'],
  ['in a folder without stacks', ['--dir', '/nowhere'], '/nowhere has no stack file.'],
])('%s: exit status 2, and what to do', async (_, args, message) => {
  expect(await fixture.run('report', '--base', 'base', ...args)).toMatchObject({ status: 2, out: '' });
  expect((await fixture.run('report', '--base', 'base', ...args)).err).toContain(message);
});
