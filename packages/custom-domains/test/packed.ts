// A package of this project as another team receives it: packed by npm, unpacked below the node_modules of projects of theirs.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runProcess, startProcess } from '../../../test/run-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LIMIT_MS = 60_000;

const execute = promisify(execFile);
/** Without the condition by which this checkout takes sources: another project has none. */
// What runs the tests may be npx itself, whose own command its child would take for its own.
const { NODE_OPTIONS: _options, npm_config_call: _call, ...env } = process.env;
const inFolder = (cwd: string) => ({ cwd, env, timeout: LIMIT_MS });

/** Each Node on the path, once: CI has the ones that packages must run on there. */
export function nodesFound(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return [...new Set(onPath.filter((file) => existsSync(file)).map((file) => realpathSync(file)))];
}

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
}

/** How a project's compiler resolves packages. */
type Resolution = 'node16' | 'nodenext' | 'bundler';

export type Packed = Awaited<ReturnType<typeof packProject>>;

/** `workspace`: its folder in packages/, which is also its name in the scope `@petstore`. */
export async function packProject(workspace = 'custom-domains') {
  const name = `@petstore/${workspace}`;
  const parent = mkdtempSync(join(tmpdir(), 'petstore-pack-'));
  const project = join(parent, 'consumer');
  const folder = join(project, 'node_modules', name);
  const files = await unpacked(parent, workspace, folder);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Manifest;
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  return {
    ...consumer(project, names),
    /** The unpacked package, and the paths in its archive without npm's `package/`. */
    ...{ folder, files, manifest, read },
    /** The TypeScript of its README that has this text. */
    example(text: string): string {
      const blocks = [...read('README.md').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
      const found = blocks.find((code) => code.includes(text));
      if (found === undefined) throw new Error(`README.md of ${name} has no example with ${text}`);
      return found;
    },
    /** Another project, without the peers whose names start so. */
    without(peer: string) {
      const other = mkdtempSync(join(parent, 'other-'));
      cpSync(folder, join(other, 'node_modules', name), { recursive: true });
      const others = names.filter((name) => !name.startsWith(peer));
      return consumer(other, others);
    },
    /** An otherwise empty folder, in which only what the archive declares as a dependency is installed beside it. */
    commandFolder() {
      const empty = join(parent, 'empty');
      cpSync(folder, join(empty, 'node_modules', name), { recursive: true });
      install(installedWith(Object.keys(manifest.dependencies)), empty);
      linkCommands(manifest, empty);
      return { folder: empty, npx: (args: readonly string[], input?: string) => npx(empty, args, input) };
    },
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function unpacked(folder: string, workspace: string, into: string): Promise<string[]> {
  const source = join(folder, 'source');
  // What `npm pack` reads; the compiler finds the dependencies through a link.
  for (const name of [`packages/${workspace}`, 'tsconfig.json'])
    cpSync(join(ROOT, name), join(source, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  const from = join(source, 'packages', workspace);
  const { stdout } = await execute('npm', ['pack', '--json', '--silent'], inFolder(from));
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  mkdirSync(into, { recursive: true });
  const unpack = ['-xzf', join(from, packed.filename), '-C', into, '--strip-components=1'];
  await execute('tar', unpack, inFolder(folder));
  return packed.files.map(({ path }) => path);
}

/** A project of another team, with the package and its dependencies installed. */
function consumer(project: string, dependencies: readonly string[]) {
  install([...dependencies, '@types/node', 'undici-types'], project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  return {
    /** Compiles a program, the declarations of its libraries included: returns the compiler's errors. */
    async check(program: string, moduleResolution: Resolution = 'nodenext', options: object = {}) {
      const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
      const compilerOptions = { ...COMPILER, module, moduleResolution, ...options };
      writeFileSync(join(project, 'index.ts'), program);
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
      const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
      const { status, out, err } = await runProcess(
        process.execPath,
        [tsc, '-p', project],
        inFolder(project),
      );
      // A compiler that was killed has printed nothing.
      return status === 0 ? '' : out + err || `exit status ${status}`;
    },
    /** Runs an ES module: returns its output. */
    async run(module: string, node = process.execPath) {
      const args = ['--input-type=module', '--eval', module];
      return (await execute(node, args, inFolder(project))).stdout;
    },
  };
}

/** The packages and what they need in turn, as npm installs them. */
function installedWith(names: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
    Object.keys((JSON.parse(text) as Partial<Manifest>).dependencies ?? {}).forEach(add);
  };
  names.forEach(add);
  return [...found];
}

/** As npm links the commands of a package. */
function linkCommands(manifest: Manifest, project: string): void {
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  for (const [name, file] of Object.entries(manifest.bin)) {
    const target = join(project, 'node_modules', manifest.name, file);
    chmodSync(target, 0o755);
    symlinkSync(target, join(project, 'node_modules/.bin', name));
  }
}

/** As the documents have it: `--no` refuses to download, so that only an installed command runs. */
async function npx(folder: string, args: readonly string[], input = '') {
  const offline = { ...env, npm_config_offline: 'true', npm_config_loglevel: 'error' };
  const options = { ...inFolder(folder), env: offline, stdio: 'pipe' as const };
  const { child, ended } = startProcess('npx', ['--no', 'custom-domains', ...args], options);
  child.stdin?.end(input);
  return await ended;
}

/** Only the named packages can be found from the project, as after an installation. */
function install(names: readonly string[], project: string): void {
  for (const name of names) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
}

const COMPILER = {
  ...{ target: 'es2022', lib: ['es2023'], types: ['node'] },
  ...{ strict: true, noEmit: true, skipLibCheck: false },
};
