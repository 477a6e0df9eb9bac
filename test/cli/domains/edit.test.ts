// `domains add`, `remove`, `primary` and `adopt`: what changes in the stack's file, what is refused, which commands come next, and how `check`
// judges a host that is live, without an account.
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../cli/domains/context.ts';
import { editStack } from '../../../cli/domains/edit-stack.ts';
import type { Checkout } from '../../../cli/domains/git.ts';
import { editCommands } from '../../../cli/domains/pull-request.ts';
import { acquireLock } from '../../../cli/lock-file.ts';
import { addHost } from '../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import {
  codesOf,
  commandsIn,
  deployedAs,
  fixtureForEach,
  healthyInternet,
  mixedInternet,
  outputsOf,
  productionFile,
  stagingFile,
} from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const OLD = 'old.petstore.example';
const WWW = 'www.petstore.example';
const SHOP = 'shop.partner.example';
const STACK = '--stack production';
const CHECK = `check ${STACK}`;
const redirect = (from: string, more = '') => `{ from: ${from}, to: petstore.example, status: 302${more} }`;
const withRedirect = `${productionFile}    redirects: [${redirect(WWW)}]\n`;

const fixture = fixtureForEach({ [FILE]: productionFile });

async function run(...args: string[]) {
  const { status, out, err } = await fixture.run(...args, '--stack', 'production');
  return { status, out, err, commands: commandsIn(out), file: fixture.read(FILE) };
}

describe('add', () => {
  beforeEach(() => fixture.serve(healthyInternet));

  test('one more host', async () => {
    const added = `      - ${OLD}\n      - docs.petstore.dev\n`;
    expect(await run('add', 'Docs.Petstore.DEV.', '--site', 'docs')).toMatchObject({
      ...{ status: 0, commands: [`${CHECK} --host docs.petstore.dev`] },
      file: productionFile.replace(`      - ${OLD}\n`, added),
    });
  });

  test('the resolver that was named is named in the next command too', async () => {
    const resolver = ['--resolver', '127.0.0.1:9'];
    const { out } = await run('add', 'docs.petstore.dev', '--site', 'docs', ...resolver);
    expect(out).toContain(`${CHECK} --host docs.petstore.dev --resolver 127.0.0.1:9\n`);
  });

  const MISSPELT = 'docs.petstroe.example';
  test.each([
    [MISSPELT, `If petstore.example was meant: npm run domains -- remove ${MISSPELT} ${STACK}`],
    [SHOP, 'its owner sets its records\n'],
  ])('a host in no zone, %s: who sets its records, or how it is taken back', async (host, said) => {
    expect((await run('add', host, '--site', 'docs')).out).toContain(said);
  });

  test('a host that is blocked: its finding is printed, and the file has it', async () => {
    await fixture.serve(mixedInternet);
    const { status, out, file } = await run('add', 'api2.petstore.dev', '--site', 'api');
    expect([status, file.includes('api2.petstore.dev')]).toEqual([0, true]);
    expect(out).toMatch(/blocked, 1 finding to fix first\n +conflicting-record /);
  });

  test.each([
    ['a primary', 'petstore.example', []],
    ['a redirect', WWW, ['--redirect-to', 'petstore.example']],
  ])('%s that is there already: nothing is written, and 0', async (_, host, args) => {
    fixture.write(FILE, withRedirect);
    const left = { status: 0, file: withRedirect, commands: [] };
    expect(await run('add', host, '--site', 'docs', ...args)).toMatchObject(left);
  });

  test.each<[string, string[], string]>([
    ['no site', ['x.petstore.dev'], '--stack production --site docs'],
    ['a status without a target', ['x.petstore.dev', '--site', 'docs', '--status', '308'], '--redirect-to'],
  ])('%s is refused, and nothing changed', async (_, args, message) => {
    const { status, err, file } = await run('add', ...args);
    expect([status, file]).toEqual([2, productionFile]);
    expect(err).toContain(message);
  });
});

