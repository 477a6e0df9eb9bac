// `npm run release`: what is live, and back to the version before. Exit status: 0 done, 1 it could not be done, 2 the
// command is wrong, or the stack's outputs cannot be read.
import { ReleaseError } from '../../infra/release/release-error.ts';
import { CliCommand } from '../cli-command.ts';
import { reportError } from '../exit.ts';
import { type RollbackOptions, retry, rollback } from './rollback.ts';
import { type StatusOptions, showStatus } from './status.ts';

const program = new CliCommand('npm run release --')
  .description('Which version of the function is live, and back to the one before. pulumi up releases.')
  .showHelpAfterError('(--help shows the options)')
  .addHelpText(
    'after',
    `
Deployed stacks need AWS credentials, from any source that AWS tools use, with the rights
lambda:GetAlias, lambda:UpdateAlias, codedeploy:ListDeployments, codedeploy:GetDeployment and codedeploy:StopDeployment.`,
  )
  .examples([
    'status --stack production',
    'rollback --stack production',
    'rollback --stack production --yes',
  ]);

function command(usage: string, description: string): CliCommand {
  return program.command(usage).description(description).option('--stack <stack>', 'whose function', 'local');
}

const run = (work: Promise<void>): Promise<void> => work.catch(fail);

command('status', 'the live version, the one before, and the last releases')
  .option('--format <format>', 'text or json', 'text')
  .action((options: StatusOptions) => run(showStatus(options)));

command('rollback', 'every call goes to the version before; a release that is under way ends')
  .option('--yes', 'do not ask', false)
  .action((options: RollbackOptions) => run(rollback(options)));

command('retry', 'lets pulumi up release the version that was taken back').action(
  (options: { readonly stack: string }) => run(retry(options)),
);

await program.parseAsync();

/** Errors of the services have a name and a message. */
function fail(error: unknown): void {
  const isService = error instanceof Error && '$metadata' in error;
  if (isService) reportError(error, `${error.name}: ${error.message}`);
  else reportError(error, error instanceof ReleaseError ? error.message : undefined);
}
