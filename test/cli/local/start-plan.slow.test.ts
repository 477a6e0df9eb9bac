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
  mkdirSync(join(root, '.local'));
  for (const name of [NAME, ZONE]) copyFileSync(name, join(root, name));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd: root });
const start = (options: Partial<StartOptions> = {}) => {
  const ports = { port: 0, httpPort: 0, dnsPort: 0 };
  return planStart(root, join(root, '.local'), { ...ports, fresh: false, engine: false, ...options }, []);
};
const edit = (from: string, to: string) =>
  writeFileSync(join(root, NAME), readFileSync(join(root, NAME), 'utf8').replace(from, to));

test('what the plan was made of, and the zone file of the project where none is named', async () => {
  const internetFile = join(root, ZONE);
  expect(await start()).toMatchObject({
    ...{ plan: { stack: 'local' }, internetFile },
    sources: hashSources({ stackFile: join(root, NAME), internetFile }),
  });
  rmSync(internetFile);
  await expect(start()).rejects.toThrow(`restore it with git checkout -- ${ZONE}, or name`);
});

test('a stack file that git has: the command that brings it back, and it does; one that it does not have: the stacks here', async () => {
  copyFileSync('Pulumi.staging.yaml', join(root, 'Pulumi.staging.yaml'));
  renameSync(join(root, NAME), join(root, 'kept'));
  await expect(start()).rejects.toThrow(/no such file\s+stacks here: staging/);
  renameSync(join(root, 'kept'), join(root, NAME));
  git('init', '-q', '.');
  git('add', '-A');
  git('commit', '-qm', 'all');
  // Staged too, so that the index does not have it.
  git('rm', '-q', NAME);
  const restore = ['checkout', 'HEAD', '--', NAME];
  await expect(start()).rejects.toMatchObject({
    problems: [{ code: 'no-such-stack', commands: [`git ${restore.join(' ')}`] }],
  });
  git(...restore);
  await expect(start()).resolves.toMatchObject({ plan: { stack: 'local' } });
});

describe('refused', () => {
  test.each<[string, object, Partial<StartOptions>, () => void]>([
    [
      'a stack of another account',
      { message: expect.stringContaining('AWS account ID not allowed') },
      {},
      () => edit('config:', 'config:\n  aws:allowedAccountIds: ["111111111111"]'),
    ],
    [
      'a problem of the stack file',
      { problems: [{ path: expect.stringContaining('aws:region') }] },
      {},
      () => edit('eu-west-1', 'eu-central-9'),
    ],
    [
      '--engine without the Pulumi CLI',
      { code: 'command-failed', message: expect.stringMatching(/^--engine needs the Pulumi CLI/) },
      { engine: true },
      () => {
        vi.stubEnv('PATH', root);
        onTestFinished(() => void vi.unstubAllEnvs());
      },
    ],
    ['two ports that are one', { code: 'usage' }, { port: 8443, httpPort: 8443 }, () => undefined],
    [
      'a zone file that is absent',
      { message: expect.stringContaining('no such file') },
      { internet: 'none.zone' },
      () => undefined,
    ],
    [
      'a folder as the zone file',
      { message: expect.stringContaining('is a folder') },
      { internet: 'cli' },
      () => undefined,
    ],
  ])('%s', async (_, error, options, prepare) => {
    prepare();
    await expect(start(options)).rejects.toMatchObject(error);
  });

  test('a zone file that is wrong, and one that --fresh would delete, also by a link', async () => {
    const internet = join(root, '.local/own.zone');
    writeFileSync(internet, 'a.example. 300 IN A nowhere\n');
    await expect(start({ internet })).rejects.toMatchObject({ problems: [{ path: 'own.zone:1' }] });
    writeFileSync(internet, '');
    const link = join(root, 'link.zone');
    symlinkSync(internet, link);
    for (const file of [internet, link])
      await expect(start({ internet: file, fresh: true })).rejects.toMatchObject({ code: 'usage' });
    renameSync(join(root, '.local'), join(root, 'elsewhere'));
    symlinkSync('elsewhere', join(root, '.local'));
    for (const file of [internet, join(root, 'elsewhere/own.zone')])
      await expect(start({ internet: file, fresh: true })).rejects.toMatchObject({ code: 'usage' });
    await expect(start({ internet })).resolves.toMatchObject({ internetFile: internet });
    await expect(start({ fresh: true })).resolves.toMatchObject({ plan: { stack: 'local' } });
  });
});
