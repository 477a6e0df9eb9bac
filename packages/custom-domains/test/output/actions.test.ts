// Interpolated text in the log of a step, by the rules of GitHub's runner.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as output from '../../src/output/index.ts';
import { foreignText } from './foreign.ts';
import { obeyed } from './runner.ts';

const { createActionsLog, json, md, paragraph, printable, shown, wrap } = output;

type Use = (log: output.ActionsLog, write: (text: string) => void) => void;

/** What a log writes, in a run of a workflow or outside of one, and what else is written to the same stream. */
function written(isRun: boolean, use: Use): string {
  let all = '';
  const write = (text: string) => {
    all += text;
  };
  use(createActionsLog(write, isRun), write);
  return all;
}

describe('foreign text is no command', () => {
  test('without the lines that stop commands, as the commands print', () => {
    fc.assert(
      fc.property(foreignText, foreignText, (one, other) => {
        const lines = [shown`${one}${other}`, shown`  ${one} ${other}`, paragraph(`${one}\n${other}`)];
        const all = [...lines, ...wrap(`${one} ${other}`, 8), json({ [one]: other }), md`${one}`];
        expect(obeyed(all.map(printable).join('\n'))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('with them, whatever else writes to the same stream: only our annotations are obeyed', () => {
    fc.assert(
      fc.property(fc.array(foreignText, { maxLength: 5 }), foreignText, (printed, annotated) => {
        const text = written(true, (log, write) => {
          log.stopCommands();
          for (const one of printed) write(`${one}\n`);
          log.annotate('error', `x${annotated}`);
          for (const one of printed) log.line(shown`${one}`);
          write('::warning::of a program that the step started\n');
          log.close();
          write('::notice::after it\n');
        });
        expect(obeyed(text).map(({ name }) => name)).toEqual(['error', 'notice']);
      }),
      { numRuns: 300 },
    );
  });
});

test('an annotation has the whole text in one line', () => {
  const text = written(true, (log) => log.annotate('error', '50%\n::warning::\u001b[2J\r'));
  expect(text).toBe('::error::50%25%0A::warning::\\x1b[2J\\r\n');
});

test('each token is new, and long; outside of a run there is none', () => {
  const tokens = Array.from({ length: 20 }, () => {
    const text = written(true, (log) => log.line(shown`x`));
    return /^::stop-commands::(petstore-[0-9a-f]{32})\nx\n$/.exec(text)?.[1];
  });
  expect(new Set(tokens).size).toBe(20);
  expect(tokens).not.toContain(undefined);
  expect(written(false, (log) => log.line(shown`x`))).toBe('x\n');
});
