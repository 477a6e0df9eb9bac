// `npm run domains` as a whole: its mistakes have status 2, and any other error has status 3 and its stack.
import { expect, test } from 'vitest';
import type { Git } from '../../../cli/domains/git.ts';
import { temporaryFolder } from '../folder.ts';
import { fixtureForEach, outputsOf, productionFile, runMain, stagingFile } from './harness.ts';

const FILE = 'Pulumi.production.yaml';

const fixture = fixtureForEach({ [FILE]: productionFile, 'outputs.json': outputsOf({}) });

test('an unexpected error is shown with its stack, and is status 3: not one of blocked hosts', async () => {
  const error = new TypeError('x is not a function');
  fixture.setIo({ git: { checkout: () => Promise.reject(error) } as unknown as Git });
  const where = ['--stack', 'production', '--resolver', '127.0.0.1:9'];
  const add = await fixture.run('add', 'new.petstore.dev', '--site', 'docs', ...where);
  expect([add.status, add.err]).toEqual([3, expect.stringMatching(/TypeError: x is not a function\n +at /)]);
});

test('a file whose name is a command is not that of a stack', async () => {
  fixture.commit();
  fixture.write('Pulumi.a$(id).yaml', productionFile);
  const { out } = await fixture.run('report', '--base', 'base', '--resolver', '127.0.0.1:9');
  expect(out).not.toContain('$(id)');
  expect((await fixture.run('check', '--stack', 'a$(id)')).status).toBe(2);
});

test.each<[string, string[], string]>([
  ['an unknown option', ['check', '--bas', 'x'], '--base'],
  ['an unknown command', ['chek'], 'check'],
  ['a host that is no option of check', ['check', 'x.test'], 'check --stack production --host '],
  ['a timeout that is too short', ['check', '--timeout', '0.04'], '0.05 to 60'],
  ['a timeout that is too long', ['check', '--timeout', '60.5'], '0.05 to 60'],
  ['an unknown stack', ['check', '--stack', 'none'], 'production'],
  ['the beginning of a stack', ['check', '--stack', 'prod'], 'did you mean --stack production?'],
  ['a folder that is not there', ['check', '--dir', '/nowhere'], '/nowhere'],
  ['a folder with too long a name', ['check', '--dir', 'a'.repeat(300)], 'There is no folder'],
  ['a host that is not declared', ['check', '--host', 'x.test'], 'declared hosts:\n    api.petstore.example'],
  ['a resolver that is none', ['check', '--resolver', 'dns.test'], '--resolver 1.1.1.1'],
  ['root keys that are not there', ['check', '--root-keys', 'none.xml'], 'none.xml is not there.'],
  ['root keys of something else', ['check', '--root-keys', FILE], 'has no keys that are valid now'],
  ['a device as the outputs', ['check', '--outputs', '/dev/null'], 'it is a device'],
  ['outputs that are not there', ['check', '--outputs', 'none.json'], 'it is not there.'],
  ['outputs of something else', ['check', '--outputs', FILE], 'pulumi stack output --json'],
  ['a local stack that is not there', ['status', '--stack', 'local'], 'local'],
  ['a revision that is not there', ['check', '--base', 'origin/main'], 'origin/main'],
  ['a preview without a file', ['report', '--base', 'base', '--preview', 'production='], 'preview.json'],
  ['a status of a redirect', ['add', 'a.dev', '--site', 'docs', '--status', '303'], '301, 302, 307, 308'],
])('%s is refused: 2', async (_, args, message) => {
  fixture.writeLocal('outputs.json', outputsOf({}));
  fixture.commit();
  const { status, out, err } = await fixture.run(...args);
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test.each([
  'check',
  'move petstore.example --write',
  'add new.petstore.dev --site docs',
  'verify petstore.example',
])('a file with problems is refused, and nothing is done: %j', async (command) => {
  const wrong = productionFile.replace('petstore:plan:', 'petstore:plam:');
  fixture.write(FILE, wrong);
  const { status, err } = await fixture.run(...command.split(' '), '--stack', 'production');
  expect([status, err.includes('petstore:plam'), fixture.read(FILE)]).toEqual([2, true, wrong]);
});

test('the stack that is read where none is named is noted, and not where one is', async () => {
  const read = (...args: string[]) => fixture.run('records', '--outputs', 'outputs.json', ...args);
  expect((await read()).err).toMatch(/^note: no stack is named.* so this is about production/);
  expect((await read('--stack', 'production')).err).not.toContain('note: ');
  fixture.write('Pulumi.local.yaml', productionFile);
  fixture.writeLocal('outputs.json', outputsOf({}));
  fixture.ready();
  expect((await fixture.run('records')).err).not.toContain('note: ');
});

test('a command that changes a file changes none that nobody named', async () => {
  fixture.write('Pulumi.staging.yaml', stagingFile);
  const { status, err } = await fixture.run('add', 'docs.petstore.dev', '--site', 'docs');
  expect([status, fixture.read(FILE)]).toEqual([2, productionFile]);
  expect(err).toContain('name it with --stack; stacks here: production, staging\n');
  const elsewhere = await runMain(['add', 'docs.petstore.dev', '--site', 'docs'], temporaryFolder());
  expect(elsewhere.err).toContain("name it with --stack; run it in the project's folder\n");
});
