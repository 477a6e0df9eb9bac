// `npm run keys`: create, rotate, list and revoke API keys, of the local stack and of deployed ones.
import { CliCommand } from '../cli-command.ts';
import { reportError } from '../exit.ts';
import { formatOption } from '../options.ts';
import { listKeys, revokeKey } from './existing-keys.ts';
import { createKey, rotateKey } from './new-key.ts';

const program = new CliCommand('npm run keys --')
  .description(
    'Create, rotate, list and revoke API keys. Only their SHA-256 is stored: a key is shown once, when it is created.',
  )
  .showHelpAfterError('(--help shows the options)')
  .notes(
    `\
create and rotate print the key alone, or with --format json one object; list prints a table, or an array. In a pipe, npm run --silent leaves out npm's own lines. Messages go to standard error.
Deployed stacks need AWS credentials, from any source that AWS tools use: AWS_* variables, AWS_PROFILE, SSO, a role.`,
  )
  .examples([
    'create --name ci --expires 90d',
    'npm run --silent keys -- create --name first --stack staging | pbcopy',
    'list --stack production',
    'rotate 103b30eb3bb0 --overlap 14d --stack production',
    'revoke 103b30eb3bb0 --stack production',
  ]);

function command(usage: string, description: string): CliCommand {
  return program
    .command(usage)
    .description(description)
    .option('--stack <stack>', 'whose keys', 'local')
    .option('--table <name>', 'the keys table, in place of the one in the stack outputs')
    .option('--region <region>', 'the region of that table');
}

command('create', 'create a key and show it, once')
  .requiredOption('--name <name>', 'what it is for')
  .option(
    '--expires <when>',
    'a duration (90d, 12h), a date (2027-01-31: the end of that day in UTC), a time (2027-01-31T18:00Z), or never; default: 365d',
  )
  .addOption(formatOption())
  .action(createKey);

command(
  'list',
  'ids, names, the day each was last used, and a warning before one expires: 30 days, or a third of its time where that is less; not the keys themselves',
)
  .addOption(formatOption())
  .action(listKeys);

command(
  'rotate <id>',
  'replace a key by a new one of the same name and lifetime, shown once; the old one stays valid for the overlap',
)
  .option('--overlap <duration>', 'how long the old key stays valid, up to 90d (7d, 12h)', '7d')
  .option(
    '--expires <when>',
    "when the new key expires, as for create; default: after the old one's lifetime",
  )
  .addOption(formatOption())
  .action(rotateKey);

command('revoke <id>', 'revoke a key by its id; it is refused everywhere within 60 seconds').action(
  revokeKey,
);

await program.parseAsync().catch(reportError);
