// A comment on a pull request, in blocks: found again by its marker, and within GitHub's limit.
import { code, joinMarkdown, type Markdown, md } from '@petstore/custom-domains/output';

/** A part of a comment: shown as a whole, or left out and named. */
export interface Block {
  /** Its subject: a host, or the resources of a stack. */
  readonly name: string;
  readonly text: Markdown;
  /** It is in every comment, however long the rest is. */
  readonly always?: boolean;
}

/** The first line, which is not displayed. The update of a comment finds the comment by it. */
const MARKER = md`<!-- petstore: domains report -->`;
export const commentMarker = String(MARKER);

/** GitHub's limit is 65,536 characters; the workflow adds a line of its own. */
const MAX_CHARACTERS = 65_000;
const CLOSING_CHARACTERS = 1_000;
const MAX_NAMES = 10;

export function comment(blocks: readonly Block[], limit = MAX_CHARACTERS): Markdown {
  const shown = fitting(blocks, limit - commentMarker.length - CLOSING_CHARACTERS);
  const cut = blocks.filter((block) => !shown.has(block));
  const texts = blocks.filter((block) => shown.has(block)).map(({ text }) => text);
  return joinMarkdown([MARKER, ...texts, ...(cut.length > 0 ? [cutText(cut)] : [])]);
}

/** The blocks that fit: first those that are always shown, then in order; after one that is too long, later ones may fit. */
function fitting(blocks: readonly Block[], limit: number): Set<Block> {
  const shown = new Set<Block>();
  let remaining = limit;
  for (const block of [...blocks].sort((a, b) => Number(b.always ?? false) - Number(a.always ?? false))) {
    const length = String(block.text).length + 2;
    if (length > remaining) continue;
    remaining -= length;
    shown.add(block);
  }
  return shown;
}

function cutText(cut: readonly Block[]): Markdown {
  const names = cut.slice(0, MAX_NAMES).map(({ name }) => code(name.slice(0, 80)));
  const more = cut.length > MAX_NAMES ? `, and ${cut.length - MAX_NAMES} more` : '';
  const whole = code('npm run domains -- check --base REVISION --stack STACK');
  return md`✂️ The comment is too long. Left out: ${joinMarkdown(names, ', ')}${more}. The whole report: ${whole}`;
}
