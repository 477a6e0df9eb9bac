// The commands of the project: commander's, whose refusals have the form of every other error here, and say what to give.
import { closest } from '@petstore/custom-domains/names';
import { join, type Part, paragraph, terminal, wrap } from '@petstore/custom-domains/output';
import { Command, type ErrorOptions, type ParseOptions } from 'commander';
import { exitUsage, printFailure } from './exit.ts';

/** The refusals that end with an example, by commander's code. */
const WITH_EXAMPLE: ReadonlySet<string | undefined> = new Set([
  ...['commander.missingArgument', 'commander.missingMandatoryOptionValue'],
  ...['commander.optionMissingArgument', 'commander.excessArguments'],
]);

/**
 * Its subcommands are such commands too. Commander ends each refusal with a CommanderError, whose exit status is 2 here. Help, and
 * refusals of arguments, which quote them, are written to the process's streams, through the gate.
 */
export class CliCommand extends Command {
  #examples: readonly string[] = [];
  /** Commander's own refusal, which its types leave out. */
  declare unknownOption: (flag: string) => never;

  constructor(name?: string) {
    super(name);
    const write = (stream: NodeJS.WriteStream) => (text: string) =>
      terminal(stream).line(paragraph(text.trimEnd()));
    const output = { writeOut: write(process.stdout), writeErr: write(process.stderr) };
    this.configureOutput({ ...output, outputError: printFailure }).exitOverride(exitUsage);
  }

  /** With a subcommand comes the command `help`: by itself commander leaves it out where the command does something too. */
  override createCommand(name?: string): CliCommand {
    this.helpCommand(true);
    return new CliCommand(name);
  }

  /** Below the options: each line is a paragraph, broken as commander breaks the rest; one that begins with a space stays whole. */
  notes(text: string): this {
    const lines = text.split('\n').flatMap<Part>((line) => (line.startsWith(' ') ? line : wrap(line, 80)));
    return this.addHelpText('after', `\n${join(lines)}`);
  }

  /**
   * Each without the name of the program, but for a whole line that begins with `npm run --silent`, whose output is a file. They
   * are in the help, and the first one, which has no such beginning, is in a refusal.
   */
  examples(lines: readonly string[]): this {
    this.#examples = lines;
    const heading = lines.length > 1 ? 'Examples' : 'Example';
    // npm needs `--` only in front of arguments.
    const listed = lines.map((line) =>
      line.startsWith('npm run ') ? `  ${line}` : `  ${this.#program} ${line}`.replace(/ -- $/, ''),
    );
    return this.addHelpText('after', `\n${heading}:\n${listed.join('\n')}`);
  }

  /**
   * Ends as commander does for an unknown command, also with its suggestion. A command that also does something without a
   * subcommand takes a misspelled one for an argument. `others`: what else can be named.
   */
  refuseCommand(given: string, others: readonly string[] = []): never {
    const names = [...others, ...this.commands.map((one) => one.name()), 'help'];
    const meant = closest(given, names);
    const suggestion = meant === undefined ? '' : `\n(Did you mean ${meant}?)`;
    this.error(`error: unknown command '${given}'${suggestion}`, { code: 'commander.unknownCommand' });
  }

  override async parseAsync(args?: readonly string[], options?: ParseOptions): Promise<this> {
    this.#refuseTaken(process.env);
    return super.parseAsync(args, options);
  }

  /** npm takes an option in front of `--` for a setting of its own: the script has it in its environment alone. */
  #refuseTaken(env: NodeJS.ProcessEnv): void {
    if (this.name() !== `npm run ${env.npm_lifecycle_event} --`) return;
    const options = [this, ...this.commands].flatMap((one) => one.options);
    const names = new Set(options.flatMap(({ long }) => long ?? []));
    // Many .npmrc files have a timeout, which looks the same here.
    names.delete('--timeout');
    const taken = [...names].filter((name) => env[`npm_config_${name.slice(2).replaceAll('-', '_')}`]);
    if (taken.length === 0) return;
    const fix = `write -- in front of the arguments: ${this.name()} ...`;
    this.error(`npm took ${taken.join(', ')} for itself, and nothing was done\n  ${fix}`);
  }

  override error(message: string, options?: ErrorOptions): never {
    // What the command does not have is left in its arguments.
    const flag = this.args.find((one) => one.startsWith('-')) ?? '';
    // Commander looks for a mandatory option first, also where one was misspelt.
    if (options?.code === 'commander.missingMandatoryOptionValue' && flag !== '') this.unknownOption(flag);
    const example = WITH_EXAMPLE.has(options?.code) ? this.#example() : undefined;
    const named = this.options.find(({ argChoices }) => argChoices?.includes(flag.slice(2)));
    const meant = named ? `\n(Did you mean ${named.long} ${flag.slice(2)}?)` : '';
    const text = example === undefined ? meant : `\n  for example: ${this.#program} ${example}`;
    return super.error(`${message.replace(/^error: /, '')}${text}`, options);
  }

  /** The first of its own examples, or the first of the program's that is about it. */
  #example(): string | undefined {
    const ofProgram = this.parent instanceof CliCommand ? this.parent.#examples : [];
    return this.#examples.find(Boolean) ?? ofProgram.find((line) => line.startsWith(`${this.name()} `));
  }

  get #program(): string {
    return this.parent?.name() ?? this.name();
  }
}
