// Files that a user names: how they are read, and that of --root-keys.
import { readFileSync, statSync } from 'node:fs';
import type { Ds } from '../../dnssec/records.ts';
import { parseRootKeys } from '../../dnssec/root-keys.ts';
import { UsageError, unreadableFile } from '../../output/index.ts';

const FIX =
  "give IANA's root-anchors.xml, a file in its form (RFC 7958), or lines like . IN DS 20326 8 2 E06D…";

/** The text of a file that a user names; a pipe, as the shell's `<(…)` is one, has an end. Throws what `unreadableFile` explains. */
export function readNamed(file: string): string {
  if (statSync(file).isCharacterDevice())
    throw Object.assign(new Error(), { code: 'ENXIO', syscall: 'read' });
  return readFileSync(file, 'utf8');
}

/** In the form of `parseRootKeys`. Throws UsageError. */
export function readRootKeys(file: string): readonly Ds[] {
  const refused = (what: string) => new UsageError(`--root-keys ${file} ${what}.`, FIX);
  let text: string;
  try {
    text = readNamed(file);
  } catch (error) {
    throw refused(unreadableFile(error));
  }
  const keys = parseRootKeys(text);
  if (keys === undefined) throw refused('has no keys that are valid now');
  return keys;
}
