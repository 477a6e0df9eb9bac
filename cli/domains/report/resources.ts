// The resources of a stack in the report: replacements and deletions are visible, creations and updates are folded.
import { code, count, fenced, joinMarkdown, list, type Markdown, md } from '@petstore/custom-domains/output';
import type { Block } from '../formats/comment.ts';
import { capital, counted } from '../formats/text.ts';
import type { NoPreview, Preview, ResourceChange, ResourceOperation } from './preview.ts';

const MAX_RESOURCES = 100;
const MAX_MESSAGES = 10;
const MAX_CHARACTERS = 4_000;

const ORDER: readonly ResourceOperation[] = ['create', 'import', 'update', 'replace', 'delete'];
const LOSSES: readonly ResourceOperation[] = ['replace', 'delete'];

/** `shown`: the hosts whose findings the report has already; the preview's messages repeat them. */
export function resourceBlocks(
  stack: string,
  preview: Preview | NoPreview,
  shown: ReadonlySet<string>,
): Block[] {
  const name = `resources of ${stack}`;
  const block = (text: Markdown, always = false): Block => ({ name, text, always });
  if ('unknown' in preview) {
    const title = md`#### ❓ Resources of ${stack}: not known`;
    const why = md`${capital(preview.unknown)}: the effect of the change on them is not known.`;
    return [block(md`${title}\n\n${why} The log of the preview's job says why.`, true)];
  }
  const { changes, errors, warnings } = preview;
  const lost = changes.filter(({ operation }) => LOSSES.includes(operation));
  const kept = changes.filter(({ operation }) => !LOSSES.includes(operation));
  return [
    block(heading(stack, preview), true),
    ...messages('❌ The preview stopped:', notShown(errors, shown)).map((text) => block(text)),
    ...messages('⚠️ The preview warns:', notShown(warnings, shown)).map((text) => block(text)),
    ...(lost.length > 0 ? [block(md`⚠️ Replaced or deleted:\n\n${resourceList(lost)}`)] : []),
    ...(kept.length > 0 ? [block(folded(counts(kept), resourceList(kept)))] : []),
  ];
}

function heading(stack: string, { changes, unchanged, errors }: Preview): Markdown {
  const title = md`Resources of ${stack}`;
  if (errors.length > 0) {
    const text = `The preview ended early, so its list of changes is incomplete: ${counts(changes) || 'no change'}.`;
    return md`#### ❓ ${title}: not known\n\n${text}`;
  }
  if (changes.length === 0) return md`#### ${title}: no change`;
  return md`#### ${title}: ${counts(changes)}, ${unchanged} unchanged`;
}

/** `2 to create, 1 to delete`; empty for none. */
function counts(changes: readonly ResourceChange[]): string {
  const number = (one: ResourceOperation) => changes.filter(({ operation }) => operation === one).length;
  return counted(...ORDER.map((one) => [number(one), `to ${one}`] as const)).join(', ');
}

function resourceList(changes: readonly ResourceChange[]): Markdown {
  const lines = changes.slice(0, MAX_RESOURCES).map(({ operation, type, name, properties }) => {
    const what = properties.length === 0 ? '' : md`: ${joinMarkdown(properties, ', ')}`;
    return md`${operation} ${code(type)} ${code(name)}${what}`;
  });
  const more = changes.length - lines.length;
  return list(more > 0 ? [...lines, `and ${count(more, 'other')}`] : lines);
}

/** GitHub shows the summary, and the rest on a click. Between the empty lines, text is Markdown again. */
function folded(summary: string, text: Markdown): Markdown {
  return md`<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** The program logs the preflight's findings with the host first. */
const OF_HOST = /^warning: (\S+)/;

/** Without the preflight's findings of hosts that are shown, and the engine's closing line. */
function notShown(texts: readonly string[], shown: ReadonlySet<string>): string[] {
  return texts.filter((text) => {
    const host = OF_HOST.exec(text)?.[1];
    return text !== 'error: preview failed' && !(host !== undefined && shown.has(host));
  });
}

function messages(title: string, texts: readonly string[]): Markdown[] {
  if (texts.length === 0) return [];
  const all = texts.join('\n\n');
  const shown = texts.slice(0, MAX_MESSAGES).join('\n\n').slice(0, MAX_CHARACTERS);
  const end = shown.length < all.length ? '\n… the rest is in the log of the job' : '';
  return [md`${title}\n\n${fenced('text', shown + end)}`];
}
