// The commands of `npm run domains` and their options; every way they end becomes an exit status.
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ProblemsError } from '../../infra/config/problem.ts';
import { UsageError } from '../usage-error.ts';
import { type AddOptions, runAdd } from './add/add.ts';
import { type CheckCommandOptions, checkFormats, runCheck } from './check/check.ts';
import type { Io } from './io.ts';
import { type RecordsOptions, recordFormats, runRecords } from './records/records.ts';
import { runRemove } from './remove/remove.ts';
import { type ReportOptions, runReport } from './report/report.ts';
import { runStatus, type StatusOptions } from './status/status.ts';
import { runVerify } from './verify/verify.ts';

/** 0: none blocked; 1: some blocked; 2: the command or the config is wrong; 3: DNS could not be read. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  let status = 0;
  const set = (result: number | Promise<number>) =>
    Promise.resolve(result).then((value) => {
      status = value;
    });
  try {
    await commands(io, set).parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError) && !(error instanceof ProblemsError)) throw error;
    io.error(error.message);
    return 2;
  }
}

type Set = (status: number | Promise<number>) => Promise<void>;

function commands(io: Io, set: Set): Command {
  const program = new Command('npm run domains --')
    .description('Check, follow and edit the custom hosts of a stack.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.print(text.trimEnd()),
      writeErr: (text) => io.error(text.trimEnd()),
    })
    .showHelpAfterError('(--help shows what there is)')
    .addHelpText('after', statuses);
  const command = (usage: string, description: string, examples: readonly string[]) =>
    shared(program.command(usage).description(description)).addHelpText('after', example(examples));
  const reportExamples = ['report --base origin/main', 'report --base HEAD^1 --preview staging=preview.json'];

  command('check', 'find every DNS problem before anything is made', [
    'check --stack production --base origin/main',
    'check --stack production --host shop.partner.example --format json',
  ])
    .option('--base <revision>', 'only hosts that the working tree adds or changes since this git revision')
    .option('--host <host...>', 'only these hosts')
    .addOption(new Option('--format <format>', 'how to show it').choices(checkFormats).default('text'))
    .action((options: CheckCommandOptions) => set(runCheck(options, io)));

  dnsOptions(program.command('report').description('a comment on a pull request: hosts, findings, resources'))
    .requiredOption('--base <revision>', 'the git revision to compare with')
    .option('--stack <stack...>', 'these stacks (default: all that have a file here, but for local)')
    .option(
      '--preview <stack=file...>',
      'what `pulumi preview --json` wrote: resources, and what is deployed',
    )
    .addHelpText('after', example(reportExamples))
    .action((options: ReportOptions) => set(runReport(options, io)));

  command('status [host...]', 'where each host is in its life', [
    'status',
    'status shop.partner.example --stack production --watch',
  ])
    .option('--watch', 'go on until all are live', false)
    .addOption(new Option('--format <format>', 'how to show it').choices(['text', 'json']).default('text'))
    .action((hosts: string[], options: StatusOptions) => set(runStatus(hosts, options, io)));

  command('records [host...]', 'the records that owners set by hand', [
    'records shop.partner.example --stack production --outputs outputs.json',
    'records --format zone',
  ])
    .addOption(new Option('--format <format>', 'how to show them').choices(recordFormats).default('table'))
    .action((hosts: string[], options: RecordsOptions) => set(runRecords(hosts, options, io)));

  command('verify <host>', 'check a host set by hand, and add it to petstore:verified', [
    'verify shop.partner.example --stack production',
  ]).action((host: string, options) => set(runVerify(host, options, io)));

  command('add <host>', "add a host to the stack's file", [
    'add shop.petstore.example --stack production --site docs',
    'add old.petstore.example --stack production --site docs --redirect-to petstore.example --status 301',
  ])
    .addOption(new Option('--site <site>', 'what it serves').choices(['api', 'docs']).makeOptionMandatory())
    .option('--redirect-to <target>', 'it redirects to this host or https URL')
    .addOption(
      new Option('--status <status>', 'of the redirect: 301, 302, 307 or 308').argParser(redirectStatus),
    )
    .action((host: string, options: AddOptions) => set(runAdd(host, options, io)));

  command('remove <host>', "take a host out of the stack's file", [
    'remove old.petstore.example --stack production',
  ]).action((host: string, options) => set(runRemove(host, options, io)));
  return program;
}

function shared(command: Command): Command {
  return dnsOptions(command)
    .option('--stack <stack>', 'the stack (default: local while npm run local serves it, else production)')
    .option('--outputs <file>', "the stack's outputs, as `pulumi stack output --json` writes them");
}

function dnsOptions(command: Command): Command {
  return command
    .option('--dir <folder>', "the project's folder (default: this one)")
    .option('--resolver <address>', "ADDR or ADDR:PORT (default: the system's; the local cloud's for local)")
    .option('--resolver-only', "ask only the resolver, not the zones' own servers", false)
    .option('--authority-port <port>', "port of the zones' own servers, if not 53", port)
    .option('--timeout <seconds>', 'for one DNS packet (default: 2)', seconds)
    .configureHelp({ showGlobalOptions: true });
}

const statuses = `
Exit status: 0 none blocked, 1 some blocked, 2 the command or the config is wrong, 3 DNS could not be read.
What each finding means: docs/findings.md`;

function example(lines: readonly string[]): string {
  return `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  npm run domains -- ${line}`).join('\n')}`;
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= 65_535) return value;
  throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
}

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value >= 0.05 && value <= 60) return value;
  throw new InvalidArgumentError('Seconds are a number from 0.05 to 60.');
}

function redirectStatus(text: string): number {
  if (['301', '302', '307', '308'].includes(text)) return Number(text);
  throw new InvalidArgumentError('A redirect has status 301, 302, 307 or 308.');
}
