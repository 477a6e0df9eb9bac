// What the commands of each test print, whole, as a snapshot: the test itself says what matters, and this holds the rest.
import { afterEach, expect } from 'vitest';

interface Run {
  readonly args: readonly string[];
  readonly folder: string;
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

const runs: Run[] = [];

export function recordRun(run: Run): void {
  runs.push(run);
}

afterEach(() => {
  const text = runs.splice(0).map(transcript).join('\n');
  if (text !== '') expect(`\n${text}`).toMatchSnapshot('printed');
});

function transcript({ args, folder, status, out, err }: Run): string {
  // Where the lines of a paragraph end depends on the length of the folder's name.
  const printed = out.includes(folder) ? [`| … (with FOLDER)`] : marked(out, '| ');
  const lines = [`$ ${args.join(' ')}`, ...printed, ...marked(err, '! '), `= ${status}`];
  return withoutChance(lines.join('\n'), folder);
}

const marked = (text: string, mark: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => mark + line);

/** What differs from run to run: folders, ports, commits, times. */
function withoutChance(text: string, folder: string): string {
  return text
    .replaceAll(folder, 'FOLDER')
    .replace(/(127\\?\.0\.0\.\d+|\[::1\]|localhost):\d{4,5}/g, '$1:PORT')
    .replace(/\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'DATE')
    .replace(/\b[0-9a-f]{40}\b|(?<=\bat )[0-9a-f]{7}\b/g, 'COMMIT');
}
