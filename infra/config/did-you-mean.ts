// "Did you mean": the word nearest to a misspelled one.
import leven from 'leven';

/** The nearest of `words` by Levenshtein distance; undefined where none is similar enough. */
export function closest(word: string, words: Iterable<string>): string | undefined {
  const near = [...words]
    .map((candidate) => ({ candidate, distance: leven(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)));
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}
