// Escapes text from DNS, a branch or a file for Markdown: it cannot become markup, a link or a mention. Our own: general
// escapers leave GitHub's mentions, issue numbers and bare links as they are.

const ZERO_WIDTH_SPACE = '\u200b';

/** A code span, in which GitHub has no links and no mentions; it wraps on a narrow screen. */
export function code(text: string): string {
  const line = oneLine(text);
  const mark = '`'.repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${mark}${space}${line}${space}${mark}`;
}

/**
 * Running text. A backslash prevents markup and links, bare addresses too (GFM 6.9). GitHub finds mentions and issue
 * numbers later, in the rendered text: a zero-width space prevents those.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~!&$]/g, '\\$&')
    .replace(/:\/\/|\bwww\./gi, (start) => start.replace(/[/.]/g, '\\$&'))
    .replace(/[@#]/g, `$&${ZERO_WIDTH_SPACE}`);
}

/** A fence longer than any run of backticks inside, so that no line can end it. */
export function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${visible(text)}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

export function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A line break could start a heading, a list or HTML of its own. */
function oneLine(text: string): string {
  return visible(text.replace(/[\r\n\v\f\u2028\u2029]+/g, ' '));
}

/** Without control characters, and marks that change the direction of the text (UAX 9). */
function visible(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
