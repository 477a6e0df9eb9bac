// A misspelled subcommand of a command that also does something without one: commander takes it for an argument.
import type { Command } from 'commander';
import { closest } from '../infra/config/did-you-mean.ts';

/** Ends as commander does for a command with subcommands alone, also with its suggestion. `others`: what else can be named. */
export function unknownCommand(command: Command, given: string, others: readonly string[] = []): never {
  const names = [...others, ...command.commands.map((one) => one.name()), 'help'];
  const meant = closest(given, names);
  const suggestion = meant === undefined ? '' : `\n(Did you mean ${meant}?)`;
  command.error(`error: unknown command '${given}'${suggestion}`, { code: 'commander.unknownCommand' });
}
