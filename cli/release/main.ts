// `npm run release`: what is live, and back to the version before. Exit status: 0 done, 1 it could not be done, 2 the
// command is wrong, or the stack's outputs cannot be read.
import { CliCommand } from '../cli-command.ts';
import { reportError } from '../exit.ts';
import { formatOption } from '../options.ts';
import { retry, rollback, showStatus } from './status.ts';

const program = new CliCommand('npm run release --')
  .description('Which version of the function is live, and back to the one before. pulumi up releases.')
  .showHelpAfterError('(--help shows the options)')
  .notes(
    'Deployed stacks need AWS credentials, from any source that AWS tools use, with the rights lambda:GetAlias, lambda:UpdateAlias, codedeploy:ListDeployments, codedeploy:GetDeployment and codedeploy:StopDeployment.',
  )
  .examples([
    'status --stack production',
    'rollback --stack production',
    'rollback --stack production --yes',
  ]);

function command(usage: string, description: string): CliCommand {
  return program.command(usage).description(description).option('--stack <stack>', 'whose function', 'local');
}

command('status', 'the live version, the one before, and the last releases')
  .addOption(formatOption())
  .action(showStatus);

command('rollback', 'every call goes to the version before; a release that is under way ends')
  .option('--yes', 'do not ask', false)
  .action(rollback);

command('retry', 'lets pulumi up release the version that was taken back').action(retry);

await program.parseAsync().catch(reportError);
