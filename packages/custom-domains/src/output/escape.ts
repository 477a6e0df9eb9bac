// Text that others control, as visible characters: it moves no cursor, starts no line, hides nothing and reverses nothing.

// Controls (C0, DEL, C1), line and paragraph separators, halves of a surrogate pair, and what has no width of its own: zero-width and
// bidirectional marks (UAX 9), fillers, tags. Variation selectors remain: they only choose between forms of a character.
export const UNSEEN = /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `\x1b`, `\u202e`, `\u{e0041}`: as JavaScript writes the character. */
function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code > 0xffff) return `\\u{${hex}}`;
  return SHORT[character] ?? (code > 0xff ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`);
}

/** One line, of printable characters only. A usual name or sentence is unchanged. */
export function visible(text: string): string {
  return withoutMarks(text.replace(UNSEEN, escapeOf));
}

/** Makes a text of several lines visible, and keeps its lines. A tab becomes spaces, as messages are indented with it. */
export function visibleLines(text: string): string {
  return text
    .replace(/\t/g, '    ')
    .split(/\r\n|\n/)
    .map(visible)
    .join('\n');
}

/** No line is a command to the program that displays it: `::name::` and `##[name]` (actions/runner, src/Runner.Common/ActionCommand.cs),
 *  and `<{%name%}>` (Pulumi, sdk/go/common/diag/colors/colors.go). */
export function inert(text: string): string {
  return withoutMarks(text.replace(/^(\s*):(?=:)/gm, '$1\\x3a'));
}

/** Breaks the marks that count anywhere in a line. */
function withoutMarks(text: string): string {
  return text.replace(/##\[/g, '##\\x5b').replace(/<\{%/g, '<\\x7b%');
}
