// Properties as the real engine sends them: assets with a hash; those of the state as a hash alone.
import { createHash } from 'node:crypto';
import * as pulumi from '@pulumi/pulumi';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import type { Inputs } from './protocol.ts';

const { specialSigKey, specialAssetSig, specialArchiveSig } = pulumi.runtime;
type Wire = Record<string, structs.JavaScriptValue>;

export async function marshal(inputs: Inputs): Promise<structs.Struct> {
  const wire = await pulumi.runtime.serializeProperties('', { ...inputs });
  return structs.Struct.fromJavaScript(mapAssets(wire, withHash) as Wire);
}

/** The engine adds the hash that a provider's asset lacks. */
export function unmarshal(struct: structs.Struct | undefined): Inputs {
  return mapAssets(struct?.toJavaScript() ?? {}, withHash) as Inputs;
}

/** Properties of the state, with assets as `{ signature, hash }`. */
export function remembered(properties: Inputs): structs.Struct {
  const contentless = (asset: Wire) => ({
    [specialSigKey]: asset[specialSigKey] ?? '',
    hash: asset.hash ?? '',
  });
  return structs.Struct.fromJavaScript(mapAssets(properties, contentless) as Wire);
}

function withHash(asset: Wire): Wire {
  return typeof asset.hash === 'string' && asset.hash !== '' ? asset : { ...asset, hash: hashOf(asset) };
}

/** A hash of the content. The suite's assets are text, and archives of text. */
function hashOf({ text, assets }: Wire): string {
  const entries = Object.entries((assets ?? {}) as Record<string, Wire>).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = typeof text === 'string' ? text : entries.map(([name, entry]) => [name, hashOf(entry)]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function mapAssets(value: unknown, map: (asset: Wire) => Wire): unknown {
  if (Array.isArray(value)) return value.map((item) => mapAssets(item, map));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Wire;
  const signature = object[specialSigKey];
  if (signature === specialArchiveSig || signature === specialAssetSig) return map(object);
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, mapAssets(inner, map)]));
}
