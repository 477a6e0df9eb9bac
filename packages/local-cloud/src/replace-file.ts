// Replaces a file as a whole: a crash, or a disk that is full, leaves the former one.
import { writeFileSync } from 'node:fs';
import { type Options, sync as writeFileAtomic } from 'write-file-atomic';

/** Node writes the data, which goes on after a short write, as to a disk that is nearly full: write-file-atomic 7 takes it for the whole. */
export function replaceFile(file: string, data: string, options: Omit<Options, 'tmpfileCreated'> = {}): void {
  const tmpfileCreated = (temporary: string) => writeFileSync(temporary, Buffer.from(data));
  writeFileAtomic(file, '', { ...options, tmpfileCreated });
}
