// Properties as the provider protocol carries them, and as the handlers take them.
import * as pulumi from '@pulumi/pulumi';
import { isUnknown, unknown } from '@pulumi/pulumi/output.js';
import { Struct } from 'google-protobuf/google/protobuf/struct_pb.js';

export type Properties = Record<string, unknown>;

/** Values that a preview does not know yet stay marked: `isUnknown` tells them. */
export function fromStruct(struct: Struct | undefined): Properties {
  return struct === undefined ? {} : pulumi.runtime.deserializeProperties(struct, true);
}

export async function toStruct(properties: object): Promise<Struct> {
  return Struct.fromJavaScript(
    await pulumi.runtime.serializeProperties('', withMarks(properties) as Properties),
  );
}

/** The protocol's mark for a value that is not known yet. */
function withMarks(value: unknown): unknown {
  if (isUnknown(value)) return pulumi.runtime.unknownValue;
  if (Array.isArray(value)) return value.map(withMarks);
  if (typeof value !== 'object' || value === null || isAssetLike(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withMarks(inner)]));
}

function isAssetLike(value: object): boolean {
  return pulumi.asset.Asset.isInstance(value) || pulumi.asset.Archive.isInstance(value);
}

export { isUnknown, unknown };
