// `domains add` and `remove`: one line in the stack's file, and what to do next.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openFixture, productionFile, runMain } from './harness.ts';

let fixture: DomainsFixture;
const name = 'Pulumi.production.yaml';
beforeEach(() => {
  fixture = openFixture();
  fixture.write(name, productionFile);
});
afterEach(() => fixture.close());

const run = (...args: string[]) => runMain([...args, '--stack', 'production'], fixture.folder);

describe('add', () => {
  test('one more host', async () => {
    const { status, out } = await run('add', 'Docs.Petstore.DEV.', '--site', 'docs');
    expect(status).toBe(0);
    expect(out).toContain('docs.petstore.dev is now a host of docs');
    expect(out).toContain('npm run domains -- check --stack production --host docs.petstore.dev');
    const added = '      - old.petstore.example\n      - docs.petstore.dev\n';
    expect(fixture.read(name)).toBe(productionFile.replace('      - old.petstore.example\n', added));
  });

  test('a redirect', async () => {
    const { status } = await run(
      'add',
      'www.petstore.example',
      '--site',
      'docs',
      '--redirect-to',
      'petstore.example',
      '--status',
      '302',
    );
    expect(status).toBe(0);
    expect(fixture.read(name)).toMatch(/from: www\.petstore\.example.*to: petstore\.example.*status: 302/s);
  });

  test.each([
    ['old.petstore.example', 'a domain'],
    ['petstore.example', 'the primary'],
  ])('%s is there already: nothing is written, and status 0', async (host, role) => {
    const before = fixture.read(name);
    const { status, out, err } = await run('add', host, '--site', 'docs');
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(`${host} is ${role} of docs already; Pulumi.production.yaml was not changed\n`);
    expect(fixture.read(name)).toBe(before);
  });

  test.each(['add', 'remove'])('%s: a problem of the file has its place in the file', async (command) => {
    const twice = '      - { from: w.petstore.example, to: petstore.example, status: 301 }\n'.repeat(2);
    fixture.write(name, `${fixture.read(name)}    redirects:\n${twice}`);
    const before = fixture.read(name);
    const line = before.split('\n').findLastIndex((text) => text.includes('from: w.')) + 1;
    const more = command === 'add' ? ['new.petstore.example', '--site', 'docs'] : ['old.petstore.example'];
    const { status, err } = await run(command, ...more);
    expect([status, fixture.read(name)]).toEqual([2, before]);
    expect(err).toContain('Pulumi.production.yaml has 1 problem; nothing was changed.');
    expect(err).toContain(`  ${line}:11  petstore:docs.redirects[1].from`);
  });

  test.each([
    ['old_.petstore.example', 'write another name: "old.petstore.example" is declared already'],
    ['petstore_.example', 'write another name: "petstore.example" is declared already'],
    ['new_.petstore.example', 'did you mean "new.petstore.example"?'],
  ])('%s: a name that is taken is not suggested', async (host, fix) => {
    const as = [[], ['--redirect-to', 'petstore.example']];
    for (const more of as) expect((await run('add', host, '--site', 'docs', ...more)).err).toContain(fix);
    const led = await run(
      'add',
      'new.petstore.example',
      '--site',
      'docs',
      '--redirect-to',
      'petstore_.example',
    );
    expect(led.err).toContain('did you mean "petstore.example"?');
  });

  test('a tab of the file is not a problem of the change', async () => {
    fixture.write(name, fixture.read(name).replace('    domains:', '\tdomains:'));
    const { err } = await run('add', 'new.petstore.example', '--site', 'docs');
    expect(err).toContain('Pulumi.production.yaml has 1 problem; nothing was changed.');
    expect(err).not.toContain('The change');
  });

  test('a problem that the edit corrects does not prevent it', async () => {
    fixture.write(name, fixture.read(name).replace('    primary: petstore.example # an apex\n', ''));
    expect((await run('add', 'petstore.example', '--site', 'docs')).status).toBe(0);
    expect(fixture.read(name)).toContain('primary: petstore.example');
  });

  test('a redirect that is there already, and the same: nothing is written, and status 0', async () => {
    const args = ['www.petstore.example', '--site', 'docs', '--redirect-to', 'petstore.example'];
    await run('add', ...args);
    await run('add', 'w3.petstore.example', ...args.slice(1));
    const before = fixture.read(name);
    const { status, out } = await run('add', ...args);
    expect([status, out]).toEqual([
      0,
      'www.petstore.example is a redirect of docs to petstore.example (301) already; Pulumi.production.yaml was not changed\n',
    ]);
    expect(fixture.read(name)).toBe(before);
    expect((await run('add', ...args, '--status', '302')).out).toContain('is now a redirect');
    expect(fixture.read(name)).toMatch(/from: www\.petstore\.example.*status: 302/);
  });

  test.each([
    ['of the same site', ['docs', 'https://petstore.example/a']],
    ['that changes its site', ['api', 'api.petstore.example']],
  ])('a redirect %s keeps its status where none is given, and the status is said', async (_, [site, to]) => {
    const www = 'www.petstore.example';
    fixture.write(
      name,
      `${productionFile}    redirects: [{ from: ${www}, to: petstore.example, status: 302 }]\n`,
    );
    const { out } = await run('add', www, '--site', site as string, '--redirect-to', to as string);
    expect(out).toContain(`${www} is now a redirect of ${site} to ${to} (302) in ${name}\n`);
    expect(fixture.read(name)).toMatch(/from: www\.petstore\.example.*status: 302/);
  });

  test.each<[string, string[], string]>([
    ['a host that is there already', ['petstore.example', '--site', 'api'], 'petstore.example'],
    ['no valid name', ['a_b.petstore.dev', '--site', 'docs'], 'a_b.petstore.dev'],
    [
      'a redirect to nowhere',
      ['x.petstore.dev', '--site', 'docs', '--redirect-to', 'none.example'],
      'none.example',
    ],
    [
      'no site',
      ['X.petstore.dev'],
      '--site is missing: what x.petstore.dev is to serve.\n' +
        '  the API            npm run domains -- add x.petstore.dev --stack production --site api\n' +
        '  the documentation  npm run domains -- add x.petstore.dev --stack production --site docs\n',
    ],
    [
      'no site of a redirect: what is given stays',
      ['x.petstore.dev', '--redirect-to', 'https://petstore.example/a?b', '--status', '301'],
      "--redirect-to 'https://petstore.example/a?b' --status 301 --site docs",
    ],
    [
      'an unknown status',
      ['x.petstore.dev', '--site', 'docs', '--redirect-to', 'petstore.example', '--status', '303'],
      '301, 302, 307, 308',
    ],
  ])('%s is refused, and nothing changed', async (_, args, message) => {
    const { status, err } = await run('add', ...args);
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(fixture.read(name)).toBe(productionFile);
  });
});

