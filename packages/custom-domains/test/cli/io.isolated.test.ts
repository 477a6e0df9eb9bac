// The streams of `custom-domains`. test/cli/terminal.isolated.test.ts has them byte by byte.
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { processIo } from '../../src/cli/io.ts';
import { shown } from '../../src/output/index.ts';

const { stdout, stderr } = process;
const kept = [stdout, stderr].map((one) => ({ one, isTTY: one.isTTY, columns: one.columns }));
afterEach(() => {
  for (const { one, isTTY, columns } of kept) {
    Object.assign(one, { isTTY, columns });
    one.removeAllListeners('error');
  }
});

test('results are on standard output, and progress and errors on standard error, in which nothing is a command', () => {
  const all: string[] = [];
  for (const [name, one] of Object.entries({ stdout, stderr })) {
    Object.assign(one, { isTTY: name === 'stderr', columns: 12 });
    vi.spyOn(one, 'write').mockImplementation((text) => {
      all.push(`${name} ${String(text)}`);
      return true;
    });
  }
  const io = processIo(new AbortController().signal);
  io.progress(shown`reading DNS: 5 of 9 hosts`);
  io.error(shown`\n::error::x`);
  io.print(shown`\n::error::x`);
  const [progress, ...texts] = all.map((text) => text.replace('\r\u001b[2K', ''));
  expect(progress).toBe('stderr reading DNS…');
  expect(texts).toEqual(['stderr \n\\x3a:error::x\n', 'stdout \n\\x3a:error::x\n']);
  expect(io.width).toBe(12);
});

test('Ctrl-C ends standard input, which nobody closes', async () => {
  const stdin = new PassThrough();
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin);
  const stop = new AbortController();
  stdin.write('a.example.com\n');
  const read = async () => {
    for await (const _ of processIo(stop.signal).input()) stop.abort();
  };
  await expect(read()).rejects.toThrow('The operation was aborted');
});
