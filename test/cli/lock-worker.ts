// A process of lock-file.slow.test.ts: it takes the lock again and again, and ends by killing itself while it holds it. Every
// second turn leaves a lock as a killed process leaves it. What it does is appended to the log, a line at a time.
import { appendFileSync, existsSync, renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireLock, ownLock } from '../../cli/lock-file.ts';

const [file = '', log = '', turns = '0'] = process.argv.slice(2);
const write = (what: string) => appendFileSync(log, `${what} ${process.pid}\n`);

async function acquired(): Promise<{ release: () => void }> {
  for (;;) {
    const lock = acquireLock(file);
    if ('release' in lock) return lock;
    // Two at the same time may both be refused.
    await sleep(Math.random() * 10);
  }
}

/** In place of the lock, in one step, one of a process that has ended. */
function leave(): void {
  renameSync(ownLock(file), `${file}.${process.pid}.earlier`);
}

write('ready');
while (!existsSync(`${log}.go`)) await sleep(1);
for (let turn = 0; turn < Number(turns); turn += 1) {
  const { release } = await acquired();
  write('holds');
  await sleep(turn % 2);
  write('ends');
  if (turn % 2 === 0) leave();
  else release();
}
await acquired();
write('holds');
write('ends');
process.kill(process.pid, 'SIGKILL');