describe('remove', () => {
  beforeEach(() => fixture.serve(healthyInternet));
  const keep = `add ${OLD} --stack production --site docs --redirect-to petstore.example`;

  test('a host: listed in production, and the redirect that is printed works', async () => {
    fixture.commit();
    const { status, commands, file } = await run('remove', OLD);
    expect([status, commands]).toEqual([0, [keep, `${CHECK} --base HEAD`]]);
    expect(file).toMatch(/petstore:removals:\n {4}- old\.petstore\.example\n/);
    expect((await run(...(commands[1] ?? '').split(' ').slice(0, 1), '--base', 'HEAD')).status).toBe(0);
    expect((await fixture.run(...keep.split(' '))).status).toBe(0);
    expect(fixture.read(FILE)).toMatch(/^(?!.*removals).*from: old\.petstore\.example/s);
  });

  test('a host that has moved to another stack: its move is named, and its owner deletes nothing', async () => {
    const lists = `  petstore:verified: [${SHOP}]\n`;
    fixture.write(FILE, `${productionFile}      - ${SHOP}\n${lists}`);
    const moving = `${stagingFile}      - ${SHOP}\n${lists}  petstore:moving: [${SHOP}]\n`;
    fixture.write('Pulumi.staging.yaml', moving);
    const { status, out, commands } = await run('remove', SHOP);
    expect([status, commands[0]]).toEqual([0, `move ${SHOP} --stack staging`]);
    expect(out).not.toContain('its owner');
  });

  test('a redirect: the same one is not advised', async () => {
    fixture.write(FILE, withRedirect);
    fixture.commit();
    expect((await run('remove', WWW)).commands).toEqual([`${CHECK} --base HEAD`]);
  });

  test('a host that was never deployed: not listed, and nobody has a link to it', async () => {
    fixture.write('outputs.json', outputsOf({}));
    const { status, commands, file } = await run('remove', OLD, '--outputs', 'outputs.json');
    expect([status, commands]).toEqual([0, [`${CHECK} --base HEAD --outputs outputs.json`]]);
    expect(file).not.toContain('removals');
  });

  test.each([
    ['never attached', 'PENDING_VALIDATION', false],
    ['issued, and not attached', 'ISSUED', false],
    ['attached', 'ISSUED', true],
  ])('an external host that is %s: whether links to it break', async (_, certificate, attached) => {
    fixture.write(FILE, `${productionFile}      - ${SHOP}\n  petstore:verified: [${SHOP}]\n`);
    const shop = deployedAs('docs', 'domain', SHOP, certificate, 'd1.cloudfront.example');
    fixture.write('outputs.json', outputsOf({ [SHOP]: { ...shop, attached } }));
    const { out, file } = await run('remove', SHOP, '--outputs', 'outputs.json');
    expect(out.includes('serves nothing there yet')).toBe(!attached);
    expect(out.includes('links to it will break')).toBe(attached);
    expect(file).toContain(`removals:\n    - ${SHOP}\n`);
  });

  const bare = productionFile.replace(/ {4}domains:\n.*\n/, '');
  const withoutApi = bare.replace(/ {2}petstore:api:\n.*\n/, '');
  test.each([
    ['to the other site', bare, '--site api --redirect-to api.petstore.example', /^((?!petstore:docs).)*$/s],
    ['by declaring it again, where no host is left', withoutApi, '--site docs', /^((?!petstore:docs).)*$/s],
  ])('the only host of a site: its links are kept %s', async (_, text, end, expected) => {
    fixture.write(FILE, text);
    fixture.commit();
    const { status, file } = await run('remove', 'petstore.example');
    expect([status, file]).toEqual([0, expect.stringMatching(expected)]);
    const add = `add petstore.example --stack production ${end}`;
    for (const command of ['check', 'report'])
      expect(commandsIn((await run(command, '--base', 'base')).out)).toContain(add);
    expect((await fixture.run(...add.split(' '))).status).toBe(0);
  });
});

test.each([
  ['add', ['new.petstore.example', '--site', 'docs']],
  ['remove', [OLD]],
  ['adopt', [OLD, '--distribution', 'E2EXAMPLE12345']],
  ['primary', [OLD]],
])('%s edits the local stack while nothing serves it, without DNS', async (verb, args) => {
  fixture.write('Pulumi.local.yaml', productionFile);
  const { status, out, err } = await fixture.run(verb, ...args, '--stack', 'local');
  expect([status, err]).toEqual([0, '']);
  expect(commandsIn(out).filter((command) => command.startsWith('check'))).toEqual([]);
  // Only while it is served is it the default.
  for (const command of commandsIn(out)) expect(command).toContain('--stack local');
  expect(fixture.read('Pulumi.local.yaml')).not.toBe(productionFile);
});

test('a file that is a symbolic link stays one: the file that it names is changed', async () => {
  const path = join(fixture.folder, FILE);
  mkdirSync(join(fixture.folder, 'stacks'));
  renameSync(path, join(fixture.folder, 'stacks/production.yaml'));
  symlinkSync('stacks/production.yaml', path);
  expect((await run('add', 'docs.petstore.dev', '--site', 'docs')).status).toBe(0);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain('docs.petstore.dev');
});

