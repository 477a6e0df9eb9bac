// "Did you mean": the word nearest to a mistyped one.

/** The nearest of `words` by Levenshtein distance, undefined where none is near enough to be meant. */
export function closest(word: string, words: Iterable<string>): string | undefined {
  const near = [...words]
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)));
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** Insertions, deletions and substitutions between two words; row by row. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substituted = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, at(row, j) + 1, at(next, j - 1) + 1));
    }
    row = next;
  }
  return at(row, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] as number;
}
