// `npm run local -- --metrics`: its exit status, and to which stream it prints.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { printFigures } from '../../../cli/local/print-figures.ts';
import { LOCAL_FILES, writeJson } from '../../../cli/local-files.ts';
import { thisProcess } from '../../../cli/running-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-figures-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function printed(): { status: number; out: string; err: string } {
  const [out, err] = [process.stdout, process.stderr].map((stream) => {
    const written: string[] = [];
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    return written;
  });
  const status = printFigures(folder);
  return { status, out: out?.join('') ?? '', err: err?.join('') ?? '' };
}

const figures = () =>
  writeJson(folder, LOCAL_FILES.figures, { widgets: [], operations: [], raised: ['api-5xx'] });

test('of the run that serves the folder', () => {
  writeJson(folder, LOCAL_FILES.ready, thisProcess());
  figures();
  const { status, out, err } = printed();
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out.split('\n')).toEqual([
    '  Alarms                         api-5xx',
    '  Operations since the start, the others within the last hour or, where they say so, day. The dashboard of a deployed stack shows the same.',
    '',
  ]);
});

test('without a run, what one has left is not printed', () => {
  figures();
  expect(printed()).toEqual({
    ...{ status: 2, out: '' },
    err: '✗ The local cloud is not running here.\n  start it in another terminal: npm run local\n',
  });
});
