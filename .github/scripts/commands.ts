// Runs the Pulumi CLI and the project's own commands.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { command } from '../../packages/custom-domains/src/output/index.ts';
import { log } from './github.ts';

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
}

/** For one command: those here only read, and do not wait for certificates. */
const TIMEOUT_MS = 15 * 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Standard error goes to the log, or with `all` into the result. A command that cannot start has status 127. */
export function run(command: string, args: readonly string[], { all = false } = {}): CommandResult {
  log.stopCommands();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    // Its errors go to the same stream as the lines that stop commands, so that the order holds.
    stdio: ['ignore', 'pipe', all ? 'pipe' : 1],
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_BYTES,
  });
  if (error !== undefined) log.annotate('warning', `${command} ${args.join(' ')}: ${error.message}`);
  return { status: status ?? 127, stdout: (stdout ?? '') + (all ? (stderr ?? '') : '') };
}

/** `npm run domains -- …` without npm's own output. */
export function domains(args: readonly string[], options?: { all: boolean }): CommandResult {
  return run(process.execPath, ['--conditions=@petstore/source', 'cli/domains/main.ts', ...args], options);
}

/** True where the backend cannot be read: the next command then fails with the reason. A project starts with staging only. */
export function stackExists(stack: string): boolean {
  const { status, stdout } = run('pulumi', ['stack', 'ls', '--json']);
  if (status !== 0) return true;
  const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name.split('/').at(-1));
  if (names.includes(stack)) return true;
  log.annotate(
    'notice',
    `There is no stack "${stack}" yet. Create it with: ${command`pulumi stack init ${stack}`} (docs/deploying.md)`,
  );
  return false;
}

/** The state of a stack, as JSON. */
export function exportState(stack: string): string {
  const { status, stdout } = run('pulumi', ['stack', 'export', '--non-interactive', '--stack', stack]);
  if (status !== 0) throw new Error(`The state of stack ${stack} could not be read; the log has the reason`);
  return stdout;
}

/** SHA-256 of the whole state, in hex. Each update writes its time, so that the digest differs after each. */
export function stateDigest(stack: string): string {
  return createHash('sha256').update(exportState(stack)).digest('hex');
}
