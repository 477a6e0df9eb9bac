// What the commands write, byte by byte: a terminal has a status line that the next line replaces, a file and a pipe have lines alone.
import { PassThrough } from 'node:stream';
import { shown, terminal } from '@petstore/custom-domains/output';
import { afterEach, expect, test, vi } from 'vitest';
import { processIo } from '../../cli/domains/io.ts';

const CLEAR = '\r\u001b[2K';
const { stdout, stderr } = process;
const kept = [stdout, stderr].map((one) => ({ one, isTTY: one.isTTY, columns: one.columns }));
afterEach(() => {
  for (const { one, isTTY, columns } of kept) Object.assign(one, { isTTY, columns });
});

function stream(properties: { readonly isTTY?: boolean; readonly columns?: number }) {
  const written: string[] = [];
  const fake = Object.assign(new PassThrough(), { hasColors: () => true }, properties);
  fake.on('data', (data) => written.push(String(data)));
  return { written, fake: fake as unknown as NodeJS.WriteStream & { columns: number } };
}

test('on a terminal, a status is one line of its width, which the next line replaces; a style is kept', () => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']) vi.stubEnv(name, undefined);
  const { written, fake } = stream({ isTTY: true, columns: 12 });
  const out = terminal(fake);
  expect([out.isTerminal, out.columns]).toEqual([true, 12]);
  out.status(shown`reading DNS: 5 of 9 hosts`);
  out.line(out.paint('red', 'no'));
  out.line();
  expect(written).toEqual([`${CLEAR}reading DNS…`, `${CLEAR}\u001b[31mno\u001b[39m\n`, `${CLEAR}\n`]);
  fake.columns = 30;
  expect(out.columns).toBe(30);
});

test('a file and a pipe: lines alone, of any width, without a status and without styles', () => {
  const { written, fake } = stream({});
  const out = terminal(fake);
  out.status(shown`reading DNS`);
  out.line(out.paint('red', 'no'));
  expect([out.isTerminal, out.columns, written]).toEqual([false, Number.POSITIVE_INFINITY, ['no\n']]);
});

const AT_TERMINAL = [
  ...[`stderr ${CLEAR}reading DNS…`, `stderr ${CLEAR}`, `stderr ${CLEAR}note\n`],
  ...[`stdout ${CLEAR}result\n`, 'stdout \u001b[2J\u001b[H'],
];
const ELSEWHERE = ['stderr reading DNS: 5 of 9 hosts\n', 'stderr note\n', 'stdout result\n'];

test.each([
  ['a terminal: progress is replaced, and a screen is cleared', true, 12, AT_TERMINAL, 12],
  ['a pipe: progress is lines', false, 0, ELSEWHERE, Number.POSITIVE_INFINITY],
])('npm run domains at %s', async (_name, isTTY, columns, written, limit) => {
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
  expect([all, io.isTerminal, io.columns]).toEqual([written, isTTY, limit]);
});
