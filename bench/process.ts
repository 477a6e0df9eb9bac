// Functions of the parts in processes of their own, so that what is measured does not share a heap with anything else.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** The process ends by itself, so that Node keeps what it has compiled there. `flags`: of Node. */
export async function withProcess<Result, T = Result>(
  [part, name, ...args]: readonly [part: string, name: string, ...args: unknown[]],
  use: (result: Result) => Promise<T> | T,
  flags: readonly string[] = [],
): Promise<T> {
  const given = [part, name, JSON.stringify(args)];
  const execArgv = [...process.execArgv, ...flags];
  const child = fork(new URL('child.ts', import.meta.url), given, { execArgv });
  try {
    return await use((await firstMessage(child)) as Result);
  } finally {
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

export const inProcess = <Result>(...call: Parameters<typeof withProcess>[0]): Promise<Result> =>
  withProcess<Result>(call, (result) => result);

async function firstMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`);
  });
  ended.catch(() => undefined);
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}
