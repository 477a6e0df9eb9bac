// What a command reads and writes: the process, or what a test passes.
import { basename } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { type Gated, type Shown, terminal, textWidth } from '../output/index.ts';

export interface ToolIo {
  print(text: Gated): void;
  error(text: Gated): void;
  /** A line on standard error that the next one replaces; nothing where there is no terminal. */
  progress(text: Shown): void;
  /** Of standard input. */
  input(): AsyncIterable<Buffer>;
  /** The words by which a person starts it again. */
  readonly launcher: readonly string[];
  readonly color: boolean;
  /** Columns. */
  readonly width: number;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  now(): number;
}

export function processIo(signal: AbortSignal): ToolIo {
  const { stdin, stdout, stderr } = process;
  const [out, err] = [terminal(stdout), terminal(stderr)];
  return {
    print: out.line,
    error: err.line,
    progress: err.status,
    input: () => addAbortSignal(signal, stdin),
    launcher: launcherOf(process.env.npm_config_user_agent, process.argv[1]),
    color: out.color,
    width: textWidth(stdout),
    signal,
    now: Date.now,
  };
}

/** Without the `--`, npm takes options that follow the command's name for its own. */
export const NPX = ['npx', '--no', '--', 'custom-domains'] as const;

/** `agent`: of the package manager. Where npm did not install it, npm's own would ask the registry for a package of that name. */
export function launcherOf(agent = '', script = ''): readonly string[] {
  if (agent.startsWith('yarn/')) return ['yarn', 'custom-domains'];
  if (agent.startsWith('pnpm/')) return ['pnpm', 'exec', 'custom-domains'];
  if (agent.startsWith('bun/')) return ['bun', 'x', '--no-install', 'custom-domains'];
  const isGlobal = agent === '' && basename(script) === 'custom-domains' && !script.includes('node_modules');
  return isGlobal ? ['custom-domains'] : NPX;
}
