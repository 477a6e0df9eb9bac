// A process of a test, from its start to its end.
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Options for Node, for which it says that it is of this version. */
export function asNode(version: string): string[] {
  const program = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`];
}

/**
 * `printed`: what it has printed so far, `text` all of that in the order in which it arrived; `ended` rejects where it cannot be started.
 * Its standard input is empty: bash takes Node's, a socket, for a remote shell and reads the user's ~/.bashrc.
 */
export function startProcess(file: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const printed = { out: '', err: '', text: '' };
  for (const name of ['out', 'err'] as const)
    child[`std${name}`]?.setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk;
      printed.text += chunk;
    });
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, ...printed }));
  return { child, printed, ended };
}

export const runProcess = (...given: Parameters<typeof startProcess>) => startProcess(...given).ended;
