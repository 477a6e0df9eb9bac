// The comments and the empty lines around the sections of a YAML text, which no node of it has.
import { cutLines, lineEnd, lineStart, type TextEdit } from './yaml-text.ts';

/** The end of the line of `at`, or of the comments below it that are indented deeper than `indent` columns: they belong to what ends there. */
export function commentsEnd(text: string, at: number, indent: number): number {
  let end = lineEnd(text, at);
  for (let next = nextLine(text, end); next < text.length; next = nextLine(text, next)) {
    const line = text.slice(next, lineEnd(text, next));
    if (line.trim() === '') continue;
    if (!line.trimStart().startsWith('#') || line.length - line.trimStart().length <= indent) break;
    end = lineEnd(text, next);
  }
  return end;
}

/** The start of the next line; the end of the text where there is none. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Whether an empty line is in front of the line of `at` and the comments directly above it. */
export function isAfterBlank(text: string, at: number): boolean {
  let start = lineStart(text, at);
  while (start > 0) {
    start = lineStart(text, start - 1);
    const line = text.slice(start, lineEnd(text, start)).trim();
    if (!line.startsWith('#')) return line === '';
  }
  return false;
}

/** As `cutLines`; of the empty lines on both sides, one remains. */
export function cutSection(text: string, from: number, to: number): TextEdit {
  const cut = cutLines(text, from, to);
  const isBlankAt = (start: number) => text.slice(start, lineEnd(text, start)).trim() === '';
  const hasBlankAfter = cut.end < text.length && isBlankAt(cut.end);
  const hasBlankBefore = cut.start > 0 && isBlankAt(lineStart(text, cut.start - 1));
  return hasBlankAfter && hasBlankBefore ? { ...cut, end: nextLine(text, cut.end) } : cut;
}
