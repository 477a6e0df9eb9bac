// `npm run local` as a user starts it, without npm: the time to its first 200, after which it is ready, and its memory at that moment.
import { execFileSync } from 'node:child_process';
import { copyProject, removeProject, startLocal } from '../test/cli/local/support.ts';
import { alone, type BenchRow, megabytes, middle, seconds } from './report.ts';

const RUNS = 3;
const GOALS = { seconds: 5, megabytes: 190 };

type Figures = Awaited<ReturnType<typeof start>>;

export async function run(): Promise<BenchRow[]> {
  const [first, again]: [Figures[], Figures[]] = [[], []];
  for (let left = RUNS; left > 0; left--) {
    const folder = copyProject();
    try {
      first.push(await start(folder));
      again.push(await start(folder));
    } finally {
      removeProject(folder);
    }
  }
  return Object.entries({ 'the first time': first, again }).flatMap(([name, all]) => [
    alone(
      `${name}: to the first 200`,
      middle(all, (one) => one.seconds),
      GOALS.seconds,
      seconds,
    ),
    alone(
      `${name}: memory, resident`,
      middle(all, (one) => one.megabytes),
      GOALS.megabytes,
      megabytes,
    ),
  ]);
}

async function start(folder: string) {
  const started = performance.now();
  const local = await startLocal(folder);
  const took = (performance.now() - started) / 1_000;
  const { pid } = local.ready();
  const resident = execFileSync('ps', ['-o', 'rss=', '--pid', `${pid}`, '--ppid', `${pid}`], {
    encoding: 'utf8',
  });
  await local.stop();
  const kilobytes = resident.trim().split(/\s+/).map(Number);
  return { seconds: took, megabytes: kilobytes.reduce((sum, one) => sum + one, 0) / 1_000 };
}
