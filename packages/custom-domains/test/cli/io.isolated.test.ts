// The streams of `custom-domains`, byte by byte: on a terminal, and elsewhere.
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
  io.error(shown`\n::error::x`);
  io.print(shown`\n::error::x`);
  io.progress(shown``);
  return { all, width: io.width };
}

const CLEAR = '\r\u001b[2K';

test('on a terminal a line of progress is replaced, and cut to its width', () => {
  expect(written(true, 12)).toEqual({
    all: [
      `stderr ${CLEAR}reading DNS…`,
      `stderr ${CLEAR}\n\\x3a:error::x\n`,
      'stdout \n\\x3a:error::x\n',
      `stderr ${CLEAR}`,
    ],
    width: 12,
  });
  vi.restoreAllMocks();
  expect(written(true, 0)).toMatchObject({
    all: expect.arrayContaining([expect.stringContaining('9 hosts')]),
  });
});

test('elsewhere there is none', () => {
  expect(written(false, 0)).toEqual({
    all: ['stderr \n\\x3a:error::x\n', 'stdout \n\\x3a:error::x\n'],
    width: 110,
  });
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
