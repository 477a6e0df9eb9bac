// What all commands take and how they end: stacks, ports, exit statuses, errors of the system as sentences, and what commander refuses.
import { explainPort } from '@petstore/local-cloud/listen';
import { CommanderError, InvalidArgumentError } from 'commander';
import { describe, expect, test, vi } from 'vitest';
import { CliCommand } from '../../cli/cli-command.ts';
import { printFailure, reportError } from '../../cli/exit.ts';
import { assertStack, formatOption, listeningPort, serversPort } from '../../cli/options.ts';
import { unwritable, unwritableIn } from '../../cli/unwritable.ts';
import { temporaryFolder } from './folder.ts';

test('a stack is one that has a file in the folder', () => {
  const folder = temporaryFolder({ 'Pulumi.staging.yaml': '' });
  expect(() => assertStack('staging', folder)).not.toThrow();
  const expectRefused = (name: string, place: string, what: string) =>
    expect(() => assertStack(name, place)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining(what) }),
    );
  expectRefused('stagin', folder, `${folder} has no Pulumi.stagin.yaml.\n  did you mean`);
  expectRefused('x', folder, 'git checkout -- Pulumi.x.yaml');
  for (const never of ['../x', 'stagin'])
    expect(() => assertStack(never, folder)).toThrow(/stacks here: staging$/);
  expectRefused('', folder, '--stack is empty.\n  stacks here: staging');
  expectRefused('staging', temporaryFolder(), "\n  run it in the project's folder");
  for (const other of [`${folder}/none`, `${folder}/Pulumi.staging.yaml`])
    expectRefused('staging', other, `no folder ${other}`);
});

test('0 is a free port to listen on, and not one of a server', () => {
  expect(['0', '1', '65535'].map(listeningPort)).toEqual([0, 1, 65_535]);
  expect(['1', '65535'].map(serversPort)).toEqual([1, 65_535]);
  expect(() => serversPort('0')).toThrow(InvalidArgumentError);
});

test.each(['65536', '-1', '', '1.5', '0x1', ' 1', '1e3'])('%j is not a port', (text) => {
  expect(() => listeningPort(text)).toThrow(InvalidArgumentError);
});

test('an error that nobody expects ends a command with its stack', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportError(new TypeError('x is not a function'));
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  expect(written.mock.calls[0]?.[0]).toMatch(/TypeError: x is not a function\n +at .*options\.test/);
  printFailure('once more\n');
  expect(written).toHaveBeenLastCalledWith('✗ once more\n');
});

describe('what cannot be written', () => {
  const failed = (code: string, path?: string) => Object.assign(new Error(code), { code, path });

  test.each([
    ['EACCES', 'this user may not write there', 'make it writable'],
    ['ENOSPC', 'no space is left on the device', 'free some space'],
    ['EEXIST', 'it is a file, or a link that leads nowhere', 'move it away'],
  ])('%s', (code, why, remedy) => {
    const said = [`a/b cannot be written: ${why}.`, expect.stringContaining(remedy)];
    expect(unwritable(failed(code, 'a/b'))?.message.split('\n')).toEqual(said);
  });

  test('another error stays as it is, and a temporary file is not named', () => {
    for (const error of [failed('ENOENT', 'a'), new Error('x'), failed('EACCES')])
      expect(unwritable(error)).toBeUndefined();
    expect(unwritable(failed('EACCES', 'a/b.tmp'), 'a/b')?.message).toMatch(/^a\/b cannot/);
  });

  test('a write without a path is in the folder; a port that is refused is not', () => {
    const write = Object.assign(failed('ENOSPC'), { syscall: 'write' });
    expect(unwritableIn('.local', write)?.message).toMatch(/^\.local cannot be written: no space/);
    const levelDb = new Error('IO error: .local/dynamodb/000038.log: No space left on device');
    expect(unwritableIn('.local', levelDb)?.message).toMatch(/^\.local cannot be written: no space/);
    expect(unwritableIn('.local', explainPort(failed('EACCES'), '::1', 80, '--port'))).toBeUndefined();
  });
});

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
  const command = program.command('create').option('--dry-run').option('--name <name>');
  command.action(() => write('taken'));
  await program.parseAsync(['create'], { from: 'user' }).catch(() => undefined);
  expect(printed[0]).toContain(text);
});
