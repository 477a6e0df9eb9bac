// A function's code: Pulumi's archives and assets read into files, and the folder that they run from.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { asset } from '@pulumi/pulumi';
import { assetBytes, isAsset } from '../assets.ts';
import { isPlain } from '../plain.ts';
import { ServiceError } from '../service-error.ts';

/** Paths with `/`, relative to the archive's root. */
export type Files = Record<string, Uint8Array>;

/** Reads an AssetArchive of texts and files, or `{ path: text or bytes }`. Throws InvalidParameterValueException. */
export async function readArchive(value: unknown): Promise<Files> {
  const entries: unknown = value instanceof asset.AssetArchive ? await value.assets : value;
  if (!isPlain(entries)) throw invalid('code must be an AssetArchive of texts and files');
  const files: Files = {};
  for (const [path, entry] of Object.entries(entries)) {
    const normal = posix.normalize(path);
    if (path === '' || normal.startsWith('../') || posix.isAbsolute(normal))
      throw invalid(`the archive has the path "${path}", which is outside of it`);
    files[normal] = await bytesOf(path, await entry);
  }
  if (Object.keys(files).length === 0) throw invalid('Uploaded file must be a non-empty zip');
  return files;
}

async function bytesOf(path: string, entry: unknown): Promise<Uint8Array> {
  if (isAsset(entry)) return assetBytes(entry);
  if (typeof entry === 'string' || entry instanceof Uint8Array) return Buffer.from(entry);
  throw invalid(`"${path}" of the archive is neither a text nor a file`);
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

export function readUnpacked(folder: string): Files {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(paths.map((path) => [posix.relative(folder, path), readFileSync(path)]));
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterValueException', message);
}
