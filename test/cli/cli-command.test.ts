// What commander refuses, in the form of every other error here.
import { Argument, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { CliCommand } from '../../cli/cli-command.ts';

/** A program, and what it prints for arguments that end it. */
function tool() {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const program = new CliCommand('npm run tool --')
    .configureOutput({ writeOut: write, writeErr: write, outputError: write })
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
  [['create', 'x'], 'create needs --name <name>.\n  for example: npm run tool -- create --name ci\n'],
  [['drop', 'a', '--nme'], "unknown option '--nme'\n"],
  [['drp'], "unknown command 'drp'\n(Did you mean drop?)\n"],
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
