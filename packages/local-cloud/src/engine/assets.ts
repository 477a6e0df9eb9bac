// Assets as hashes: the state and diffs hold a hash of the content, so that a resource changes when its content does.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as pulumi from '@pulumi/pulumi';
import { isUnknown } from '@pulumi/pulumi/output.js';

/** The value with each asset or archive in it replaced by `{ sha256 }`. */
export async function describeAssets(value: unknown): Promise<unknown> {
  const resolved = await value;
  if (isUnknown(resolved)) return resolved;
  if (isAsset(resolved))
    return {
      sha256: createHash('sha256')
        .update(await assetBytes(resolved))
        .digest('hex'),
    };
  if (resolved instanceof pulumi.asset.AssetArchive) return describeEntries(await resolved.assets);
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

type LocalAsset = pulumi.asset.StringAsset | pulumi.asset.FileAsset;

function isAsset(value: unknown): value is LocalAsset {
  return value instanceof pulumi.asset.StringAsset || value instanceof pulumi.asset.FileAsset;
}

/** The bytes of a string or file asset; throws where the file can't be read. */
export async function assetBytes(asset: LocalAsset): Promise<Uint8Array> {
  if (asset instanceof pulumi.asset.StringAsset) return Buffer.from(await asset.text);
  const path = await asset.path;
  return readFileSync(path.startsWith('file:') ? fileURLToPath(path) : path);
}
