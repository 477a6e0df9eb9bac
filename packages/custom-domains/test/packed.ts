// The package as another team gets it: packed by npm, unpacked below the node_modules of a project of theirs.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const NAME = '@petstore/custom-domains';
/** What `npm pack` reads; the compiler sees the dependencies through a link. */
const SOURCES = ['packages/custom-domains', 'tsconfig.json'];
const LIMIT_MS = 60_000;

const execute = promisify(execFile);
/** Without the condition by which this checkout takes sources: another project has none. */
const { NODE_OPTIONS: _, ...env } = process.env;
const inFolder = (cwd: string) => ({ cwd, env, timeout: LIMIT_MS });

export interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export interface Packed {
  /** Paths in the archive, without npm's `package/`. */
  readonly files: readonly string[];
  readonly manifest: Manifest;
  read(file: string): string;
  /** Compiles a program of that project, its libraries' declarations looked at as well: what was found wrong. */
  check(program: string): Promise<string>;
  /** Runs an ES module in that project: what it printed. */
  run(module: string): Promise<string>;
  remove(): void;
}

export async function packProject(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-pack-'));
  const project = join(folder, 'consumer');
  const own = join(project, 'node_modules', NAME);
  const files = await unpacked(folder, own);
  const read = (file: string) => readFileSync(join(own, file), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Manifest;
  const { dependencies, peerDependencies } = manifest;
  install([...Object.keys({ ...dependencies, ...peerDependencies }), '@types/node', 'undici-types'], project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  return {
    files,
    manifest,
    read,
    check: (program) => check(project, program),
    async run(module) {
      const args = ['--input-type=module', '--eval', module];
      return (await execute(process.execPath, args, inFolder(project))).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function unpacked(folder: string, into: string): Promise<string[]> {
  const source = join(folder, 'source');
  for (const name of SOURCES) cpSync(join(ROOT, name), join(source, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  const { stdout } = await execute(
    'npm',
    ['pack', '--json', '--silent'],
    inFolder(join(source, 'packages/custom-domains')),
  );
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  mkdirSync(into, { recursive: true });
  const unpack = [
    '-xzf',
    join(source, 'packages/custom-domains', packed.filename),
    '-C',
    into,
    '--strip-components=1',
  ];
  await execute('tar', unpack, inFolder(folder));
  return packed.files.map(({ path }) => path);
}

/** Only what is named can be found from the project, as after an installation. */
function install(names: readonly string[], project: string): void {
  for (const name of names) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
}

const COMPILER = {
  ...{ target: 'es2022', module: 'nodenext', lib: ['es2023'], types: ['node'] },
  ...{ strict: true, noEmit: true, skipLibCheck: false },
};

async function check(project: string, program: string): Promise<string> {
  writeFileSync(join(project, 'index.ts'), program);
  const settings = { compilerOptions: COMPILER, files: ['index.ts'] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
  const ended = execute(process.execPath, [tsc, '-p', project], inFolder(project));
  return ended.then(
    () => '',
    (error: { stdout?: string }) => error.stdout || String(error),
  );
}
