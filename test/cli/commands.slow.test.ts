// Every command as a process: its help, what it refuses, a local cloud that does not run, dependencies that are missing, and a Node that cannot
// run the program: no syntax error.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_FILES, writeJson } from '../../cli/local-files.ts';
import { saveStart } from '../../cli/served-cloud.ts';
import { nodeArguments } from '../npm-script.ts';
import { asNode } from '../run-process.ts';
import { runMain } from './domains/harness.ts';
import { copyProject, removeProject } from './local/support.ts';

const ROOT = join(import.meta.dirname, '../..');
type Script = Parameters<typeof nodeArguments>[0];

function run(script: Script, args: readonly string[], root?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArguments(script, root), ...args], {
    ...{ encoding: 'utf8', timeout: 30_000, cwd: root },
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

describe('--help', () => {
  const helpOf = (script: Script, ...args: string[]) => {
    const { status, stdout, stderr } = run(script, [...args, '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  const golden = (name: string) => `../golden/help/${name}.txt`;

  test.each(['local', 'keys', 'domains', 'release', 'drill'] as const)('of %s', async (script) => {
    await expect(helpOf(script)).toMatchFileSnapshot(golden(script));
  });

  test.each([
    ['keys', ['create', 'list', 'revoke', 'rotate']],
    ['release', ['status', 'rollback', 'retry']],
    ['drill', ['copy-items']],
  ] as const)('of the subcommands of %s', async (script, names) => {
    const text = names.map((name) => helpOf(script, name)).join('\n');
    await expect(text).toMatchFileSnapshot(golden(`${script}-subcommands`));
  });

  test('of the subcommands of domains; an example whose output is a file has no heading of npm in it', async () => {
    const { out } = await runMain(['--help'], '.');
    const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    expect(names).toContain('check');
    const own = names.filter((name) => name !== 'help');
    const pages = await Promise.all(own.map(async (name) => (await runMain([name, '--help'], '.')).out));
    await expect(pages.join('\n')).toMatchFileSnapshot(golden('domains-subcommands'));
    const piped = pages.join('\n').match(/^ {2}npm run .*(--format (json|zone)|>).*$/gm) ?? [];
    expect(piped.length).toBeGreaterThan(3);
    for (const example of piped) expect(example).toMatch(/^ {2}npm run --silent /);
  });
});

/** Neither a terminal nor a log of GitHub obeys what is quoted. */
const HOSTILE = '\u001b]0;x\u0007\u001b[2J\n::error::owned\r##[error]x\u202e';

test.each([
  ['keys', [`--${HOSTILE}`], '✗ unknown option'],
  ['keys', [HOSTILE], '✗ unknown command'],
  ['keys', ['create', '--name', 'ci', HOSTILE], '✗ too many arguments'],
  ['local', ['--port', HOSTILE], 'A port is a whole number'],
  ['domains', ['add', 'shop.petstore.example', '--site', HOSTILE], 'Allowed choices are'],
] as const)('npm run %s -- %j is refused with status 2', (script, args, message) => {
  const { status, stdout, stderr } = run(script, args);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  expect(stderr).not.toMatch(/(?!\n)\p{Cc}|\u202e|^\s*::|##\[/mu);
});

describe('the local cloud does not run', () => {
  let folder: string;
  beforeAll(() => {
    folder = copyProject();
    const local = join(folder, '.local');
    mkdirSync(local);
    saveStart(local, ['--engine', '--fresh']);
    // What a run leaves that is killed, whose process has ended.
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeJson(local, LOCAL_FILES.ready, { hosts: {}, caFile: 'ca.pem', dnsServer: '127.0.0.1:9', pid });
    for (const name of [LOCAL_FILES.api, LOCAL_FILES.environment]) writeJson(local, name, {});
  });
  afterAll(() => removeProject(folder));

  test.each([
    ['keys', ['list']],
    ['release', ['status']],
    ['domains', ['status', '--stack', 'local']],
  ] as const)('%s %j says so, and how it was last started', (script, args) => {
    const fix = 'start it in another terminal: npm run local -- --engine';
    const stderr = `✗ The local cloud is not running here.\n  ${fix}\n`;
    expect(run(script, args, folder)).toEqual({ status: 2, stdout: '', stderr });
  });
});

const BY_NPX = `: run it by npx, as in "npx -c 'pulumi up'", which uses the project's own\n`;

test.each([
  ['cli/installed.cjs', 2, ".\n  use the project's own: node .ci/link-node.js\n"],
  ['infra/main.js', 1, BY_NPX],
  ['examples/bootstrap/main.js', 1, BY_NPX],
])("%s in a Node that is too old: the version, and how to get the project's own", (entry, expected, fix) => {
  const options = { cwd: ROOT, encoding: 'utf8', timeout: 20_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...asNode('20.20.2'), entry], options);
  expect([status, stdout]).toEqual([expected, '']);
  expect(stderr).toBe(`petstore needs Node 24 or later, and this is 20.20.2${fix}`);
});

describe('before npm ci has ended, in any Node', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'petstore-not-installed-'));
    cpSync(join(ROOT, 'cli'), join(folder, 'cli'), { recursive: true });
    // As an interrupted one leaves it.
    mkdirSync(join(folder, 'node_modules/commander'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  /** As npm starts it, where no program of node_modules is on the path. */
  const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);

  // npm runs `postinstall` itself, in the installation.
  test.each(Object.entries(scripts).filter(([name]) => name !== 'postinstall'))(
    'npm run %s',
    (_name, script) => {
      const options = { cwd: folder, env: { PATH }, encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync('sh', ['-c', script], options);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toBe('The dependencies of the project are not installed.\n  install them: npm ci\n');
    },
  );
});