describe('primary', () => {
  const MOVING = 'moving.petstore.example';
  const redirected = `${productionFile}    redirects:
      - { from: ${WWW}, to: petstore.example, status: 301 }
      - { from: w3.petstore.example, to: petstore.example, status: 302 }
  petstore:moving: [${MOVING}]
`.replace('      - old', `      - ${SHOP}\n      - ${MOVING}\n      - old`);
  beforeEach(async () => {
    fixture.write(FILE, redirected);
    await fixture.serve(healthyInternet);
  });

  test('the primary and its redirect change places, and the printed check is right about it', async () => {
    fixture.commit();
    const { file, ...ran } = await run('primary', WWW);
    expect(ran).toMatchObject({ status: 0, err: '', commands: [`${CHECK} --base HEAD`] });
    // What browsers remember of the former redirect, of a deployment that nobody knows here.
    expect(ran.out).toMatch(/remembered-for.*\n/);
    const { status, hosts } = await fixture.runJson(...(ran.commands[0] ?? '').split(' '));
    const changes = hosts.map(({ change }: { change: string }) => change);
    expect([status, changes]).toEqual([0, ['changed', 'changed', 'changed']]);
    // A change that is taken back leaves the file as it was.
    expect(file).not.toBe(redirected);
    expect((await run('primary', 'petstore.example')).file).toBe(redirected);
  });

  test('that a redirect elsewhere ends is reported; one to the former primary only changes its direction', async () => {
    expect((await run('primary', WWW)).out).not.toContain('no longer');
    fixture.write(FILE, redirected.replace('to: petstore.example,', 'to: https://example.com/x,'));
    expect((await run('primary', WWW)).out).toContain('no longer redirects to https://example.com/x.');
  });

  test.each<[string, string, string]>([
    ['is not declared', 'new.petstore.example', 'declared hosts:\n    api.petstore.example'],
    ['is external and not verified', SHOP, `verify ${SHOP} --stack production`],
    ['moves in', MOVING, `move ${MOVING} --stack production`],
  ])('a host that %s is refused with what to do first, and nothing changes', async (_, host, fix) => {
    const { status, err, file } = await run('primary', host);
    expect([status, file]).toEqual([2, redirected]);
    expect(err).toContain(fix);
  });

  const awaited = {
    ...deployedAs('docs', 'redirect', WWW, 'ISSUED', 'd1.example'),
    routingAwaitedUntil: '2030-01-01T00:00:00Z',
  };
  test.each<[string, object, string]>([
    ['do not have', {}, `${WWW} is not deployed`],
    ['have without its routing record', { [WWW]: awaited }, 'no deployment has seen its routing record'],
  ])('one that the outputs %s is refused: nothing would serve the stack', async (_, hosts, why) => {
    fixture.write('outputs.json', outputsOf(hosts));
    const { status, err, file } = await run('primary', WWW, '--outputs', 'outputs.json');
    expect([status, file]).toEqual([2, redirected]);
    expect(err).toContain(why);
  });
});

describe('adopt', () => {
  const GATEWAY = 'd-abc1234567.execute-api.eu-west-1.amazonaws.com';
  const API = 'api.petstore.example';
  const serve = (records: readonly string[]) =>
    fixture.serve({
      ...healthyInternet,
      'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records },
      'amazonaws.com': { on: ['127.0.0.25'], records: [`${GATEWAY} A 192.0.2.7`] },
      'elsewhere.example': { on: ['127.0.0.25'], records: ['shop.elsewhere.example A 192.0.2.8'] },
    });
  const checked = async (host: string) => {
    const { status, hosts } = await fixture.runJson('check', '--host', host, '--stack', 'production');
    return { status, findings: codesOf(hosts[0]) };
  };

  test('a live host is listed with its id, and its record no longer blocks the pull request: 0', async () => {
    await serve([`${API} 300 CNAME ${GATEWAY}`]);
    expect(await checked(API)).toEqual({ status: 1, findings: ['blocked cname-elsewhere'] });
    expect((await run('adopt', API, '--mapping', 'a1b2c3')).status).toBe(0);
    expect(fixture.read(FILE)).toContain(`petstore:adopt:\n    - { host: ${API}, mapping: a1b2c3 }\n`);
    expect(await checked(API)).toEqual({ status: 0, findings: ['warning adoptable'] });
  });

  test('what the last deployment found to be of the account is no conflict: `check` and `status` repeat its fix: 1', async () => {
    await serve([`${API} 300 CNAME ${GATEWAY}`]);
    const blocked = [{ code: 'adoptable', found: 'the domain name', why: 'why', fix: 'adopt it' }];
    fixture.write('outputs.json', outputsOf({ [API]: { blocked } }));
    for (const command of [`check --host ${API}`, `status ${API}`]) {
      const words = `${command} --stack production --outputs outputs.json`.split(' ');
      const { status, hosts } = await fixture.runJson(...words);
      expect(status).toBe(1);
      expect(hosts[0].findings).toMatchObject([{ ...blocked[0], severity: 'blocked' }]);
    }
  });

  test.each<[string, readonly string[], string]>([
    ['an api host without its mapping', [API], 'aws apigatewayv2 get-api-mappings'],
    ['a docs host without its distribution', [OLD], 'aws cloudfront list-distributions'],
    ['the id of another kind', [OLD, '--mapping', 'a1b2c3'], 'aws cloudfront list-distributions'],
    ['an id of each kind', [API, '--mapping', 'a1', '--distribution', 'E1'], 'it takes no --distribution.'],
    ['a deployed host', [API, '--mapping', 'a1', '--outputs', 'outputs.json'], `status ${API}`],
  ])('%s is refused: 2, and nothing changed', async (_, args, message) => {
    const own = { site: 'api', role: 'primary', certificate: 'ISSUED', target: GATEWAY, records: [] };
    fixture.write('outputs.json', outputsOf({ [API]: own }));
    const { status, err, file } = await run('adopt', ...args);
    expect([status, file]).toEqual([2, productionFile]);
    expect(err).toContain(message);
  });
});

