// Separate processes for a benchmark, so that ours and its peer do not share a heap.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts a module of this folder and passes its first message to `use`; ends the process afterwards. */
export async function withProcess<Message, T>(
  module: string,
  args: readonly string[],
  use: (first: Message) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const child = fork(new URL(module, import.meta.url), args, { execArgv: [...process.execArgv, ...flags] });
  try {
    return await use(await firstMessage<Message>(child));
  } finally {
    child.kill();
  }
}

/** Runs a module of this folder and resolves to its first message. `flags`: of Node. */
export function runProcess<Message>(
  module: string,
  args: readonly string[] = [],
  flags?: readonly string[],
): Promise<Message> {
  return withProcess<Message, Message>(module, args, async (message) => message, flags);
}

async function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${code}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return message as Message;
}
