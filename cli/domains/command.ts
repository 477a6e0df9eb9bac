// The commands of `npm run domains`, their options and their exit statuses.
import { inspect } from 'node:util';
import { REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import { paragraph, shown } from '@petstore/custom-domains/output';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ProblemsError } from '../../infra/config/problem.ts';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import { CliCommand } from '../cli-command.ts';
import { formatOption, listeningPort, serversPort } from '../options.ts';
import { wordsOf } from './context.ts';
import { runDoctor } from './doctor/doctor.ts';
import { runAdd, runAdopt, runPrimary, runRemove } from './edits.ts';
import { type Io, messageOf, reportFailure, STOPPED, UnknownStateError, untilStopped } from './io.ts';
import { runMove } from './move/move.ts';
import { runOpen } from './open/open.ts';
import { RECORD_FORMATS, runRecords } from './records/records.ts';
import { runCheck, runReport } from './report/report.ts';
import { runStatus } from './status/status.ts';
import { runVerify } from './verify/verify.ts';

export async function main(args: readonly string[], given: Io): Promise<number> {
  const io = untilStopped(given);
  let [status, isEndedByHand, words] = [0, false, [] as string[]];
  // Commander passes the command itself last.
  const does: Does =
    (run) =>
    async (...given) => {
      const last = given.at(-1);
      isEndedByHand = last instanceof Command && (last.name() === 'open' || last.opts().watch === true);
      words = last instanceof Command ? wordsOf(last.opts()) : [];
      status = (await run(...([...given.slice(0, -1), io] as never[]))) ?? 0;
    };
  try {
    await commands(io, does).parseAsync([...args], { from: 'user' });
  } catch (error) {
    status = failureStatus(error instanceof ProblemsError ? error.withWords(words) : error, io);
  }
  if (!given.signal.aborted) return status;
  // The line of progress that was left standing.
  given.progress(shown``);
  return isEndedByHand ? status : STOPPED;
}

function failureStatus(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = messageOf(error);
  // Node would print the message of an unexpected error as it is.
  reportFailure(message ?? inspect(error), io);
  return message === undefined || error instanceof UnknownStateError ? 3 : 2;
}

/** The action of a command: `run` gets its arguments, its options and the terminal, and gives the exit status; none is 0. */
type Does = (
  run: (...given: never[]) => Promise<number> | Promise<void>,
) => (...given: readonly unknown[]) => Promise<void>;

