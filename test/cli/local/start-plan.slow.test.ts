// What a start is made of, and what it is refused with.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashSources } from '../../../cli/deployed-sources.ts';
import { planStart, type StartOptions } from '../../../cli/local/start-plan.ts';

const NAME = 'Pulumi.local.yaml';
const ZONE = 'cli/local/internet.zone';
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'petstore-start-'));
  mkdirSync(join(root, 'cli/local'), { recursive: true });
  for (const name of [NAME, ZONE]) copyFileSync(name, join(root, name));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd: root });
const start = (options: Partial<StartOptions> = {}) =>
  planStart(
    root,
    join(root, '.local'),
    {
      ...{ port: 0, httpPort: 0, dnsPort: 0, internet: join(root, ZONE), fresh: false, engine: false },
      ...options,
    },
    [],
  );

test('a file that git has: the command that brings it back, and it does', async () => {
  git('init', '-q', '.');
  git('add', '-A');
  git('commit', '-qm', 'all');
  // Staged too, so that the index does not have it.
  git('rm', '-q', NAME);
  const restore = ['checkout', 'HEAD', '--', NAME];
  await expect(start()).rejects.toThrow(
    `there is no such file\n  ${' '.repeat(NAME.length + 2)}restore it: git ${restore.join(' ')}`,
  );
  await expect(start()).rejects.toMatchObject({
    problems: [{ code: 'no-such-stack', commands: [`git ${restore.join(' ')}`] }],
  });
  git(...restore);
  await expect(start()).resolves.toMatchObject({ plan: { stack: 'local' } });
});

test('what the plan was made of, and the zone file of the project where none is named', async () => {
  const sources = { stackFile: join(root, NAME), internetFile: join(root, ZONE) };
  expect(await start({ internet: undefined })).toMatchObject({
    internetFile: sources.internetFile,
    sources: hashSources(sources),
  });
});

describe('refused', () => {
  const edit = (from: string, to: string) =>
    writeFileSync(join(root, NAME), readFileSync(join(root, NAME), 'utf8').replace(from, to));

  test('a stack of another account', async () => {
    edit('config:', 'config:\n  aws:allowedAccountIds: ["111111111111"]');
    await expect(start()).rejects.toThrow('AWS account ID not allowed');
  });

  test('a problem of the stack file, also where git has it without the problem', async () => {
    git('init', '-q', '.');
    git('add', '-A');
    git('commit', '-qm', 'all');
    edit('eu-west-1', 'eu-central-9');
    const refused = await start().catch(({ message }) => message);
    expect(refused).toContain('did you mean "eu-central-1"');
    expect(refused).not.toContain('restore it');
  });

  test('a zone file that is wrong, and one that --fresh would delete', async () => {
    const internet = join(root, '.local/own.zone');
    mkdirSync(join(root, '.local'));
    writeFileSync(internet, 'a.example. 300 IN A nowhere\n');
    await expect(start({ internet })).rejects.toMatchObject({ problems: [{ path: 'own.zone:1' }] });
    writeFileSync(internet, '');
    await expect(start({ internet, fresh: true })).rejects.toMatchObject({
      code: 'usage',
      message: `${internet} is in ${join(root, '.local')}, which --fresh deletes.\n  move it elsewhere, and name that with --internet`,
    });
    // Either may be a link.
    const link = join(root, 'link.zone');
    symlinkSync(internet, link);
    await expect(start({ internet: link, fresh: true })).rejects.toMatchObject({ code: 'usage' });
    renameSync(join(root, '.local'), join(root, 'elsewhere'));
    symlinkSync('elsewhere', join(root, '.local'));
    await expect(start({ internet, fresh: true })).rejects.toMatchObject({ code: 'usage' });
    const inside = join(root, 'elsewhere/own.zone');
    await expect(start({ internet: inside, fresh: true })).rejects.toMatchObject({ code: 'usage' });
    await expect(start({ internet })).resolves.toMatchObject({ internetFile: internet });
    await expect(start({ fresh: true })).resolves.toMatchObject({ plan: { stack: 'local' } });
  });

  test('--engine without the Pulumi CLI', async () => {
    vi.stubEnv('PATH', root);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(start({ engine: true })).rejects.toMatchObject({
      code: 'command-failed',
      message: expect.stringMatching(/^--engine needs the Pulumi CLI/),
    });
  });

  test('two ports that are one', async () => {
    await expect(start({ port: 8443, httpPort: 8443 })).rejects.toMatchObject({ code: 'usage' });
  });
});

test('a file that git does not have: the stacks that are here', async () => {
  rmSync(join(root, NAME));
  copyFileSync('Pulumi.staging.yaml', join(root, 'Pulumi.staging.yaml'));
  await expect(start()).rejects.toThrow(/no such file\s+stacks here: staging/);
});
