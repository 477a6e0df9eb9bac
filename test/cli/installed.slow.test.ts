// Before `npm ci`, each script of package.json says that it is missing, in one line and with status 2, in any Node.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
/** npm's own, of the installation. */
const INSTALLING = ['postinstall'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-not-installed-'));
  cpSync(join(ROOT, 'cli'), join(folder, 'cli'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As npm starts it, where no program of node_modules is on the path. */
const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);

test.each(Object.entries(scripts).filter(([name]) => !INSTALLING.includes(name)))(
  'npm run %s',
  (_name, command) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      env: { PATH },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'The dependencies of the project are not installed.\n  install them: npm ci\n',
    });
  },
);
