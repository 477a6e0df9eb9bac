// `npm run local -- --metrics`: prints the figures of the run that serves this folder, and ends.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printFailure } from '../exit.ts';
import { LOCAL_FILES, readPrivate } from '../local-files.ts';
import { terminal } from '../terminal.ts';
import { type Figures, figureLines } from './figures.ts';

const FOLDER = join(fileURLToPath(new URL('../..', import.meta.url)), '.local');

/** Resolves to the exit status: 1 where no `npm run local` serves the folder. */
export function printFigures(folder = FOLDER): number {
  const figures = readPrivate(folder, LOCAL_FILES.ready) && readPrivate(folder, LOCAL_FILES.figures);
  if (figures === undefined) {
    printFailure('no local cloud runs in this folder: npm run local');
    return 1;
  }
  const out = terminal(process.stdout);
  for (const line of figureLines(JSON.parse(figures) as Figures)) out.line(line);
  return 0;
}
