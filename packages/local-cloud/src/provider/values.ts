// Properties between their two forms: protobuf structs of the provider protocol, and plain values for the handlers.
import * as pulumi from '@pulumi/pulumi';
import { isUnknown, unknown } from '@pulumi/pulumi/output.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';

type Struct = structs.Struct;
export type Properties = Record<string, unknown>;

const { specialSigKey, specialAssetSig, specialArchiveSig, specialSecretSig, unknownValue } = pulumi.runtime;

/** An asset or archive of the state, which the engine sends as a hash without its content. */
class StoredAsset {}

/** As the engine sent them, to be returned with its hash: an asset that is stored without one never shows a change. */
const sent = new WeakMap<object, Properties>();

/** Without assets that have no content: the engine would treat such an archive as an empty one. The service reads them back. */
export function withoutStoredAssets(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => !(value instanceof StoredAsset)),
  );
}

/** For the handlers: assets with their content, where the engine sent it. Unknown values stay unknown (`isUnknown`). */
export function fromStruct(struct: Struct | undefined): Properties {
  return struct === undefined ? {} : (read(struct.toJavaScript(), readAsset) as Properties);
}

/** For a diff: each asset is represented by its hash, which the engine sends for both sides. */
export function describeStruct(struct: Struct | undefined): Properties {
  const describe = ({ hash }: Properties) => ({ sha256: hash });
  return struct === undefined ? {} : (read(struct.toJavaScript(), describe) as Properties);
}

function read(value: unknown, asset: (wire: Properties) => unknown): unknown {
  if (value === unknownValue) return unknown;
  // Pulumi sends null for an absent value.
  if (Array.isArray(value)) return value.map((item) => read(item, asset));
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const wire = value as Properties;
  const signature = wire[specialSigKey];
  if (signature === specialSecretSig) return read(wire.value, asset);
  if (signature === specialAssetSig || signature === specialArchiveSig) return asset(wire);
  const entries = Object.entries(wire).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, read(inner, asset)]));
}

function readAsset(wire: Properties): unknown {
  const asset = assetOf(wire);
  sent.set(asset, wire);
  return asset;
}

function assetOf(wire: Properties): object {
  if (!hasContent(wire)) return new StoredAsset();
  const { text, path, assets } = wire;
  if (wire[specialSigKey] === specialArchiveSig) {
    if (typeof path === 'string') return new pulumi.asset.FileArchive(path);
    return new pulumi.asset.AssetArchive(read(assets, readAsset) as pulumi.asset.AssetMap);
  }
  if (typeof path === 'string') return new pulumi.asset.FileAsset(path);
  return new pulumi.asset.StringAsset(text as string);
}

/** False for an asset of the state, of which the engine sends only a hash. */
function hasContent({ text, path, assets }: Properties): boolean {
  if (typeof text === 'string' || typeof path === 'string') return true;
  if (typeof assets !== 'object' || assets === null) return false;
  const entries = Object.values(assets);
  return entries.length > 0 && entries.every((entry) => hasContent(entry as Properties));
}

export async function toStruct(properties: object): Promise<Struct> {
  return structs.Struct.fromJavaScript((await write(properties)) as Record<string, Wire>);
}

type Wire = structs.JavaScriptValue;

async function write(value: unknown): Promise<Wire> {
  if (isUnknown(value)) return unknownValue;
  if (isFiles(value)) return write(archiveOf(value));
  const wire = sent.get(Object(value));
  if (wire !== undefined) return wire as Record<string, Wire>;
  if (pulumi.asset.Asset.isInstance(value) || pulumi.asset.Archive.isInstance(value)) {
    const { asset } = await pulumi.runtime.serializeProperties('', { asset: value });
    return asset as Wire;
  }
  if (Array.isArray(value)) return Promise.all((value as unknown[]).map(write));
  if (typeof value !== 'object' || value === null) return (value ?? null) as Wire;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([key, inner]) => [key, await write(inner)] as const)),
  );
}

/** A function's code as the service stores it. */
type Files = Readonly<Record<string, Uint8Array>>;

function isFiles(value: unknown): value is Files {
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.values(value);
  return entries.length > 0 && entries.every((entry) => entry instanceof Uint8Array);
}

function archiveOf(files: Files): pulumi.asset.AssetArchive {
  const entries = Object.entries(files).map(([path, bytes]) => {
    return [path, new pulumi.asset.StringAsset(Buffer.from(bytes).toString())] as const;
  });
  return new pulumi.asset.AssetArchive(Object.fromEntries(entries));
}
