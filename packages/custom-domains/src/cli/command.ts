// The commands of `npx --no -- custom-domains`, their help and their exit statuses.
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { AUTHORITIES, BASELINE_REQUIREMENTS, type Source } from '../authorities/index.ts';
import { join, json, paragraph, shown, UsageError } from '../output/index.ts';
import { runCheck, runDangling } from './check.ts';
import { NPX, type ToolIo } from './io.ts';
import { runMerge } from './merge.ts';
import { assertNoNames, type CommandName, commandName, parseCommandLine, type Values } from './options.ts';
import { runPlanCheck } from './plans/command.ts';
import { PLAN_FORMS } from './plans/read-plan.ts';
import { TARGET_FORMS, TARGETS, TARGETS_ISSUER } from './targets.ts';

const INTERRUPTED = 130;

/** The exit status, as `HELP` and README.md have it. */
export async function main(args: readonly string[], io: ToolIo): Promise<number> {
  try {
    const status = await run(args, io);
    if (!io.signal.aborted) return status;
  } catch (error) {
    if (!io.signal.aborted) {
      const isRefused = error instanceof UsageError;
      // Node would print the message of any other error as it is.
      io.error(paragraph(isRefused ? error.message : inspect(error)));
      return isRefused ? 2 : 3;
    }
  }
  io.error(paragraph('interrupted'));
  return INTERRUPTED;
}

const COMMANDS: Readonly<
  Record<CommandName, (names: readonly string[], values: Values, io: ToolIo) => number | Promise<number>>
> = {
  check: runCheck,
  'check --plan': runPlanCheck,
  'check --merge': runMerge,
  dangling: runDangling,
  profiles: showProfiles,
};

function run(args: readonly string[], io: ToolIo): number | Promise<number> {
  const { command, names, values } = parseCommandLine(args);
  if (values.help || command === 'help' || values.version) {
    io.print(paragraph(values.version ? version() : HELP));
    return 0;
  }
  const name = commandName(command, values);
  if (name !== undefined) return COMMANDS[name](names, values, io);
  const what = command === undefined ? 'No command is given' : `${JSON.stringify(command)} is not a command`;
  throw new UsageError(`${what}.`, 'give check, dangling or profiles; --help shows them');
}

function showProfiles(names: readonly string[], { json: asJson }: Values, io: ToolIo): number {
  assertNoNames(names, 'profiles');
  if (asJson) {
    const targets = TARGETS.map(({ id, title, example, source, names }) => {
      return { id, title, example, authority: TARGETS_ISSUER, source, names: names.map(String) };
    });
    io.print(json({ requirements: BASELINE_REQUIREMENTS, authorities: AUTHORITIES, targets }));
    return 0;
  }
  const sources = (all: readonly Source[]) =>
    all.map(({ states, url, read }) => shown`    ${states}\n      ${url} (read ${read})`);
  io.print(
    join([
      'Every public authority (CA/Browser Forum Baseline Requirements)',
      ...sources(BASELINE_REQUIREMENTS),
      'Authorities',
      ...AUTHORITIES.flatMap(({ id, title, aliases = [], issuers, methods, sources: all }) => [
        shown`  ${[id, ...aliases].join(', ')}: ${title}; CAA ${issuers.join(', ')}; validated by ${methods.map((one) => one.id).join(', ')}`,
        ...sources(all),
      ]),
      'Targets',
      ...TARGETS.flatMap(({ id, title, example, source }) => [
        shown`  ${id}: ${title}; a name like ${example}`,
        ...sources([source]),
      ]),
    ]),
  );
  return 0;
}

/** The manifest is at the same place from the sources and from the archive. */
function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The examples without the `npx` in front of them. The tests run each. */
export const EXAMPLES: readonly string[] = [
  'custom-domains check shop.example.com --target cloudfront --authority amazon',
  'custom-domains check shop.example.com --authority amazon --validation _1a2b.shop.example.com=_3c4d.acm-validations.aws',
  'custom-domains check shop.example.com www.example.com --target cname:shop.example.net --authority letsencrypt',
  'custom-domains check example.com --target a:192.0.2.1,2001:db8::1 --authority letsencrypt --method http-01 --live',
  'custom-domains check - --authority google --json < hosts.txt',
  'custom-domains check --plan plan.json --format markdown',
  'custom-domains dangling shop.example.com old.example.com',
  'custom-domains profiles',
];

const METHODS = [...new Set(AUTHORITIES.flatMap(({ methods }) => methods.map(({ id }) => id)))].join(', ');

const HELP = `Usage: custom-domains <command> [options]

Finds out why the certificate of a host would not be issued, or its traffic would not arrive, from live DNS.
It reads only, and needs no account.

Commands:
  check <host...>      DNS, DNSSEC and CAA of the hosts, what is in the way, and what they lead to
  check --plan <file>  the same of each host that a change of infrastructure adds or moves
  dangling <name...>   whether the names lead to something deleted, which others could claim
  profiles             the authorities and targets that it knows, with their sources

"-" reads hosts from standard input, one a line; a "#" begins a comment.

Options of check:
  --target <target>        ${TARGET_FORMS};
                           without it the records stay as they are, and only the certificate is in question
  --authority <authority>  who issues: ${AUTHORITIES.map(({ id }) => id).join(', ')} (default: the target's own)
  --method <method>        how the certificate is validated, if CAA restricts it: ${METHODS}
  --account-uri <uri>      the account at the authority, as records name it (repeatable)
  --validation <record>    NAME=VALUE of a CNAME that the authority asked for, which is to be there (repeatable)
  --live                   the hosts are served from the target already: a record that is missing blocks too
  --perspective <place>    NAME=RESOLVER, of two or more: whether enough of them see what the authority has to
  --merge                  in place of hosts, the files that check --json wrote on three machines or more

  --plan <file>            or "-": ${PLAN_FORMS};
                           --authority is for those of its hosts whose own it does not say
  --strict                 exit status 3 where the plan has types that may have hosts and are not known

Options of check and dangling:
  --format <format>        text, markdown (for a comment on a pull request) or json (default: text)
  --json                   as --format json, for machines: each finding has the next command
  --resolver <address>     ADDR or ADDR:PORT (default: the system's)
  --resolver-only          query only the resolver, not the zones' own servers
  --authority-port <port>  port of the zones' own servers (default: that of a --resolver on the loopback, else 53)
  --web-port <port>        port of web servers, if not 80
  --root-keys <file>       keys of the root zone, in IANA's form or as DS lines (default: IANA's; where that
                           port is not 53 none, and DNSSEC is not validated)
  --timeout <seconds>      for one DNS packet (default: 2)

  -h, --help               this text
  --version                the version

Exit status: 0 none blocked, 1 some blocked, 2 the command or the plan is wrong,
3 DNS, or a name in the plan, could not be read, or an unexpected error,
130 interrupted.

Examples:
${EXAMPLES.map((one) => `  ${NPX.slice(0, -1).join(' ')} ${one}`).join('\n')}`;
