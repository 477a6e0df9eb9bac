// "Did you mean": the word nearest to a misspelled one.
import leven from 'leven';

/** The nearest of `words` by Levenshtein distance; two letters in each other's place count as one. Undefined where none is similar enough. */
export function closest(word: string, words: Iterable<string>): string | undefined {
  const near = [...words]
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter((near) => near.distance <= Math.max(1, Math.floor(near.candidate.length / 3)));
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}

export function didYouMean(near: string | undefined, otherwise: string): string {
  return near === undefined ? otherwise : `did you mean "${near}"?`;
}

/** The nearest host: the labels that two names share at their end say nothing of how similar the others are. */
export function closestHost(host: string, hosts: Iterable<string>): string | undefined {
  return closest(
    host,
    [...hosts].filter((candidate) => areSimilar(host.split('.'), candidate.split('.'))),
  );
}

function areSimilar(one: readonly string[], other: readonly string[]): boolean {
  const shared = [...one].reverse().findIndex((label, index) => label !== other.at(-1 - index));
  const own = one.slice(0, shared === -1 ? 0 : one.length - shared);
  const others = other.slice(0, other.length - (one.length - own.length));
  if (own.length !== others.length) return closest(own.join('.'), [others.join('.')]) !== undefined;
  return own.every((label, index) => closest(label, [others[index] ?? '']) !== undefined);
}

function distance(word: string, candidate: string): number {
  const letters = (text: string) => [...text].sort().join('');
  return word !== candidate && letters(word) === letters(candidate) ? 1 : leven(word, candidate);
}
