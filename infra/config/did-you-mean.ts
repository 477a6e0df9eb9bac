// "Did you mean": the word nearest to a misspelled one.
import leven from 'leven';

/** The nearest of `words` by Levenshtein distance; two letters in each other's place count as one. Undefined where none is similar enough. */
export function closest(word: string, words: Iterable<string>): string | undefined {
  const near = [...words]
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter((near) => near.distance <= Math.max(1, Math.floor(near.candidate.length / 3)));
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}

function distance(word: string, candidate: string): number {
  const letters = (text: string) => [...text].sort().join('');
  return word !== candidate && letters(word) === letters(candidate) ? 1 : leven(word, candidate);
}
