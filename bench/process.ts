// Separate processes for a benchmark, so that ours and its peer do not share a heap.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a module of this folder and passes its first message to `use`; ends the process afterwards. */
export async function withProcess<Message, T>(
  module: string,
  args: readonly string[],
  use: (first: Message, child: ChildProcess) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const child = fork(new URL(module, import.meta.url), args, { execArgv: [...process.execArgv, ...flags] });
  try {
    return await use(await firstMessage<Message>(child), child);
  } finally {
    child.kill();
  }
}

/**
 * Runs a module of this folder, which sends one message and ends, and resolves to the message. Node keeps what it has compiled when a
 * process ends, so that this one is not killed. `flags`: of Node.
 */
export function runProcess<Message>(
  module: string,
  args: readonly string[] = [],
  flags?: readonly string[],
): Promise<Message> {
  const ended = async (message: Message, child: ChildProcess) => {
    if (child.exitCode === null) await once(child, 'exit');
    return message;
  };
  return withProcess<Message, Message>(module, args, ended, flags);
}

async function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return message as Message;
}
