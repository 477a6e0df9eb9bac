// `npm run drill`: recovers from accidents on an embedded cloud, and copies the items of a restored table.
import { shown, terminal } from '@petstore/custom-domains/output';
import { Argument } from 'commander';
import { ProblemsError } from '../../infra/config/problem.ts';
import { CliCommand } from '../cli-command.ts';
import { CommandError } from '../command-error.ts';
import { reportError } from '../exit.ts';
import { seconds } from '../terminal.ts';
import { copyItemsCommand } from './copy-items.ts';
import { createStep, DRILLS } from './drills.ts';

type Name = keyof typeof DRILLS;
const NAMES = Object.keys(DRILLS) as Name[];

const out = terminal(process.stdout);

/** Every drill is run, whatever becomes of the others: the exit status is 1 where one failed. */
async function runDrills(names: readonly Name[]): Promise<void> {
  // A signal ends the process without the event `exit`, by which a drill deletes its folder.
  for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
    process.once(signal, () => process.exit(status));
  for (const name of names.length === 0 ? NAMES : names) {
    const started = performance.now();
    out.line(shown`${out.paint('bold', name)}`);
    try {
      await DRILLS[name](createStep(out));
      out.line(shown`  recovered; the drill took ${seconds(performance.now() - started)}\n`);
    } catch (error) {
      // Problems are those of Pulumi.local.yaml, which each drill deploys.
      reportError(error instanceof ProblemsError ? new CommandError(error.message) : error);
    }
  }
}

function drills(text: string, before: readonly Name[] = []): Name[] {
  const name = NAMES.find((one) => one === text);
  return name === undefined ? program.refuseCommand(text, NAMES) : [...before, name];
}

const program = new CliCommand('npm run drill --')
  .description('Recover from accidents, on an embedded cloud of its own; exit status 1 where one fails.')
  .addArgument(new Argument('[drills...]', 'which; all without any').choices(NAMES).argParser(drills))
  .showHelpAfterError('(--help shows the drills)')
  .notes(
    `\
  table   items are lost: the table is restored, and its items are copied back
  stack   the stack is destroyed: its protected tables stay, the rest comes back
  state   the state is lost: the hosts are adopted, and the items copied
  zone    the records are lost: they are created again

What is compared: the items, and the answers of the API and of every host, before and after.
docs/operations.md, "Restore", has the same steps for a stack in AWS.`,
  )
  .action((names: Name[]) => runDrills(names));

program
  .command('copy-items')
  .description("of a table in AWS: a restored table's items into the live one, as that drill does it")
  .requiredOption('--from <table>', 'the restored table; required')
  .requiredOption('--to <table>', 'the live table; what it has besides stays; required')
  .requiredOption('--region <region>', 'the region of both; required')
  .option('--overwrite', 'also set back the items that differ, not only those that are missing', false)
  .option('--write', 'write; without it the items are only counted', false)
  .examples(['copy-items --from pets-restored --to pets --region eu-west-1'])
  .action(copyItemsCommand);

await program.parseAsync().catch(reportError);
