// What commander refuses, in the form of every other error here; and help at the width of the terminal.
import { Argument, CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { CliCommand, fitted } from '../../cli/cli-command.ts';

/** A program, and what it prints for arguments that end it. */
function tool(columns?: number) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const program = new CliCommand('npm run tool --')
    .configureOutput({ writeOut: write, writeErr: write, getOutHelpWidth: () => columns as number })
    .exitOverride();
  const printed = (args: readonly string[]) => {
    expect(() => program.parse(args, { from: 'user' })).toThrow(CommanderError);
    return text;
  };
  return { program, printed };
}

test.each([
  [['create'], 'create needs --name <name>.\n  for example: npm run tool -- create --name ci\n'],
  [['drop'], 'drop needs <id>.\n  for example: npm run tool -- drop abc\n'],
  [['move'], 'move needs <id>.\n  for example: npm run tool -- move abc --to def\n'],
  [['plain'], 'plain needs <id>.\n'],
  [
    ['create', '--name'],
    '--name needs a value: --name <name>.\n  for example: npm run tool -- create --name ci\n',
  ],
  [
    ['move', 'a', 'b'],
    "too many arguments for 'move'. Expected 1 argument but got 2: a, b.\n  for example: npm run tool -- move abc --to def\n",
  ],
  [['create', '--nme', 'x'], "unknown option '--nme'\n(Did you mean --name?)\n"],
  [['create', 'x'], 'create needs --name <name>.\n  for example: npm run tool -- create --name ci\n'],
  [['drop', 'a', '--nme'], "unknown option '--nme'\n"],
  [
    ['--name', 'ci', 'create'],
    "unknown option '--name'\n  it follows the command: npm run tool -- create --name …\n",
  ],
  [['drp'], "unknown command 'drp'\n(Did you mean drop?)\n"],
  [['help', 'drp'], "unknown command 'drp'\n(Did you mean drop?)\n"],
  [['help', 'none'], "unknown command 'none'\n"],
])('%j', (args, text) => {
  const { program, printed } = tool();
  program.examples(['create --name ci', 'drop abc']);
  program.command('create').requiredOption('--name <name>', 'whose').option('--all');
  program.command('drop <id>');
  program.command('move <id>').examples(['move abc --to def']);
  program.command('plain <id> [more...]');
  expect(printed(args)).toBe(text);
});

test.each([
  [['help', 'create'], 'create [options]'],
  [['help', 'cat'], '[options] [command] [animal]'],
  [['help', 'help'], '[options] [command] [animal]'],
  [['help'], '[options] [command] [animal]'],
])('%j, where an argument is chosen', (args, usage) => {
  const { program, printed } = tool();
  program.addArgument(new Argument('[animal]').choices(['cat', 'dog'])).action(() => expect.unreachable());
  program.command('create').action(() => expect.unreachable());
  expect(printed(args).split('\n')[0]).toBe(`Usage: npm run tool -- ${usage}`);
});

test('a program without subcommands takes `help` as any other argument', () => {
  const taken: string[] = [];
  const program = new CliCommand('npm run tool --').argument('<words...>');
  program.action((words: string[]) => void taken.push(...words)).parse(['help', 'me'], { from: 'user' });
  expect(taken).toEqual(['help', 'me']);
});

describe('help', () => {
  const help = (columns: number | undefined, ...args: string[]) => {
    const { program, printed } = tool(columns);
    program
      .description('Create what is asked for, and say so in a sentence or two.')
      .addHelpText('after', '\nExit status:\n  0   it is created, and whatever depends on it too')
      .addHelpText('after', () => '\nThe rest is in docs/tool.md, with an example each.')
      .examples(['', 'create --name a-name-that-is-long', 'npm run --silent tool -- --json > file']);
    program
      .command('create')
      .option('--name <the-name-of-it>', 'whose it is from now on')
      .option('--plain')
      .configureHelp({ showGlobalOptions: true });
    return printed([...args, '--help'])
      .trimEnd()
      .split('\n');
  };
  const TERM = '  --name <the-name-of-it>';

  test('is as wide as the terminal, and a command in it is never broken', () => {
    const lines = help(40);
    expect(lines.filter((line) => line.length > 40)).toEqual([
      '  npm run tool -- create --name a-name-that-is-long',
    ]);
    expect(lines.join('\n')).toContain(
      '  0   it is created, and whatever\n      depends on it too\n\nThe rest is in docs/tool.md, with an\nexample each.\n',
    );
    expect(lines.slice(lines.indexOf('Examples:'))).toEqual([
      ...['Examples:', '  npm run tool', '  npm run tool -- create --name a-name-that-is-long'],
      '  npm run --silent tool -- --json > file',
    ]);
    expect(help(undefined)).toContain('  0   it is created, and whatever depends on it too');
  });

  test('has two columns where 40 characters remain for the second one, else a meaning is below its option', () => {
    expect(help(67, 'create')).toContain(`${TERM}  whose it is from now on`);
    const narrow = help(66, 'create');
    expect(narrow[narrow.indexOf(TERM) + 1]).toBe('      whose it is from now on');
    expect(narrow[narrow.indexOf('  --plain') + 1]).toBe('  -h, --help');
  });
});

test.each([
  ['no terminal: as it is', undefined, 'one two three four', 'one two three four'],
  ['a line that fits exactly', 18, 'one two three four', 'one two three four'],
  ['a line that is a letter too long', 17, 'one two three four', 'one two three\nfour'],
  ['an indented line', 14, '  one two three four', '  one two\n  three four'],
  ['a term and what it means', 16, '  0  it is created there', '  0  it is\n     created\n     there'],
  ['each line by itself, and empty ones', 9, 'one two\n\none two three', 'one two\n\none two\nthree'],
])('%s', (_what, columns, text, expected) => {
  expect(fitted(text, columns)).toBe(expected);
});
