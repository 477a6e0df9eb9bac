// The comments on lines that an edit has changed: they stay, and may be about the host that was there.
import { readFileSync } from 'node:fs';
import { type Shown, shown } from '@petstore/custom-domains/output';

/** Call the result after an edit that replaces text within lines. */
export function changedComments(path: string): () => Shown[] {
  const before = linesOf(path);
  return () => {
    const changed = linesOf(path).flatMap((line, index) => (line === before[index] ? [] : [index + 1]));
    const commented = changed.filter((number) => / #/.test(before[number - 1] ?? ''));
    if (commented.length === 0) return [];
    const where = commented.length === 1 ? 'line' : 'lines';
    return [shown`  read the comment of ${where} ${commented.join(', ')}: it stays as it was`];
  };
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n');
}
