// `npm run local` as a user starts it: the time to its first 200, and its memory at that moment.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../cli/local-files.ts';
import { ask } from '../test/cli/local/clients.ts';
import { copyProject, removeProject } from '../test/cli/local/support.ts';
import { alone, type BenchResult, median } from './report.ts';

const RUNS = 3;
const LIMIT_MS = 60_000;
const STEP_MS = 10;
const COMMAND = ['run', '--silent', 'local', '--', '--port', '0', '--http-port', '0', '--dns-port', '0'];

interface Figures {
  readonly seconds: number;
  readonly megabytes: number;
}

export async function run(): Promise<BenchResult> {
  const first: Figures[] = [];
  const again: Figures[] = [];
  for (let left = RUNS; left > 0; left--) {
    const folder = copyProject();
    try {
      first.push(await start(folder));
      again.push(await start(folder));
    } finally {
      removeProject(folder);
    }
  }
  return { name: 'local', rows: [...rows('the first time', first), ...rows('again', again)] };
}

function rows(name: string, all: readonly Figures[]): BenchResult['rows'] {
  const seconds = median(all.map((one) => one.seconds));
  const megabytes = median(all.map((one) => one.megabytes));
  const [time, memory] = [`${name}: from \`npm run local\` to the first 200`, `${name}: memory, without npm`];
  return [
    alone(time, seconds, 5, (value) => `${value.toFixed(2)} s`),
    alone(memory, megabytes, 190, (value) => `${value.toFixed(0)} MB`, 'resident, of all its processes'),
  ];
}

async function start(folder: string): Promise<Figures> {
  const started = performance.now();
  const npm = spawn('npm', COMMAND, { cwd: folder, stdio: 'ignore', detached: true });
  try {
    await firstAnswer(folder, npm);
    return { seconds: (performance.now() - started) / 1_000, megabytes: memoryBelow(npm.pid as number) };
  } finally {
    const ended = once(npm, 'exit');
    // The group is npm and its child processes, as with Ctrl-C.
    if (npm.exitCode === null) process.kill(-(npm.pid as number), 'SIGINT');
    await ended;
  }
}

async function firstAnswer(folder: string, npm: ChildProcess): Promise<void> {
  const file = join(folder, '.local/ready.json');
  const end = performance.now() + LIMIT_MS;
  while (!existsSync(file)) {
    if (npm.exitCode !== null) throw new Error(`npm run local ended with ${npm.exitCode}`);
    if (performance.now() > end) throw new Error(`npm run local was not ready within ${LIMIT_MS} ms`);
    await sleep(STEP_MS);
  }
  const { apiUrl, apiKey, caFile } = JSON.parse(readFileSync(file, 'utf8')) as Ready;
  const headers = { authorization: `Bearer ${apiKey}` };
  const { status } = await ask(`${apiUrl}/pets`, { ca: readFileSync(caFile, 'utf8'), headers });
  if (status !== 200) throw new Error(`npm run local answered ${status}`);
}

/** Resident megabytes of the processes of npm's group, without npm and its shell. */
function memoryBelow(npm: number): number {
  const listed = execFileSync('ps', ['-A', '-o', 'pgid=,pid=,rss=,comm='], { encoding: 'utf8' });
  const processes = listed.split('\n').map((line) => line.trim().split(/\s+/));
  const own = processes.filter(
    ([group, id, , name]) => Number(group) === npm && Number(id) !== npm && name !== 'sh',
  );
  return own.reduce((sum, [, , kilobytes]) => sum + Number(kilobytes), 0) / 1_000;
}
