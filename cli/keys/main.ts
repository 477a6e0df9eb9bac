// `npm run keys`: make, list and revoke API keys, of the local stack and of the deployed ones.
import { Command } from 'commander';
import { type CreateOptions, createKey, listKeys, revokeKey, type StackOptions } from './commands.ts';
import { exitUsage, fail } from './exit.ts';

const program = new Command('npm run keys --')
  .description(
    'Make, list and revoke API keys. Only their SHA-256 is stored: a key is shown once, when made.',
  )
  .showHelpAfterError('(--help shows the options)')
  .addHelpText(
    'after',
    `
The key alone goes to standard output, everything else to standard error.
Real stacks need AWS credentials: AWS_* variables, or a profile that the aws command can export.

Examples:
  npm run keys -- create --name ci --expires 90d
  npm run keys -- create --name first --stack staging | pbcopy
  npm run keys -- list --stack production
  npm run keys -- revoke 103b30eb3bb0 --stack production`,
  )
  .exitOverride(exitUsage);

function command(usage: string, description: string): Command {
  return program
    .command(usage)
    .description(description)
    .option('--stack <stack>', 'whose keys', 'local')
    .option('--table <name>', 'the keys table, where no stack outputs are to be asked')
    .option('--region <region>', 'the region of that table')
    .exitOverride(exitUsage);
}

const run = (work: Promise<void>): Promise<void> => work.catch(fail);

command('create', 'make a key and show it, once')
  .requiredOption('--name <name>', 'what it is for, to find it again')
  .option('--expires <when>', 'a time from now (90d, 12h) or a date (2027-01-31)')
  .action((options: CreateOptions) => run(createKey(options)));

command('list', 'the keys there are; not the keys themselves')
  .option('--format <format>', 'text or json', 'text')
  .action((options: StackOptions & { format: string }) => run(listKeys(options)));

command('revoke <id>', 'take a key back by its id; refused everywhere within 60 seconds').action(
  (id: string, options: StackOptions) => run(revokeKey(id, options)),
);

await program.parseAsync();
