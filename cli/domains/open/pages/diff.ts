// Changed lines of a stack's file.
import type { DiffLine } from '../edits/preview.ts';
import { type Html, html } from './markup.ts';

const SIGNS = {
  added: ['+', 'added'],
  removed: ['-', 'removed'],
  same: [' ', ''],
} as const;

export function diffBlock(file: string, lines: readonly DiffLine[]): Html {
  const rows = lines.map(({ kind, text }) => {
    const [sign, word] = SIGNS[kind];
    return html`<span class="line ${kind}"><span aria-hidden="true">${sign} </span>${
      word !== '' && html`<span class="hidden">${word}: </span>`
    }${text}</span>`;
  });
  return html`<figure class="diff"><figcaption>${file}</figcaption><pre tabindex="0"><code>${rows}</code></pre></figure>`;
}
