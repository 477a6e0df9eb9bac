// Runs `custom-domains` in process: what it printed, and its exit status.
import { main } from '../../src/cli/command.ts';
import { NPX } from '../../src/cli/io.ts';

export interface Input {
  /** Of standard input. */
  readonly lines?: readonly string[];
  readonly signal?: AbortSignal;
}

export async function runCli(args: readonly string[], input: Input = {}) {
  const { lines = [], signal = new AbortController().signal } = input;
  const printed = { out: '', err: '', progress: [] as string[] };
  const status = await main(args, {
    print: (text) => {
      printed.out += `${text}\n`;
    },
    error: (text) => {
      printed.err += `${text}\n`;
    },
    progress: (text) => void printed.progress.push(String(text)),
    input: async function* () {
      for (const line of lines) yield Buffer.from(`${line}\n`);
    },
    ...{ launcher: NPX, color: false, width: 110, signal },
    // What depends on the day is tested on both sides of it elsewhere.
    now: () => Date.UTC(2026, 10, 28),
  });
  return { status, ...printed };
}