function commands(io: Io, does: Does): CliCommand {
  const program = new CliCommand('npm run domains --')
    .description('Check, follow and edit the custom hosts of a stack.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.print(paragraph(text.trimEnd())),
      outputError: (text) => reportFailure(text, io),
      writeErr: (text) => io.error(paragraph(text.trimEnd())),
    })
    .showHelpAfterError('(--help shows the options)')
    .notes(STATUSES);
  const command = (usage: string, description: string, examples: readonly string[]) =>
    program.command(usage).description(description).examples(examples);

  command('doctor', 'what a deployment needs: tools, account, rights, zones; it changes nothing', [
    'doctor --stack staging',
    'npm run --silent domains -- doctor --stack staging --format json > doctor.json',
  ])
    .addOption(formatOption())
    .notes('Exit status: 0 all is right, 1 something is wrong, 3 something could not be found out.')
    .action(does(runDoctor));

  command('check', 'find every DNS problem before anything is created', [
    'check --stack production --host shop.petstore.example',
    'check --stack production --base origin/main',
    'npm run --silent domains -- check --stack production --format json > check.json',
  ])
    .option(
      '--base <revision>',
      'only hosts that the working tree adds or changes since HEAD left this git revision',
    )
    .option('--host <host...>', 'only these hosts')
    .addOption(formatOption())
    .action(does(runCheck));

  command('report', 'a comment on a pull request: hosts, findings, resources', [
    'report --base origin/main',
    'report --base HEAD^1 --preview staging=preview.json',
  ])
    .requiredOption(
      '--base <revision>',
      'the git revision: the working tree is compared with where HEAD left it',
    )
    .option('--stack <stack...>', 'these stacks (default: all with a file here or at the base, except local)')
    .option('--preview <stack=file...>', 'the output of `pulumi preview --json`: changes, and deployed hosts')
    .action(does(runReport));

  command('status [host...]', 'the state of each host', [
    'status',
    'status shop.partner.example --stack production --watch',
    'npm run --silent domains -- status --stack production --format json > status.json',
  ])
    .option('--watch', 'continue until all are live, or Ctrl-C', false)
    .addOption(formatOption())
    .action(does(runStatus));

  command('records [host...]', 'the records to set: of external hosts, of these hosts, or of a zone', [
    'records shop.partner.example --stack production --outputs outputs.json',
    'npm run --silent domains -- records --format zone > petstore.zone',
  ])
    .addOption(new Option('--format <format>', 'how to show them').choices(RECORD_FORMATS).default('table'))
    .option('--zone <zone>', 'all hosts in this zone; of an external host in a delegated subdomain, its zone')
    .action(does(runRecords));

  command('verify <host>', 'check the records of an external host, and add it to petstore:verified', [
    'verify shop.partner.example --stack production',
  ]).action(does(runVerify));

  command('add <host>', "add a host to the stack's file", [
    'add shop.petstore.example --stack production --site docs',
    'add old.petstore.example --stack production --site docs --redirect-to petstore.example --status 301',
  ])
    .addOption(new Option('--site <site>', 'its site; required').choices(SITE_NAMES).makeOptionMandatory())
    .option('--redirect-to <target>', 'it redirects to this host or https URL')
    .addOption(
      new Option(
        '--status <status>',
        `of the redirect; by default that of a redirect that is there already, else 308 for the api and 301 for the docs`,
      ).choices(REDIRECT_STATUSES.map(String)),
    )
    .action(does(runAdd));

  command('adopt <host>', 'take over what serves a host already, without an interruption', [
    'adopt shop.petstore.example --stack production --mapping a1b2c3',
    'adopt www.petstore.example --stack production --distribution E2EXAMPLE12345',
  ])
    .option('--mapping <id>', 'the id of its API mapping, or none: of a host of the api')
    .option('--distribution <id>', 'the id of the distribution that has its alias: of any other host')
    .action(does(runAdopt));

  command('move <host>', 'the stages by which a host that is live elsewhere comes into the stack', [
    'move shop.petstore.example --stack production --site docs',
    'move www.petstore.example --stack production --site docs --redirect-to petstore.example',
    'move shop.petstore.example --stack production --write',
    'npm run --silent domains -- move shop.petstore.example --stack production --format json > steps.json',
  ])
    .addOption(
      new Option('--site <site>', 'what an undeclared host will serve; required there').choices(SITE_NAMES),
    )
    .option('--redirect-to <target>', 'of an undeclared redirect: this host or https URL; with --site')
    .option('--write', "make the next stage's change of the stack's file", false)
    .addOption(formatOption())
    .notes(MOVE_STATUSES)
    .action(does(runMove));

  command('remove <host>', "remove a host from the stack's file", [
    'remove old.petstore.example --stack production',
  ]).action(does(runRemove));

  command('primary <host>', 'make a host the primary of its site; the former primary takes its place', [
    'primary www.petstore.example --stack production',
  ]).action(does(runPrimary));

  command('open [host...]', 'serve the domains page: every host of every stack, in a browser', [
    'open',
    'open shop.partner.example --stack production --export pages',
  ])
    .option('--port <port>', 'on the loopback; 0: a free one, as without it', listeningPort)
    .option('--export <folder>', 'instead, write a page for the owner of each external host, or of these')
    .option('--stack <stack>', 'only this stack (default: all that have a file here)')
    .option('--outputs <file>', 'its outputs, as `pulumi stack output --json` writes them; with --stack')
    .action(does(runOpen));
  for (const one of program.commands) addSharedOptions(one);
  return program;
}

/** They stand after those that explain what the command does. A command with a --stack of its own has no --outputs of a stack. */
function addSharedOptions(command: Command): void {
  if (!command.options.some(({ long }) => long === '--stack'))
    command
      .option(
        '--stack <stack>',
        'the stack (default: local while npm run local serves it, else production; to edit a file, none)',
      )
      .option('--outputs <file>', "the stack's outputs, as `pulumi stack output --json` writes them");
  command
    .option('--dir <folder>', "the project's folder (default: this one)")
    .option('--resolver <address>', "ADDR or ADDR:PORT (default: the system's; the local cloud's for local)")
    .option('--resolver-only', "query only the resolver, not the zones' own servers", false)
    .option(
      '--authority-port <port>',
      "port of the zones' own servers (default: that of a --resolver on the loopback, else 53)",
      serversPort,
    )
    .option(
      '--root-keys <file>',
      "of the root zone (default: IANA's; where that port is not 53 none, and DNSSEC is not validated)",
    )
    .option('--timeout <seconds>', 'for one DNS packet (default: 2)', seconds);
}

const MOVE_STATUSES =
  'Exit status: 0 nothing is left to do, or --write made the change; 1 a stage is left, 2 the command or the config is wrong, 3 what decides the next stage could not be found out.';

const STATUSES = `\
Exit status: 0 none blocked, or the file was changed, 1 some blocked or a removal that production refuses, 2 the command or the config is wrong, 3 DNS, the zone file of the local internet or another stack's file was not read, or an unexpected error, 130 stopped by Ctrl-C.
What each finding means: docs/findings.md`;

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value >= 0.05 && value <= 60) return value;
  throw new InvalidArgumentError('Seconds are a number from 0.05 to 60.');
}
