// A function's code: Pulumi's archives and assets read into files, and the folder that they run from.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asset } from '@pulumi/pulumi';
import { isPlain } from '../forms.ts';
import { ServiceError } from '../service-error.ts';

/** Paths with `/`, relative to the archive's root. */
export type Files = Record<string, Uint8Array>;

/**
 * Reads a FileArchive of a folder, an AssetArchive, or a plain `{ path: text or bytes }`.
 * Throws InvalidParameterValueException for an unsupported value and for a path outside the archive.
 */
export async function readArchive(value: unknown): Promise<Files> {
  const files: Files = {};
  await collect(await value, '', (path, content) => {
    const normal = posix.normalize(path);
    if (path === '' || normal.startsWith('../') || posix.isAbsolute(normal))
      throw invalid(`the archive has the path "${path}", which is outside of it`);
    files[normal] = content;
  });
  if (Object.keys(files).length === 0) throw invalid('Uploaded file must be a non-empty zip');
  return files;
}

type Add = (path: string, bytes: Uint8Array) => void;

async function collect(value: unknown, path: string, add: Add): Promise<void> {
  if (typeof value === 'string') add(path, Buffer.from(value));
  else if (value instanceof Uint8Array) add(path, value);
  else if (value instanceof asset.StringAsset) add(path, Buffer.from(await value.text));
  else if (value instanceof asset.FileAsset) add(path, readFileSync(toPath(await value.path)));
  else if (value instanceof asset.FileArchive) readFolder(toPath(await value.path), path, add);
  else if (value instanceof asset.AssetArchive) await collect(await value.assets, path, add);
  else if (isPlain(value)) {
    for (const [name, child] of Object.entries(value))
      await collect(await child, posix.join(path, name), add);
  } else throw invalid('code must be an archive of files: an AssetArchive, or a FileArchive of a folder');
}

function readFolder(folder: string, path: string, add: Add): void {
  if (!existsSync(folder)) throw invalid(`there is no folder ${folder}`);
  if (!statSync(folder).isDirectory()) {
    throw invalid(`${folder} is not a folder: the local Lambda reads folders and assets, not zip files`);
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = file
      .slice(folder.length + 1)
      .split(sep)
      .join('/');
    add(posix.join(path, name), readFileSync(file));
  }
}

function toPath(path: string): string {
  return resolve(path.startsWith('file:') ? fileURLToPath(path) : path);
}

/** `codeSha256`: Base64 SHA-256 over names and contents in order. It changes exactly when the code does. */
export function hashOf(files: Files): string {
  const hash = createHash('sha256');
  for (const path of Object.keys(files).sort()) {
    const bytes = files[path] as Uint8Array;
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('base64');
}

/** Writes the files to a new folder below `parent`; returns its path. */
export function unpack(files: Files, parent: string): string {
  mkdirSync(parent, { recursive: true });
  // As in Lambda, `.js` is CommonJS unless the archive's own package.json sets another type.
  writeFileSync(join(parent, 'package.json'), '{}\n');
  const folder = mkdtempSync(join(parent, 'code-'));
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return folder;
}

/** The files that `unpack` wrote. */
export function readUnpacked(folder: string): Files {
  const files: Files = {};
  if (existsSync(folder)) readFolder(folder, '', (path, bytes) => Object.assign(files, { [path]: bytes }));
  return files;
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterValueException', message);
}
