// Lambda and CodeDeploy with scripted answers: what the local cloud would need minutes, or luck, to show.
import type { ReleaseClients } from '../../../infra/release/access.ts';

/** Of one call: its response, or the error that it is refused with. */
export type Answer = object | Error;

/** `answers`: by the command, one after the other; the last one stays. A command without answers is refused. */
export function scripted(answers: Readonly<Record<string, readonly Answer[]>>) {
  /** The name of each command without `Command`, and its input. */
  const calls: (readonly [string, object])[] = [];
  const counts = new Map<string, number>();
  const send = async (command: {
    readonly constructor: { readonly name: string };
    readonly input: object;
  }) => {
    const name = command.constructor.name.replace(/Command$/, '');
    calls.push([name, command.input]);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const script = answers[name] ?? [];
    const answer = script[Math.min(count, script.length - 1)] ?? new Error(`${name} is not expected`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const client = { send } as unknown;
  const clients = { codeDeploy: client, lambda: client, sts: client, pollMs: 1 } as ReleaseClients;
  return { clients, calls };
}

export function refusal(name: string): Error {
  return Object.assign(new Error(`${name}: refused`), { name });
}
