// Everything that is printed passes through here: to terminals, to logs of GitHub Actions and of Pulumi, to Markdown.
export * from './actions.ts';
export * from './columns.ts';
export * from './comment.ts';
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
export * from './markdown.ts';
export * from './terminal.ts';
export * from './unreadable.ts';
export * from './usage-error.ts';
export * from './words.ts';
