// The commands of the project: commander's, whose refusals have the form of every other error here, and say what to give.
import { Command, type ErrorOptions } from 'commander';

/** Its subcommands are such commands too. Commander ends each refusal with a CommanderError, whose exit status is 2 here. */
export class CliCommand extends Command {
  #examples: readonly string[] = [];

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Each without the name of the program. They are in the help, and the first one is in a refusal. */
  examples(lines: readonly string[]): this {
    this.#examples = lines;
    const heading = lines.length > 1 ? 'Examples' : 'Example';
    // npm needs `--` only in front of arguments.
    const listed = lines.map((line) => `  ${this.#program} ${line}`.replace(/ -- $/, ''));
    return this.addHelpText('after', `\n${heading}:\n${listed.join('\n')}`);
  }

  override error(message: string, options?: ErrorOptions): never {
    const missing = MISSING[options?.code ?? '']?.exec(message)?.[1];
    return super.error(
      missing === undefined ? message.replace(/^error: /, '') : this.#lacks(missing),
      options,
    );
  }

  #lacks(missing: string): string {
    const what = `${this.name()} needs ${/^\w/.test(missing) ? `<${missing}>` : missing}.`;
    const example = this.#example();
    return example === undefined ? what : `${what}\n  for example: ${this.#program} ${example}`;
  }

  /** Its own, or one of the program that is about it. */
  #example(): string | undefined {
    const ofProgram = this.parent instanceof CliCommand ? this.parent.#examples : [];
    return this.#examples[0] ?? ofProgram.find((line) => line.startsWith(`${this.name()} `));
  }

  get #program(): string {
    return this.parent?.name() ?? this.name();
  }
}

/** Commander's words for what is missing, by its code. */
const MISSING: Readonly<Record<string, RegExp>> = {
  'commander.missingArgument': /'(.+)'$/,
  'commander.missingMandatoryOptionValue': /'(.+)'/,
};
