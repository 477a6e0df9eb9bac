// The resources of a stack in the report: what is replaced or goes away in sight, what is made or updated folded.
import type { Block } from '../formats/comment.ts';
import { capital, code, escapeMarkdown, fenced, list } from '../formats/escape.ts';
import { count } from '../formats/text.ts';
import type { NoPreview, Preview, ResourceChange, ResourceOperation } from './preview.ts';

const mostResources = 100;
const mostMessages = 10;
const mostCharacters = 4_000;

const order: readonly ResourceOperation[] = ['create', 'import', 'update', 'replace', 'delete'];
const losing: readonly ResourceOperation[] = ['replace', 'delete'];

/** `shown` are the hosts whose findings the report has already: the preview says the same again, and stops there. */
export function resourceBlocks(
  stack: string,
  preview: Preview | NoPreview,
  shown: ReadonlySet<string>,
): Block[] {
  const name = `resources of ${stack}`;
  const block = (text: string, always = false): Block => ({ name, text, always });
  if ('unknown' in preview) {
    const title = `#### ❓ Resources of ${escapeMarkdown(stack)}: not known`;
    return [block(`${title}\n\n${unknownText(preview.unknown)}`, true)];
  }
  const { changes, errors, warnings } = preview;
  const lost = changes.filter(({ operation }) => losing.includes(operation));
  const made = changes.filter(({ operation }) => !losing.includes(operation));
  return [
    block(heading(stack, preview), true),
    ...messages('❌ The preview stopped:', unsaid(errors, shown)).map((text) => block(text)),
    ...messages('⚠️ The preview warns:', unsaid(warnings, shown)).map((text) => block(text)),
    ...(lost.length > 0 ? [block(`⚠️ Replaced or deleted:\n\n${resourceList(lost)}`)] : []),
    ...(made.length > 0 ? [block(folded(counts(made), resourceList(made)))] : []),
  ];
}

function unknownText(why: string): string {
  return `${capital(escapeMarkdown(why))}: what the change does to them could not be found out. The log of the job that makes it says why.`;
}

function heading(stack: string, { changes, unchanged, errors }: Preview): string {
  const title = `Resources of ${escapeMarkdown(stack)}`;
  if (errors.length > 0) {
    const text = `The preview did not come to its end, so what would change is not known in full. Seen before: ${counts(changes) || 'no change'}.`;
    return `#### ❓ ${title}: not known\n\n${text}`;
  }
  if (changes.length === 0) return `#### ${title}: no change`;
  return `#### ${title}: ${counts(changes)}, ${unchanged} unchanged`;
}

/** `2 to create, 1 to delete`; empty for none. */
function counts(changes: readonly ResourceChange[]): string {
  return order
    .map((one) => [changes.filter(({ operation }) => operation === one).length, one] as const)
    .filter(([number]) => number > 0)
    .map(([number, one]) => `${number} to ${one}`)
    .join(', ');
}

function resourceList(changes: readonly ResourceChange[]): string {
  const lines = changes.slice(0, mostResources).map(({ operation, type, name, properties }) => {
    const what = properties.length === 0 ? '' : `: ${properties.map(escapeMarkdown).join(', ')}`;
    return `${operation} ${code(type)} ${code(name)}${what}`;
  });
  const more = changes.length - lines.length;
  return list(more > 0 ? [...lines, `and ${count(more, 'other')}`] : lines);
}

/** GitHub shows the summary, and the rest when asked. The empty lines make what is inside Markdown again. */
function folded(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** How the program logs what preflight found: the host, then the findings. */
const ofHost = /^warning: (\S+)/;

/** Without the preflight's own findings of hosts that are shown, and the engine's closing line. */
function unsaid(texts: readonly string[], shown: ReadonlySet<string>): string[] {
  return texts.filter((text) => {
    const host = ofHost.exec(text)?.[1];
    return text !== 'error: preview failed' && !(host !== undefined && shown.has(host));
  });
}

function messages(title: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const all = texts.join('\n\n');
  const shown = texts.slice(0, mostMessages).join('\n\n').slice(0, mostCharacters);
  const end = shown.length < all.length ? '\n… the rest is in the log of the job' : '';
  return [`${title}\n\n${fenced('text', shown + end)}`];
}
