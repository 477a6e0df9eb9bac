// `npm run local -- --metrics`: prints the figures of the run that serves this folder, and ends.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printFailure } from '../exit.ts';
import { LOCAL_FILES, readPrivate } from '../local-files.ts';
import { notRunning, servedCloud } from '../served-cloud.ts';
import { terminal } from '../terminal.ts';
import { type Figures, figureLines } from './figures.ts';

const FOLDER = join(fileURLToPath(new URL('../..', import.meta.url)), '.local');

/** Returns the exit status: 2 where no `npm run local` serves the folder. */
export function printFigures(folder = FOLDER): number {
  const figures = servedCloud(folder) && readPrivate(folder, LOCAL_FILES.figures);
  if (figures === undefined) {
    printFailure(notRunning(folder).message);
    return 2;
  }
  const out = terminal(process.stdout);
  for (const line of figureLines(JSON.parse(figures) as Figures)) out.line(line);
  return 0;
}
