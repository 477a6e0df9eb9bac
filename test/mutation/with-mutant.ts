// A mutant in the copy for as long as something looks at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applied, type Mutant } from './mutants.ts';

/** The file is restored before this settles. */
export async function withMutant<T>(root: string, mutant: Mutant, look: () => Promise<T>): Promise<T> {
  const path = join(root, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, applied(source, mutant));
  try {
    return await look();
  } finally {
    writeFileSync(path, source);
  }
}