describe('two that change the file at once: neither change is lost', () => {
  const add = (file: StackText) => addHost(file, { host: 'c1.petstore.example', site: 'docs' });
  const edit = (change = add) => editStack({ folder: fixture.folder, stack: 'production' }, change);
  const lock = () => join(fixture.folder, `${FILE}.lock`);

  test('what an editor saves in the middle of an edit stays, and the edit is refused', async () => {
    const edited = edit((file) => {
      fixture.write(FILE, `${file.text}# saved meanwhile\n`);
      return add(file);
    });
    await expect(edited).rejects.toThrow(`Another program is changing ${join(fixture.folder, FILE)}`);
    expect([fixture.read(FILE), existsSync(lock())]).toEqual([`${productionFile}# saved meanwhile\n`, false]);
  });

  test('while another command holds the lock, an edit is refused, and names its process', async () => {
    const held = acquireLock(lock());
    await expect(edit()).rejects.toThrow(`process ${process.pid}`);
    expect(fixture.read(FILE)).toBe(productionFile);
    if ('release' in held) held.release();
    await edit();
    expect(fixture.read(FILE)).not.toBe(productionFile);
  });
});

const HOST = 'new.petstore.dev';
const SWITCH = `git switch -c add-${HOST}`;
const ADD = 'git add -- Pulumi.production.yaml';
const COMMIT = `git commit -m 'Add ${HOST} (production)' -- Pulumi.production.yaml`;
const UP = 'pulumi up --stack production';
const CREATE = 'gh pr create --fill';
const PUSH = `git push -u origin add-${HOST}`;

const changed: Checkout = { isTracked: true, isChanged: true, remote: 'origin' };

const onShop: Checkout = { ...changed, branch: 'shop', remote: 'my fork' };

async function commandsAt(checkout: Checkout | undefined) {
  const io = { folder: '/project', git: { checkout: async () => checkout } };
  const context = { folder: '/project', stack: 'production', io } as unknown as Context;
  return editCommands(context, 'add', HOST);
}

test.each<[string, Checkout | undefined, string[]]>([
  ['on the default branch, or on none: a new one', changed, [SWITCH, COMMIT, PUSH, CREATE]],
  ['on another branch: that one', onShop, [COMMIT, "git push -u 'my fork' shop", `gh pr view || ${CREATE}`]],
  ['a file that is new to git', { ...changed, isTracked: false }, [SWITCH, ADD, COMMIT, PUSH, CREATE]],
  ['without a remote', { ...changed, remote: undefined }, [COMMIT, UP]],
  ['an edit that was taken back', { ...changed, isChanged: false }, []],
  ['outside of a checkout, or without git', undefined, [UP]],
])('the commands that take an edit to its deployment: %s', async (_, checkout, commands) => {
  const pasted = await commandsAt(checkout);
  expect(pasted.commands).toEqual(commands);
  expect([pasted.isPullRequest, pasted.isCommitted]).toEqual([
    commands.some((command) => command.startsWith('gh ')),
    checkout?.isChanged === false,
  ]);
});
