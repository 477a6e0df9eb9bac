// What the commands write, byte by byte: a terminal has a status line that the next line replaces, a file and a pipe have lines alone.

import { PassThrough } from 'node:stream';
import { shown } from '@petstore/custom-domains/output';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { processIo } from '../../cli/domains/io.ts';
import { terminal } from '../../cli/terminal.ts';

const CLEAR = '\r\u001b[2K';
const STYLED = '\u001b[31mno\u001b[39m';

function stream(properties: { readonly isTTY?: boolean; readonly columns?: number }) {
  const written: string[] = [];
  const fake = Object.assign(new PassThrough(), { hasColors: () => true }, properties);
  fake.on('data', (data) => written.push(String(data)));
  return { written, fake: fake as unknown as NodeJS.WriteStream & { columns: number } };
}

describe('a terminal', () => {
  test('a status is one line of its width, which the next line replaces', () => {
    const { written, fake } = stream({ isTTY: true, columns: 12 });
    const out = terminal(fake);
    expect([out.isTerminal, out.columns]).toEqual([true, 12]);
    out.status(shown`reading DNS: 5 of 9 hosts`);
    out.line(shown`done`);
    out.line();
    expect(written).toEqual([`${CLEAR}reading DNS…`, `${CLEAR}done\n`, `${CLEAR}\n`]);
    fake.columns = 30;
    expect(out.columns).toBe(30);
  });

  test('one that does not know its size has no limit', () => {
    const { written, fake } = stream({ isTTY: true, columns: 0 });
    const long = 'a'.repeat(300);
    terminal(fake).status(shown`${long}`);
    expect(written).toEqual([`${CLEAR}${long}`]);
    expect(terminal(fake).columns).toBe(Number.POSITIVE_INFINITY);
  });

  test('a style', () => {
    vi.stubEnv('NO_COLOR', undefined);
    vi.stubEnv('FORCE_COLOR', undefined);
    vi.stubEnv('NODE_DISABLE_COLORS', undefined);
    const { written, fake } = stream({ isTTY: true });
    const out = terminal(fake);
    out.line(out.paint('red', 'no'));
    expect(written).toEqual([`${CLEAR}${STYLED}\n`]);
  });
});

test('a file and a pipe: lines alone, of any width, without a status and without styles', () => {
  const { written, fake } = stream({});
  const out = terminal(fake);
  out.status(shown`reading DNS`);
  out.line(out.paint('red', 'no'));
  expect([out.isTerminal, out.columns, written]).toEqual([false, Number.POSITIVE_INFINITY, ['no\n']]);
});

describe('the streams of npm run domains', () => {
  const { stdout, stderr } = process;
  const kept = [stdout, stderr].map((one) => ({ one, isTTY: one.isTTY, columns: one.columns }));
  afterEach(() => {
    vi.restoreAllMocks();
    for (const { one, isTTY, columns } of kept) Object.assign(one, { isTTY, columns });
  });

  function written(isTTY: boolean, columns: number) {
    const all: string[] = [];
    for (const [name, one] of Object.entries({ stdout, stderr })) {
      Object.assign(one, { isTTY, columns });
      vi.spyOn(one, 'write').mockImplementation((text) => {
        all.push(`${name} ${String(text)}`);
        return true;
      });
    }
    const io = processIo(new AbortController().signal);
    io.progress(shown`reading DNS: 5 of 9 hosts`);
    io.progress(shown``);
    io.error(shown`note`);
    io.print(shown`result`);
    io.clear();
    return { all, io };
  }

  test('on a terminal, progress is replaced, and a screen is cleared', () => {
    const { all, io } = written(true, 12);
    expect(all).toEqual([
      `stderr ${CLEAR}reading DNS…`,
      `stderr ${CLEAR}`,
      `stderr ${CLEAR}note\n`,
      'stdout result\n',
      'stdout \u001b[2J\u001b[H',
    ]);
    expect([io.isTerminal, io.columns]).toEqual([true, 12]);
  });

  test('elsewhere progress is lines, and the end of it is none', () => {
    const { all, io } = written(false, 0);
    expect(all).toEqual(['stderr reading DNS: 5 of 9 hosts\n', 'stderr note\n', 'stdout result\n']);
    expect([io.isTerminal, io.columns]).toEqual([false, Number.POSITIVE_INFINITY]);
  });

  test('where nobody can be asked, a question has no answer and is not written', async () => {
    const { all, io } = written(false, 0);
    const before = all.length;
    expect(await io.ask(shown`Which?`)).toBeUndefined();
    expect(all).toHaveLength(before);
  });
});
