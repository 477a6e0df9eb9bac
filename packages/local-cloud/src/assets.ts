// Pulumi's assets and archives: their bytes, for the service that stores them, and their hashes, for a state.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asset } from '@pulumi/pulumi';
import { isUnknown } from '@pulumi/pulumi/output.js';

/** The value with each asset or archive in it replaced by `{ sha256 }`. */
export async function describeAssets(value: unknown): Promise<unknown> {
  const resolved = await value;
  if (isUnknown(resolved)) return resolved;
  if (isAsset(resolved)) return { sha256: hash('sha256', await assetBytes(resolved)) };
  if (resolved instanceof asset.AssetArchive) return describeEntries(await resolved.assets);
  if (Array.isArray(resolved)) return Promise.all(resolved.map(describeAssets));
  if (typeof resolved === 'object' && resolved !== null) return describeEntries(resolved);
  return resolved;
}

async function describeEntries(entries: object): Promise<Record<string, unknown>> {
  const described = await Promise.all(
    Object.entries(entries).map(async ([key, value]) => [key, await describeAssets(value)] as const),
  );
  return Object.fromEntries(described);
}

export function isAsset(value: unknown): value is asset.StringAsset | asset.FileAsset {
  return value instanceof asset.StringAsset || value instanceof asset.FileAsset;
}

/** The bytes of a string or file asset; throws where the file can't be read. */
export async function assetBytes(one: asset.StringAsset | asset.FileAsset): Promise<Uint8Array> {
  if (one instanceof asset.StringAsset) return Buffer.from(await one.text);
  const path = await one.path;
  return readFileSync(path.startsWith('file:') ? fileURLToPath(path) : path);
}
