// A comment on a pull request, made of blocks: found again by its marker, and never longer than GitHub takes.
import { code } from './escape.ts';

/** A part that is shown whole, or left out whole and named. */
export interface Block {
  /** What it is of: a host, or the resources of a stack. */
  readonly name: string;
  readonly text: string;
  /** Stands in every comment, however long the rest is. */
  readonly always?: boolean;
}

/** The first line, which no reader sees. Who updates the comment looks for it. */
export const commentMarker = '<!-- petstore: domains report -->';

/** GitHub takes 65,536 characters; what is left is for whoever adds a line. */
const mostCharacters = 65_000;
const closingCharacters = 1_000;
const mostNames = 10;

export function comment(blocks: readonly Block[], limit = mostCharacters): string {
  const shown = fitting(blocks, limit - commentMarker.length - closingCharacters);
  const cut = blocks.filter((block) => !shown.has(block));
  const texts = blocks.filter((block) => shown.has(block)).map(({ text }) => text);
  return [commentMarker, ...texts, ...(cut.length > 0 ? [cutText(cut)] : [])].join('\n\n');
}

/** In order, after those that always stand; a long one leaves its room to later ones. */
function fitting(blocks: readonly Block[], room: number): Set<Block> {
  const shown = new Set<Block>();
  let left = room;
  for (const block of [...blocks].sort((a, b) => Number(b.always ?? false) - Number(a.always ?? false))) {
    const length = block.text.length + 2;
    if (length > left) continue;
    left -= length;
    shown.add(block);
  }
  return shown;
}

function cutText(cut: readonly Block[]): string {
  const names = cut.slice(0, mostNames).map(({ name }) => code(name.slice(0, 80)));
  const more = cut.length > mostNames ? `, and ${cut.length - mostNames} more` : '';
  return `✂️ A comment holds no more. Left out: ${names.join(', ')}${more}. All of it: \`npm run domains -- check --base REVISION --stack STACK\``;
}
