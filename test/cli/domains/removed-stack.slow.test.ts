// A stack whose file a change removes: the report shows each of its hosts as removed, and production refuses that.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openCommitted } from './harness.ts';
import { deployedHost, previewJson } from './preview.ts';

let fixture: DomainsFixture;
beforeEach(async () => {
  fixture = openCommitted();
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

const remove = (stack: string) => rmSync(join(fixture.folder, `Pulumi.${stack}.yaml`));

test('report: production refuses it, and each host says how to get it back', async () => {
  remove('production');
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(status).toBe(1);
  expect(out).toContain('### ❌ Domains of production: **its file is removed**, 3 hosts');
  for (const host of ['api.petstore.example', 'petstore.example', 'old.petstore.example'])
    expect(out).toContain(`#### ❌ \`${host}\` removed, not confirmed`);
  expect(out).toContain('Fix: restore the file: `git checkout base -- Pulumi.production.yaml`');
  expect(out.match(/Production refuses to remove it: restore the file/g)).toHaveLength(3);
  expect(out).not.toContain('npm run domains -- add');
  expect(out).toContain('### Domains of staging: no change');
});

test('report: the last file of a folder counts too', async () => {
  remove('production');
  remove('staging');
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(status).toBe(1);
  expect(out).toContain('### Domains of staging: **its file is removed**, 3 hosts');
});

test('report: another stack may be removed, and no removal is hidden', async () => {
  remove('staging');
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(status).toBe(0);
  const [, ofStaging] = out.split('### Domains of staging: ');
  expect(ofStaging).toContain('**its file is removed**, 3 hosts');
  expect(ofStaging).not.toContain('unchanged');
  expect(out).not.toContain('refuses');
});

test('check and report tell the same of another stack: nothing is wrong, and how to undo it', async () => {
  remove('staging');
  const check = await fixture.run('check', '--base', 'base', '--stack', 'staging');
  expect([check.status, check.err]).toEqual([0, '']);
  expect(check.out.match(/removed, and links to it will break when the stack is destroyed$/gm)).toHaveLength(
    3,
  );
  expect(check.out).toContain('      undo    git checkout base -- Pulumi.staging.yaml\n');
  expect(check.out).toMatch(/\nNothing is wrong: the file of staging is removed, and what the stack has/);
  expect(check.out).not.toContain('Nothing can be deployed');
  const report = await fixture.run('report', '--base', 'base');
  expect(report.status).toBe(0);
  expect(report.out).toContain('⚠️ Links to it will break when the stack is destroyed.');
  expect(report.out).toContain('- To undo it: restore the file: `git checkout base -- Pulumi.staging.yaml`');
  expect(report.out).not.toContain('Fix:');
});

test('report: only what is deployed needs a confirmation, as with any removal', async () => {
  remove('production');
  const hosts = deployedHost('petstore.example', 'd111111abcdef8.cloudfront.net');
  fixture.write('preview.json', previewJson({ stack: 'production', hosts }));
  const { status, out } = await fixture.run(
    'report',
    '--base',
    'base',
    '--preview',
    'production=preview.json',
  );
  expect(status).toBe(1);
  expect(out.match(/Production refuses to remove it/g)).toHaveLength(1);
});

test('check: as text and as JSON', async () => {
  remove('production');
  const { status, out } = await fixture.run('check', '--base', 'base', '--stack', 'production');
  expect(status).toBe(1);
  expect(out).toMatch(
    /^production: its file is removed, 3 hosts\nnote: Pulumi\.production\.yaml is removed since base\./,
  );
  expect(out).toContain('first   git checkout base -- Pulumi.production.yaml');
  expect(out).toContain('3 removals not confirmed: production refuses the deployment');
  const json = await fixture.run('check', '--base', 'base', '--format', 'json');
  expect(JSON.parse(json.out)).toMatchObject({
    stack: 'production',
    fileRemoved: true,
    hosts: [],
    removed: [
      { host: 'api.petstore.example' },
      { host: 'petstore.example' },
      { host: 'old.petstore.example' },
    ],
  });
});

test('the printed command restores the file', async () => {
  remove('production');
  const { out } = await fixture.run('check', '--base', 'base', '--stack', 'production');
  const [, ...args] = /git checkout .*/.exec(out)?.[0].split(' ') ?? [];
  fixture.git(...args);
  expect((await fixture.run('check', '--base', 'base')).status).toBe(0);
});

test('a file that had problems: which hosts are removed is not known', async () => {
  fixture.write('Pulumi.production.yaml', 'config: [');
  fixture.commit();
  remove('production');
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(status).toBe(3);
  expect(out).toContain('**its file is removed**, hosts not known');
});

test('where the names lead cannot be read: which hosts are removed is known all the same', async () => {
  await fixture.serve(healthyInternet, ({ name }) => (name.startsWith('staging.') ? [] : undefined));
  remove('staging');
  const { status, out } = await fixture.run('check', '--base', 'base', '--stack', 'staging');
  expect(status).toBe(3);
  expect(out).toMatch(/^staging: its file is removed, 3 hosts\n/);
});

test.each([
  ['nor at the base', ['--stack', 'prod', '--base', 'base']],
  ['and a host is named', ['--stack', 'production', '--base', 'base', '--host', 'petstore.example']],
  ['and nothing is compared', ['--stack', 'production']],
])('no file here, %s: there is no such stack', async (_, args) => {
  remove('production');
  const { status, err } = await fixture.run('check', ...args);
  expect(status).toBe(2);
  expect(err).toContain('There is no stack "prod');
});

test('a file that Pulumi wrote where there was none is not read as what the stack declares', async () => {
  fixture.write('Pulumi.staging.yaml', 'encryptionsalt: v1:abc\n');
  for (const command of ['check', 'status']) {
    const { status, err } = await fixture.run(command, '--stack', 'staging');
    expect(status).toBe(2);
    expect(err).toContain('sets nothing: it is empty, or Pulumi wrote it because there was no such file');
    expect(err).toContain('git checkout HEAD -- Pulumi.staging.yaml');
    expect(err).not.toContain('aws:region  is missing');
  }
});
