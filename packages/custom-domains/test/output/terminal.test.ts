// Interpolated text on a terminal, by the parser of a real one: it is displayed, and controls nothing.
import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible } from '../../src/output/escape.ts';
import { json, pad, paragraph, printable, shown, styled, wrap } from '../../src/output/index.ts';
import { foreignText, USUAL } from './foreign.ts';

/**
 * Wide enough that no line is broken. `effects`: titles, bells and what the terminal sent back: a text that is only
 * displayed causes none.
 */
async function display(text: string) {
  const terminal = new headless.Terminal({ cols: 1_000, rows: 20, allowProposedApi: true, convertEol: true });
  const effects: string[] = [];
  terminal.onBell(() => effects.push('bell'));
  terminal.onTitleChange((title) => effects.push(`title ${title}`));
  terminal.onData((data) => effects.push(`sent ${data}`));
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: active.cursorY },
    (_, y) => active.getLine(y)?.translateToString(true) ?? '',
  );
  terminal.dispose();
  return { lines, effects };
}

/** Of characters that a terminal joins with the one in front of them, or has no cell for, this compares the rest. */
const comparable = (text: string): string =>
  text.replace(/[^\x20-\x7e\u00a1-\u017f\u4e00-\u9fff]/g, '').trimEnd();

describe('foreign text moves no cursor, starts no line and rings no bell', () => {
  test('in a template, in columns, and wrapped', async () => {
    await fc.assert(
      fc.asyncProperty(foreignText, async (text) => {
        const line = printable(shown`> ${text} ${pad(text, 30)} ${styled('bold', text)} <`);
        const { lines, effects } = await display(`${line}\nend\n`);
        expect(visible(text)).not.toMatch(/<\{%|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u3164]/u);
        expect(effects).toEqual([]);
        expect(lines).toHaveLength(2);
        expect(lines[1]).toBe('end');
        const plain = printable(shown`> ${text} ${pad(text, 30)} ${text} <`);
        expect(comparable(lines[0] ?? '')).toBe(comparable(plain));
        const broken = wrap(text, 10).map((part) => printable(shown`${part}`));
        expect((await display(`${broken.join('\n')}\nend\n`)).lines.at(-1)).toBe('end');
      }),
      { numRuns: 100 },
    );
  });

  test('in a paragraph it has the lines of the text and no more', async () => {
    await fc.assert(
      fc.asyncProperty(foreignText, async (text) => {
        const { lines, effects } = await display(`${printable(paragraph(text))}\nend\n`);
        expect(effects).toEqual([]);
        expect(lines).toHaveLength(text.split('\n').length + 1);
      }),
      { numRuns: 100 },
    );
  });

  test('in JSON, which any parser reads as it was', async () => {
    await fc.assert(
      fc.asyncProperty(foreignText, async (text) => {
        const output = printable(json({ [text]: [text] }));
        expect(JSON.parse(output)).toEqual({ [text]: [text] });
        expect((await display(`${output}\nend\n`)).lines).toHaveLength(6);
        expect(output.replaceAll('\n', '')).toBe(visible(output.replaceAll('\n', '')));
      }),
      { numRuns: 100 },
    );
  });
});

test.each(USUAL)('%s is displayed as it is', (text) => {
  expect(printable(shown`${text}`)).toBe(text);
});

test.each([
  ['\u001b]0;x\u0007', '\\x1b]0;x\\x07'],
  ['a\r\nb\tc', 'a\\r\\nb\\tc'],
  ['\u009b\u007f', '\\x9b\\x7f'],
  ['\u202eexe.gnp\u2066', '\\u202eexe.gnp\\u2066'],
  ['a\u200bb\ufeff\u2028', 'a\\u200bb\\ufeff\\u2028'],
  ['\u061c\u034f\0', '\\u061c\\u034f\\x00'],
  ['\u{e0041}\ud800', '\\u{e0041}\\ud800'],
  ['❤️', '❤️'],
  ['<{%x%}>', '<\\x7b%x%}>'],
])('%j is shown as %s', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('the lines of a paragraph remain, and a tab in one is four spaces', () => {
  expect(String(paragraph('a\tb\r\n\tc\rd'))).toBe('a    b\n    c\\rd');
});

test('a colour is ours alone: the text in it is escaped', () => {
  expect(String(styled('red', '\u001b[0m'))).toBe('\u001b[31m\\x1b[0m\u001b[39m');
});