describe('remove', () => {
  test('a host that was shared: the redirect to set up is named, and the command works', async () => {
    await fixture.serve(healthyInternet);
    const { status, out } = await fixture.run('remove', 'old.petstore.example', '--stack', 'production');
    expect(status).toBe(0);
    expect(fixture.read(name)).not.toContain('      - old.petstore.example\n    ');
    expect(fixture.read(name)).toMatch(/petstore:removals:.*\s.*old\.petstore\.example/);
    const command = /npm run domains -- (.*)/.exec(out)?.[1] ?? '';
    expect(command).toBe(
      'add old.petstore.example --stack production --site docs --redirect-to petstore.example',
    );
    expect((await runMain(command.split(' '), fixture.folder)).status).toBe(0);
    expect(fixture.read(name)).toContain('from: old.petstore.example');
    expect(fixture.read(name)).not.toMatch(/removals:.*\n.*- old\.petstore\.example/);
  });

  test('the next check is printed, as after add, and is about the removal', async () => {
    fixture.commit();
    await fixture.serve(healthyInternet);
    const { out } = await fixture.run('remove', 'old.petstore.example', '--stack', 'production');
    const [, command = ''] = /next {4}npm run domains -- (check .*)/.exec(out) ?? [];
    expect(command).toBe('check --stack production --base HEAD');
    const checked = await fixture.run(...command.split(' '));
    expect([checked.status, checked.out]).toEqual([
      0,
      expect.stringContaining('old.petstore.example  removed'),
    ]);
  });

  test.each([
    ['a redirect', `    redirects: [{ from: www.petstore.example, to: petstore.example, status: 301 }]\n`],
    ['a host', '      - www.petstore.example\n'],
  ])('%s: what becomes of its links is said at once, in the words of the check', async (_, line) => {
    fixture.write(name, `${productionFile}${line}`);
    fixture.commit();
    await fixture.serve(healthyInternet);
    const { out } = await fixture.run('remove', 'www.petstore.example', '--stack', 'production');
    const check = await fixture.run('check', '--stack', 'production', '--base', 'HEAD');
    const [, words = '', keep = ''] =
      /removed, and (.*: links to it will break)\n +first +(npm run .*)/.exec(check.out) ?? [];
    expect(out.toLowerCase()).toContain(`\n  ${words} when this is deployed. if it was public, add`);
    expect(out).toContain(`\n  ${keep}\n`);
    expect(words).toMatch(line.includes('from') ? /no longer redirected/ : /nothing redirects/);
  });

  test('a host that is in no commit: a check since the last commit would not show its removal', async () => {
    fixture.commit();
    await fixture.serve(healthyInternet);
    const host = 'new.petstore.example';
    const added = fixture.read(name).replace('old.petstore.example', `${host}\n      - old.petstore.example`);
    fixture.write(name, `${added}# another change\n`);
    const { status, out } = await fixture.run('remove', host, '--stack', 'production');
    expect(status).toBe(0);
    expect(out).toContain(`${host} is removed from`);
    expect(out).not.toContain('npm run domains -- check');
  });

  test('a host that was never deployed: nobody has a link to it', async () => {
    await fixture.serve(healthyInternet);
    fixture.write('outputs.json', '{"hosts":{}}');
    const options = ['--stack', 'production', '--outputs', 'outputs.json'];
    const { status, out } = await fixture.run('remove', 'old.petstore.example', ...options);
    expect(status).toBe(0);
    expect(out).toContain('is removed from');
    expect(out).not.toMatch(/links|redirect/i);
  });

  test('the other lists that lose the host are named', async () => {
    const shop = 'shop.partner.example';
    const adopted = `  petstore:adopt: [{ host: ${shop}, distribution: E2EXAMPLE12345 }]\n`;
    fixture.write(name, `${productionFile}      - ${shop}\n  petstore:verified: [${shop}]\n${adopted}`);
    const { out } = await run('remove', shop);
    expect(out).toContain(
      `${shop} is removed from ${name}, also from petstore:verified and petstore:adopt, and listed in`,
    );
    expect(fixture.read(name)).not.toMatch(/verified|adopt/);
  });

  test.each([
    ['and other hosts', ' { default: 300, old.petstore.example: 60 }', /petstore:ttl: \{ default: 300\s*\}/],
    ['alone', ' { OLD.petstore.example: 60 }', /^((?!petstore:ttl).)*$/s],
    [
      'on lines',
      '\n    old.petstore.example: 60\n    petstore.example: 120',
      /ttl:\n {4}petstore.example: 120\n/,
    ],
  ])('a host with a TTL of its own, %s: the entry goes with it, and that is said', async (_, ttl, left) => {
    fixture.write(name, `${productionFile}  petstore:ttl:${ttl}\n`);
    const { status, out } = await run('remove', 'old.petstore.example');
    expect([status, out]).toEqual([
      0,
      expect.stringContaining(`is removed from ${name}, also from petstore:ttl, and listed in`),
    ]);
    expect(fixture.read(name)).toMatch(left);
  });

  const shop = 'shop.partner.example';
  const verifiedShop = `${productionFile}      - ${shop}\n  petstore:verified: [${shop}]\n  petstore:ttl: { ${shop}: 60 }\n`;
  const addAgain = (out: string) => (/npm run domains -- (add .*)/.exec(out)?.[1] ?? '').split(' ');

  test('a verified external host: the redirect that is printed keeps it attached', async () => {
    fixture.write(name, verifiedShop);
    fixture.commit();
    const { out } = await run('remove', shop);
    expect(out).toContain('add restores its entry in petstore:verified too.\n');
    const added = await runMain(addAgain(out), fixture.folder);
    expect([added.status, added.out]).toEqual([
      0,
      expect.stringContaining('\n  restored in petstore:verified and petstore:ttl, as before its removal'),
    ]);
    expect(fixture.read(name)).toMatch(/verified:\s+(- |\[)shop\.partner\.example/);
    expect(fixture.read(name)).toMatch(/ttl:\s+shop\.partner\.example: 60/);
    expect(fixture.read(name)).not.toContain('petstore:removals');
  });

  test('a verified external host that no commit has: how it is attached again is said', async () => {
    fixture.write(name, verifiedShop);
    const { out } = await run('remove', shop);
    expect(out).toContain(
      `until it is verified again:\n  npm run domains -- verify ${shop} --stack production\n`,
    );
    expect((await runMain(addAgain(out), fixture.folder)).out).not.toContain('restored');
    expect(fixture.read(name)).not.toContain('verified');
  });

  test('a host that the commit has as well is added without entries of it', async () => {
    fixture.write(name, verifiedShop);
    fixture.commit();
    fixture.write(name, verifiedShop.replace(/ {2}petstore:verified.*\n/, ''));
    await run('add', shop, '--site', 'docs', '--redirect-to', 'petstore.example');
    expect(fixture.read(name)).not.toContain('verified');
  });

  test('a host that is not there', async () => {
    const { status, err } = await run('remove', 'none.petstore.example');
    expect(status).toBe(2);
    expect(err).toContain('declared hosts: api.petstore.example');
    expect(fixture.read(name)).toBe(productionFile);
  });

  test('the primary of a site with others is refused', async () => {
    const { status, err } = await run('remove', 'petstore.example');
    expect(status).toBe(2);
    expect(err).toContain('petstore:docs.primary');
    expect(fixture.read(name)).toBe(productionFile);
  });
});

describe('an edit names what else it takes from the file', () => {
  const removals = `${productionFile}  # what is confirmed\n  petstore:removals:`;
  const redirect = ['add', 'new.petstore.example', '--site', 'docs', '--redirect-to', 'petstore.example'];

  test('add: a removal that it withdraws, and the comment that is left without its key', async () => {
    fixture.write(name, `# what is confirmed\n${removals} [new.petstore.example]\n`);
    const { out } = await run(...redirect);
    expect(out).toContain('\n  also taken from petstore:removals\n  read the comment of line ');
    const lines = fixture.read(name).split('\n');
    const [, line, rest] = /comment of line (\d+): (.*)/.exec(out) ?? [];
    expect(lines[Number(line) - 1]).toBe('  # what is confirmed');
    expect(rest).toBe('petstore:removals, which it was above, is no longer in the file');
  });

  test('remove: the comment above the key of the last redirect', async () => {
    fixture.write(
      name,
      `${productionFile}    # links of old\n    redirects:\n      - { from: www.petstore.example, to: petstore.example, status: 301 }\n`,
    );
    const { out } = await run('remove', 'www.petstore.example');
    const [, line, rest] = /comment of line (\d+): (.*)/.exec(out) ?? [];
    expect(fixture.read(name).split('\n')[Number(line) - 1]).toBe('    # links of old');
    expect(rest).toBe('redirects, which it was above, is no longer in the file');
  });

  test('remove: of two comments with the same text, the one above the key of that site', async () => {
    const redirects = (from: string, to: string) =>
      `    # links of old\n    redirects:\n      - { from: ${from}, to: ${to}, status: 301 }\n`;
    const api = 'primary: api.petstore.example\n';
    const ofApi = redirects('w.petstore.example', 'api.petstore.example');
    const text = productionFile.replace(api, `${api}${ofApi}`);
    fixture.write(name, text + redirects('www.petstore.example', 'petstore.example'));
    const { out } = await run('remove', 'www.petstore.example');
    const last = fixture.read(name).split('\n').lastIndexOf('    # links of old') + 1;
    expect(out).toContain(`\n  read the comment of line ${last}: redirects, which it was above`);
  });

  test('no comment where the key stays, and nothing where no other key has the host', async () => {
    fixture.write(name, `${removals} [new.petstore.example, gone.petstore.example]\n`);
    expect((await run(...redirect)).out).toMatch(/also taken from petstore:removals\n(?! {2}read)/);
    fixture.write(name, productionFile);
    expect((await run(...redirect)).out).not.toMatch(/taken|comment/);
  });
});

describe('remove: the only host of a site', () => {
  const bare = productionFile.replace(/ {4}domains:\n.*\n/, '');
  const withoutApi = bare.replace(/ {2}petstore:api:\n.*\n/, '');
  const remove = () => fixture.run('remove', 'petstore.example', '--stack', 'production');

  test('the redirect that is printed works: it leads to the other site', async () => {
    fixture.write(name, bare);
    await fixture.serve(healthyInternet);
    const { status, out } = await remove();
    expect([status, fixture.read(name)]).toEqual([0, expect.not.stringContaining('petstore:docs')]);
    expect(out).toContain(
      'petstore:docs is removed with it, as docs has no other host: only its default address serves it.',
    );
    const command = /npm run domains -- (add .*)/.exec(out)?.[1] ?? '';
    expect(command).toBe(
      'add petstore.example --stack production --site api --redirect-to api.petstore.example',
    );
    expect((await runMain(command.split(' '), fixture.folder)).status).toBe(0);
    expect(fixture.read(name)).toMatch(/from: petstore\.example, to: api\.petstore\.example/);
  });

  test('it is said as well where the host was never deployed, and of a section that stays', async () => {
    fixture.write(name, bare.replace('# an apex\n', '# an apex\n    domains: []\n'));
    await fixture.serve(healthyInternet);
    fixture.write('outputs.json', '{"hosts":{}}');
    const options = ['--stack', 'production', '--outputs', 'outputs.json'];
    const { out } = await fixture.run('remove', 'petstore.example', ...options);
    expect(out).toContain('\n  docs has no other host: only its default address serves it.\n');
    expect(fixture.read(name)).toContain('petstore:docs:');
    fixture.write('Pulumi.yaml', 'name: petstore\nconfig:\n  petstore:api: { default: {} }\n');
    const api = await fixture.run('remove', 'api.petstore.example', ...options);
    expect(api.out).toContain('  petstore:api is removed with it, as api has no other host: only its');
  });

  test('where no host is left, no redirect is printed', async () => {
    fixture.write(name, withoutApi);
    await fixture.serve(healthyInternet);
    const { status, out } = await remove();
    expect(status).toBe(0);
    expect(out).toContain('no host is left to redirect them to');
    expect(out).not.toContain('--redirect-to');
  });

  test.each([
    [
      'the other site has one',
      bare,
      'set up a redirect first',
      '--site api --redirect-to api.petstore.example',
    ],
    ['there is none', withoutApi, 'declare it again, as no host is left', '--site docs'],
  ])('report and check print what works: %s', async (_, file, how, end) => {
    fixture.write(name, file);
    fixture.commit();
    await fixture.serve(healthyInternet);
    await remove();
    const { out } = await fixture.run('report', '--base', 'base');
    expect(out).toContain(how);
    const command = /npm run domains -- (add [^`]*)/.exec(out)?.[1] ?? '';
    expect(command).toBe(`add petstore.example --stack production ${end}`);
    expect((await fixture.run('check', '--base', 'base')).out).toContain(
      `first   npm run domains -- ${command}\n`,
    );
    expect((await runMain(command.split(' '), fixture.folder)).status).toBe(0);
  });
});

describe('the file itself', () => {
  const add = () => run('add', 'docs.petstore.dev', '--site', 'docs');

  test('keeps its mode', async () => {
    chmodSync(join(fixture.folder, name), 0o600);
    expect((await add()).status).toBe(0);
    expect(statSync(join(fixture.folder, name)).mode & 0o777).toBe(0o600);
  });

  test('that is a symbolic link stays one: the file that it names is changed', async () => {
    const path = join(fixture.folder, name);
    mkdirSync(join(fixture.folder, 'stacks'));
    fixture.write('stacks/production.yaml', productionFile);
    rmSync(path);
    symlinkSync('stacks/production.yaml', path);
    expect((await add()).status).toBe(0);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readlinkSync(path)).toBe('stacks/production.yaml');
    expect(readFileSync(join(fixture.folder, 'stacks/production.yaml'), 'utf8')).toContain(
      'docs.petstore.dev',
    );
  });
});
