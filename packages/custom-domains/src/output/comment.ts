// A comment on a pull request: blocks that are shown whole or not at all, within GitHub's limit, and the marker by which it is found again.
import { code, joinMarkdown, type Markdown, md } from './markdown.ts';
import type { Command } from './words.ts';

export interface Block {
  readonly text: Markdown;
  /** It is in every comment, however long the rest is. */
  readonly always?: boolean;
}

/** The first line of the comment, which is not displayed. */
export const COMMENT_MARKER = md`<!-- custom-domains: report -->`;

/** GitHub's limit is 65,536 characters; what posts the comment adds a line of its own. */
const MAX_CHARACTERS = 65_000;
const CLOSING_CHARACTERS = 300;

/** The blocks in order, without those that do not fit. `whole`: the command that shows all of it. */
export function fitted(blocks: readonly Block[], whole: Command): Markdown {
  const shown = new Set<Block>();
  let remaining = MAX_CHARACTERS - String(COMMENT_MARKER).length - CLOSING_CHARACTERS;
  for (const block of blocks.toSorted((a, b) => Number(b.always ?? false) - Number(a.always ?? false))) {
    const length = String(block.text).length + 2;
    if (length > remaining) continue;
    remaining -= length;
    shown.add(block);
  }
  const texts = blocks.filter((block) => shown.has(block)).map(({ text }) => text);
  if (texts.length === blocks.length) return joinMarkdown(texts);
  const cut = md`✂️ The comment is too long: ${blocks.length - texts.length} of its parts are left out. The whole report: ${code(whole)}`;
  return joinMarkdown([...texts, cut]);
}
