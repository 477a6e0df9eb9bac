// The end of `npm ci`: `node_modules/.bin/node` is the Node of package-lock.json, so that every npm script runs on it.
//
// One of the optional dependencies `node-*` holds it, for each platform one; npm verifies its hash, and it has no install
// script. npm links its binary by itself, but npm before 11 deletes that link again: the packages of the other platforms
// have a binary of the same name. npm also drops an optional package that it cannot download, and reports nothing.
// Plain JavaScript: it runs on the oldest Node that can start the project.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules/.bin');

const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const name = Object.keys(optionalDependencies).find((one) =>
  one.endsWith(`-${process.platform}-${process.arch}`),
);
const binary = join(ROOT, 'node_modules', name ?? '', 'bin/node');

// On Windows, npm's own link is a script.
if (process.platform !== 'win32' && name !== undefined && existsSync(binary)) {
  mkdirSync(BIN, { recursive: true });
  rmSync(join(BIN, 'node'), { force: true });
  // Its headers are for compilers of addons: 67 MB, and no install script compiles one here.
  rmSync(join(ROOT, 'node_modules', name, 'include'), { recursive: true, force: true });
  symlinkSync(relative(BIN, binary), join(BIN, 'node'));
} else if (Number(process.versions.node.split('.')[0]) < NEEDED && !existsSync(join(BIN, 'node'))) {
  process.stderr.write(
    `petstore needs Node ${NEEDED} or later. This is ${process.versions.node}, and ${name ?? `a Node for ${process.platform} ${process.arch}`} was not installed: install Node ${NEEDED}, or run npm ci again without --omit=optional\n`,
  );
  process.exitCode = 1;
}
