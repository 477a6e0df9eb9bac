// What commander refuses, in the form of every other error here.
import { CommanderError } from 'commander';
import { expect, test, vi } from 'vitest';
import { CliCommand } from '../../cli/cli-command.ts';
import { formatOption } from '../../cli/options.ts';

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

const example = (line: string) => `\n  for example: npm run tool -- ${line}`;

test.each([
  [['create'], `required option '--name <name>' not specified${example('create --name ci')}`],
  [['drop'], `missing required argument 'id'${example('drop abc')}`],
  [['move'], `missing required argument 'id'${example('move abc --to def')}`],
  [['plain'], "missing required argument 'id'"],
  [['create', '--name'], `option '--name <name>' argument missing${example('create --name ci')}`],
  [['drop', 'a', 'b'], expect.stringContaining(`Expected 1 argument but got 2: a, b.${example('drop abc')}`)],
  [['drop', 'a', '--nme'], "unknown option '--nme'"],
  [['create', '--nmae', 'ci'], "unknown option '--nmae'\n(Did you mean --name?)"],
  [['create', '--json'], "unknown option '--json'\n(Did you mean --format json?)"],
  [['drp'], "unknown command 'drp'\n(Did you mean drop?)"],
])('%j', (args, text) => {
  const { program, printed } = tool();
  program.examples(['create --name ci', 'drop abc']);
  program.command('create').requiredOption('--name <name>', 'whose').addOption(formatOption());
  program.command('drop <id>');
  program.command('move <id>').examples(['move abc --to def']);
  program.command('plain <id> [more...]');
  expect(printed(args).trimEnd()).toEqual(text);
});

test('a program without subcommands takes `help` as any other argument', () => {
  const taken: string[] = [];
  const program = new CliCommand('npm run tool --').argument('<words...>');
  program.action((words: string[]) => void taken.push(...words)).parse(['help', 'me'], { from: 'user' });
  expect(taken).toEqual(['help', 'me']);
});

test.each([
  ['tool', 'npm took --dry-run, --name for itself'],
  ['other', 'taken'],
])('options that npm took from the arguments of the script %s', async (script, text) => {
  vi.stubEnv('npm_lifecycle_event', script);
  vi.stubEnv('npm_config_name', 'true');
  vi.stubEnv('npm_config_dry_run', 'true');
  const printed: string[] = [];
  const write = (part: string) => void printed.push(part);
  const { program } = tool();
  program.configureOutput({ writeErr: write, outputError: write });
  program
    .command('create')
    .option('--dry-run')
    .option('--name <name>')
    .action(() => write('taken'));
  await program.parseAsync(['create'], { from: 'user' }).catch(() => undefined);
  vi.unstubAllEnvs();
  expect(printed[0]).toContain(text);
});
