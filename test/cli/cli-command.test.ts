// What every command says of a missing argument or option: what to give, and an example of the command itself.
import { Argument, CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { CliCommand } from '../../cli/cli-command.ts';
import { runMain } from './domains/harness.ts';

/** What a program with two subcommands prints of its refusal. */
function refusalOf(...args: string[]): string {
  let text = '';
  const program = new CliCommand('npm run tool --')
    .configureOutput({
      writeOut: () => undefined,
      writeErr: (part) => {
        text += part;
      },
    })
    .exitOverride()
    .examples(['create --name ci', 'drop abc']);
  program.command('create').requiredOption('--name <name>', 'whose').option('--all');
  program.command('drop <id>');
  program.command('move <id>').examples(['move abc --to def']);
  program.command('plain <id> [more...]');
  expect(() => program.parse(args, { from: 'user' })).toThrow(CommanderError);
  return text;
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
  expect(refusalOf(...args)).toBe(text);
});

test.each([
  ['create', ['help', 'create'], 'Usage: npm run tool -- create [options]\n'],
  [
    'a command whose argument is chosen',
    ['help', 'cat'],
    'Usage: npm run tool -- [options] [command] [animal]\n',
  ],
  ['help itself', ['help', 'help'], 'Usage: npm run tool -- [options] [command] [animal]\n'],
  ['nothing', ['help'], 'Usage: npm run tool -- [options] [command] [animal]\n'],
])('help of %s', (_what, args, usage) => {
  let text = '';
  const program = new CliCommand('npm run tool --')
    .configureOutput({
      writeOut: (part) => {
        text += part;
      },
    })
    .exitOverride()
    .addArgument(new Argument('[animal]').choices(['cat', 'dog']))
    .action(() => expect.unreachable());
  program.command('create').action(() => expect.unreachable());
  expect(() => program.parse(args, { from: 'user' })).toThrow(CommanderError);
  expect(text.slice(0, text.indexOf('\n') + 1)).toBe(usage);
});

test('a program without subcommands takes `help` as any other argument', () => {
  const taken: string[] = [];
  const program = new CliCommand('npm run tool --').argument('<words...>');
  program.action((words: string[]) => void taken.push(...words)).parse(['help', 'me'], { from: 'user' });
  expect(taken).toEqual(['help', 'me']);
});

test.each(['verify', 'add', 'adopt', 'move', 'remove'])('domains %s without a host', async (name) => {
  const { status, out, err } = await runMain([name], '.');
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(
    new RegExp(
      `^✗ ${name} needs <host>\\.\n  for example: npm run domains -- ${name} \\S+\\.example --stack production.*\n\\(--help`,
    ),
  );
});

test('domains report without its revision', async () => {
  expect(await runMain(['report'], '.')).toMatchObject({
    status: 2,
    err: expect.stringContaining(
      '✗ report needs --base <revision>.\n  for example: npm run domains -- report --base',
    ),
  });
});

describe('help', () => {
  const program = (columns: number | undefined) => {
    let text = '';
    const command = new CliCommand('npm run tool --')
      .description('Create what is asked for, and say so in a sentence or two.')
      .addHelpText('after', '\nExit status:\n  0   it is created, and whatever depends on it too')
      .addHelpText('after', () => '\nThe rest is in docs/tool.md, with an example each.')
      .examples(['create --name a-name-that-is-long'])
      .configureOutput({
        getOutHelpWidth: () => columns as number,
        writeOut: (part) => {
          text += part;
        },
      })
      .exitOverride();
    command
      .command('create')
      .option('--name <the-name-of-it>', 'whose it is from now on')
      .option('--plain')
      .configureHelp({ showGlobalOptions: true })
      .exitOverride();
    command.command('drop').exitOverride();
    return (...args: string[]) => {
      expect(() => command.parse(args, { from: 'user' })).toThrow(CommanderError);
      return text.trimEnd().split('\n');
    };
  };

  test('is as wide as the terminal, and a command in it is never broken', () => {
    const lines = program(40)('--help');
    expect(lines.filter((line) => line.length > 40)).toEqual([
      '  npm run tool -- create --name a-name-that-is-long',
    ]);
    expect(lines.join('\n')).toContain(
      '  0   it is created, and whatever\n      depends on it too\n\nThe rest is in docs/tool.md, with an\nexample each.\n',
    );
  });

  test('of a subcommand: what an option means is below it', () => {
    const lines = program(40)('create', '--help');
    expect(lines).toContain('  --name <the-name-of-it>');
    expect(lines).toContain('      whose it is from now on');
    expect(lines[lines.indexOf('  --plain') + 1]).toBe('  -h, --help');
  });

  test('has two columns where 40 characters are left for the second one', () => {
    const term = '  --name <the-name-of-it>';
    expect(program(67)('create', '--help')).toContain(`${term}  whose it is from now on`);
    expect(program(66)('create', '--help')).toContain(term);
  });

  test('without a command after it, the name of the program is one that can be pasted', () => {
    let text = '';
    const writeOut = (part: string) => {
      text += part;
    };
    const command = new CliCommand('npm run tool --').configureOutput({ writeOut }).exitOverride();
    command.examples(['', '--all', 'npm run --silent tool -- --format json > file']);
    expect(() => command.parse(['--help'], { from: 'user' })).toThrow(CommanderError);
    expect(text.slice(text.indexOf('\nExample'))).toBe(
      '\nExamples:\n  npm run tool\n  npm run tool -- --all\n  npm run --silent tool -- --format json > file\n',
    );
  });

  test('has two columns where they fit, and is not broken where there is no terminal', () => {
    expect(program(100)('create', '--help').join('\n')).toMatch(/--name <the-name-of-it> {2}whose it is/);
    expect(program(undefined)('--help')).toContain('  0   it is created, and whatever depends on it too');
  });
});
