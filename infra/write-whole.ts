// Writes a file so that whoever reads it sees the old one or the new one, never a part.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** With the folders above it. The draft beside it is this process's own: another may be writing the same file. */
export function writeWhole(file: string, content: string, mode?: number): void {
  const draft = `${file}.${process.pid}.new`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, content, { mode });
  renameSync(draft, file);
}
