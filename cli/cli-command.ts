// The commands of the project: commander's, whose refusals have the form of every other error here, and say what to give; with
// help at the width of the terminal, of which commander breaks nothing but descriptions where 40 columns remain for them.
import { wrap } from '@petstore/custom-domains/output';
import {
  type AddHelpTextContext,
  type AddHelpTextPosition,
  Command,
  type ErrorOptions,
  Help,
  type HelpContext,
} from 'commander';
import { unknownCommand } from './unknown-command.ts';

/** Its subcommands are such commands too. Commander ends each refusal with a CommanderError, whose exit status is 2 here. */
export class CliCommand extends Command {
  #examples: readonly string[] = [];
  #unknown: readonly string[] = [];

  /** With a subcommand comes the command `help`: by itself commander leaves it out where the command does something too. */
  override createCommand(name?: string): CliCommand {
    this.helpCommand(true);
    return new CliCommand(name);
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
    // Not fitted: a command that is to be pasted is one line.
    return super.addHelpText('after', `\n${heading}:\n${listed.join('\n')}`);
  }

  override addHelpText(
    position: AddHelpTextPosition,
    text: string | ((context: AddHelpTextContext) => string),
  ): this {
    return super.addHelpText(position, (context) => {
      const given = typeof text === 'string' ? text : text(context);
      return fitted(given, this.#helpColumns(context.error));
    });
  }

  override createHelp(): Help {
    return Object.assign(new FittedHelp(), this.configureHelp());
  }

  override helpInformation(context?: HelpContext): string {
    return fitted(super.helpInformation(context), this.#helpColumns(context?.error ?? false));
  }

  /** Undefined where there is no terminal. */
  #helpColumns(isError: boolean): number | undefined {
    const { getErrHelpWidth, getOutHelpWidth } = this.configureOutput();
    return (isError ? getErrHelpWidth : getOutHelpWidth)?.();
  }

  override parseOptions(argv: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(argv);
    this.#unknown = parsed.unknown;
    this.#assertHelped(parsed.operands);
    return parsed;
  }

  /** `help NAME`: for a name that it does not know, commander would print the general help. */
  #assertHelped([first, name]: readonly string[]): void {
    if (first !== 'help' || name === undefined || this.commands.length === 0) return;
    const choices = this.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    if (name === 'help' || choices.includes(name)) this.help();
    if (!this.commands.some((one) => one.name() === name)) unknownCommand(this, name, choices);
  }

  /** Commander looks for what is missing first: of a misspelled option that is required, it would say that it is not there. */
  #unknownFirst(code: string | undefined): void {
    const flag = this.#unknown.find((text) => text.startsWith('-'));
    if (code !== 'commander.missingMandatoryOptionValue' || flag === undefined) return;
    // Public in commander's source, and absent from its types: it has the suggestion of a similar option.
    (this as unknown as { unknownOption(flag: string): never }).unknownOption(flag);
  }

  override error(message: string, options?: ErrorOptions): never {
    this.#unknownFirst(options?.code);
    const what = this.#reworded(message, options?.code ?? '');
    const example = WITH_EXAMPLE.has(options?.code ?? '') ? this.#example() : undefined;
    return super.error(
      example === undefined ? what : `${what}\n  for example: ${this.#program} ${example}`,
      options,
    );
  }

  #reworded(message: string, code: string): string {
    const name = QUOTED.exec(message)?.[1] ?? '';
    switch (code) {
      case 'commander.missingArgument':
        return `${this.name()} needs <${name}>.`;
      case 'commander.missingMandatoryOptionValue':
        return `${this.name()} needs ${name}.`;
      case 'commander.optionMissingArgument':
        return `${name.split(' ')[0]} needs a value: ${name}.`;
      case 'commander.unknownOption':
        return `${message.replace(/^error: /, '')}${this.#ofSubcommand(name)}`;
      default:
        return message.replace(/^error: /, '');
    }
  }

  /** Says where an option belongs that stands in front of the command that has it. */
  #ofSubcommand(flag: string): string {
    const command = this.commands.find(({ options }) => options.some(({ long }) => long === flag));
    return command === undefined
      ? ''
      : `\n  it follows the command: ${this.#program} ${command.name()} ${flag} …`;
  }

  /** The first of its own examples, or the first of the program's that is about it. */
  #example(): string | undefined {
    const ofProgram = this.parent instanceof CliCommand ? this.parent.#examples : [];
    return this.#examples[0] ?? ofProgram.find((line) => line.startsWith(`${this.name()} `));
  }

  get #program(): string {
    return this.parent?.name() ?? this.name();
  }
}

/** Commander quotes the argument or the option that it is about. */
const QUOTED = /'(.+?)'/;

const WITH_EXAMPLE: ReadonlySet<string> = new Set([
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
  'commander.excessArguments',
]);

/** Where the terminal is too narrow for two columns, a description is below its term. */
class FittedHelp extends Help {
  override formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const { helpWidth } = helper;
    const isWide = helpWidth === undefined || helpWidth - termWidth - GAPS >= helper.minWidthToWrap;
    if (isWide) return super.formatItem(term, termWidth, description, helper);
    const below = description === '' ? [] : wrapped(description, helpWidth - BELOW.length);
    return [`  ${term}`, ...below.map((line) => `${BELOW}${line}`)].join('\n');
  }
}

/** Two spaces are in front of a term, and two between it and its description. */
const GAPS = 4;
const BELOW = ' '.repeat(6);

/** Each line that is too long continues below its own text. `columns` undefined: no terminal, the text as it is. */
export function fitted(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => (line.length <= columns ? [line] : broken(line, columns)))
    .join('\n');
}

function broken(line: string, columns: number): string[] {
  const [start = ''] = /^ *(?:\S+ {2,})?/.exec(line) ?? [];
  const [first, ...rest] = wrapped(line.slice(start.length), columns - start.length);
  return [`${start}${first}`, ...rest.map((part) => `${' '.repeat(start.length)}${part}`)];
}

const wrapped = (text: string, columns: number): string[] => wrap(text, columns).map(String);
