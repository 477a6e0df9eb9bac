// The commands of `npx custom-domains`, and their exit statuses.
import { readFileSync } from 'node:fs';
import { paragraph } from '../output/index.ts';
import { runCheck } from './check.ts';
import { CommandLineError } from './command-line-error.ts';
import { HELP } from './help.ts';
import type { ToolIo } from './io.ts';
import { type CommandLine, parseCommandLine } from './options.ts';
import { showProfiles } from './profiles.ts';
import { runDangling } from './run-dangling.ts';

const INTERRUPTED = 130;

/** 0: none blocked; 1: some blocked; 2: the command is wrong; 3: DNS could not be read; 130: interrupted. */
export async function main(args: readonly string[], io: ToolIo): Promise<number> {
  try {
    const status = await run(parseCommandLine(args), io);
    if (!io.signal.aborted) return status;
  } catch (error) {
    if (!io.signal.aborted) {
      if (!(error instanceof CommandLineError)) throw error;
      io.error(paragraph(error.message));
      return 2;
    }
  }
  io.error(paragraph('interrupted'));
  return INTERRUPTED;
}

async function run({ command, names, values }: CommandLine, io: ToolIo): Promise<number> {
  if (values.help || command === 'help') {
    io.print(paragraph(HELP));
    return 0;
  }
  if (values.version) {
    io.print(paragraph(version()));
    return 0;
  }
  if (command === 'check') return runCheck(names, values, io);
  if (command === 'dangling') return runDangling(names, values, io);
  if (command === 'profiles') return showProfiles(values, io);
  const what =
    command === undefined ? 'No command is given.' : `${JSON.stringify(command)} is not a command.`;
  throw new CommandLineError(what, 'give check, dangling or profiles; --help shows them');
}

/** The manifest is at the same place from the sources and from the archive. */
function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
