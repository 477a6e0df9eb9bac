// Small parts of sentences and of commands.

/** `1 host`, `2 hosts`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** One word of a POSIX shell, in single quotes (POSIX.1-2024, 2.2.2). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
