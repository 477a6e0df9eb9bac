// Small parts of sentences and of commands.

/** `1 host`, `2 hosts`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** One word of a POSIX shell: as it is where no character of it means anything to a shell, else in single quotes. */
function shellWord(text: string): string {
  return /^[\w./:=,@-]+$/.test(text) ? text : shellQuoted(text);
}

/** One word of a POSIX shell, in single quotes (POSIX.1-2024, 2.2.2). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

declare const isQuoted: unique symbol;
/** A line for a POSIX shell, in which all that is not the command's own is quoted: only the template `command` makes one. */
export type Command = string & { readonly [isQuoted]: true };

/** A line to paste. A string is one word, a list is several, undefined none. `line`: a command within this one, as after a pipe. */
export function command(
  strings: TemplateStringsArray,
  ...parts: readonly (string | number | undefined | readonly string[] | { readonly line: Command })[]
): Command {
  return strings.raw.reduce((line, text, index) => {
    const part = parts[index - 1] ?? [];
    if (typeof part === 'object' && 'line' in part) return line + part.line + text;
    const words = typeof part === 'object' ? part : [String(part)];
    return (words.length === 0 ? line.trimEnd() : line + words.map(shellWord).join(' ')) + text;
  }) as Command;
}
