// What a quick test may not do is an error that names the file's right suffix: quick files share a process, and with it
// the environment, and a process or a worker of their own costs more than the test.
import childProcess from 'node:child_process';
import { setSourceMapsSupport, syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { afterEach, beforeEach } from 'vitest';

// Types are stripped in place, so that a stack has the places of the sources; without this, Node maps each stack that Pulumi takes.
setSourceMapsSupport(false);

function refuse(what: string): never {
  throw new Error(`a quick test starts ${what}: name the file .slow.test.ts`);
}

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const)
  Object.assign(childProcess, { [name]: () => refuse(`a process (${name})`) });
Object.assign(workerThreads, {
  Worker: class {
    constructor() {
      refuse('a worker');
    }
  },
});
syncBuiltinESMExports();

let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = { ...process.env };
});
afterEach(() => {
  const names = new Set([...Object.keys(before), ...Object.keys(process.env)]);
  const changed = [...names].filter((name) => before[name] !== process.env[name]);
  if (changed.length === 0) return;
  for (const name of changed) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  throw new Error(
    `a quick test changes the environment (${changed.join(', ')}): name the file .isolated.test.ts`,
  );
});
