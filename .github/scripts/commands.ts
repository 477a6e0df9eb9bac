// Runs the Pulumi CLI and the project's own commands, and knows which stacks are deployed.
import { spawnSync } from 'node:child_process';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
}

/** Of one command: certificates are not waited for in what only reads. */
const timeoutMs = 15 * 60_000;
const mostBytes = 64 * 1024 * 1024;

/** Standard error goes to the log, or with `all` into what is returned. A command that cannot start has status 127. */
export function run(command: string, args: readonly string[], { all = false } = {}): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', all ? 'pipe' : 'inherit'],
    timeout: timeoutMs,
    maxBuffer: mostBytes,
  });
  if (error !== undefined) console.log(`::warning::${command} ${args.join(' ')}: ${error.message}`);
  return { status: status ?? 127, stdout: (stdout ?? '') + (all ? (stderr ?? '') : '') };
}

/** As `npm run domains -- ...` does, without npm's own words in what is kept. */
export function domains(args: readonly string[], options?: { all: boolean }): Ran {
  return run(process.execPath, ['--conditions=@petstore/source', 'cli/domains/main.ts', ...args], options);
}

/**
 * Whether the state backend has the stack. Where it cannot be asked the answer is yes: what is done next then fails,
 * and says why. A stack that was never made is no failure: a project starts with staging alone.
 */
export function isMade(stack: string): boolean {
  const { status, stdout } = run('pulumi', ['stack', 'ls', '--json']);
  if (status !== 0) return true;
  const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name.split('/').at(-1));
  if (names.includes(stack)) return true;
  console.log(
    `::notice::There is no stack "${stack}" yet. Make it with: pulumi stack init ${stack} (docs/deploying.md)`,
  );
  return false;
}
