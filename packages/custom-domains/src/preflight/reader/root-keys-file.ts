// The file of --root-keys.
import { readFileSync } from 'node:fs';
import type { Ds } from '../../dnssec/records.ts';
import { parseRootKeys } from '../../dnssec/root-keys.ts';
import { unreadableFile } from '../../output/index.ts';

/** Of a file, in the form of `parseRootKeys`: the keys, or what is wrong with it, to go on after its name. */
export function readRootKeys(
  file: string,
): { readonly keys: readonly Ds[] } | { readonly what: string; readonly fix: string } {
  const fix =
    "give IANA's root-anchors.xml, a file in its form (RFC 7958), or lines like . IN DS 20326 8 2 E06D…";
  try {
    const keys = parseRootKeys(readFileSync(file, 'utf8'));
    return keys === undefined ? { what: 'has no keys that are valid now', fix } : { keys };
  } catch (error) {
    return { what: unreadableFile(error), fix };
  }
}
