// Everything that is printed passes through here: to terminals, to logs of GitHub Actions and of Pulumi, to Markdown.

export { type ActionsLog, createActionsLog } from './actions.ts';
export { clipped, type ListShape, namedLine, nameWidth, table, textWidth } from './columns.ts';
export { visible } from './escape.ts';
export {
  type Gated,
  join,
  json,
  type Part,
  pad,
  paragraph,
  printable,
  type Shown,
  shown,
  styled,
  widthOf,
  wrap,
} from './gated.ts';
export {
  code,
  fenced,
  indented,
  joinMarkdown,
  link,
  list,
  Markdown,
  type MarkdownPart,
  md,
  withCode,
} from './markdown.ts';
export { command, count, shellQuoted, shellWord } from './words.ts';
export { handleWriteErrors } from './write-errors.ts';
