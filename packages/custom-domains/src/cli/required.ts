// What a command cannot do without: everything that is missing is reported at once, with a command that has it.
import { AUTHORITIES } from '../authorities/index.ts';
import { pad } from '../output/index.ts';
import { CommandLineError } from './command-line-error.ts';
import { commandLine } from './next-command.ts';
import type { Values } from './options.ts';
import { parseTarget } from './targets.ts';

const HOSTS = {
  check: ['<host...>', 'the hosts to check; - reads them from standard input'],
  dangling: ['<name...>', 'the names to follow; - reads them from standard input'],
} as const;
const AUTHORITY = [
  '--authority',
  `who issues the certificate: ${AUTHORITIES.map(({ id }) => id).join(', ')}`,
] as const;

/** Throws CommandLineError where the command line has no host, or no authority that `check` needs. */
export function assertComplete(command: keyof typeof HOSTS, names: readonly string[], values: Values): void {
  const isIssued =
    command === 'dangling' ||
    values.authority !== undefined ||
    parseTarget(values.target).profile !== undefined;
  const missing = [...(names.length > 0 ? [] : [HOSTS[command]]), ...(isIssued ? [] : [AUTHORITY])];
  if (missing.length === 0) return;
  const width = Math.max(...missing.map(([name]) => name.length));
  const example = commandLine(command, names[0] ?? 'shop.example.com', {
    ...values,
    ...(!isIssued && { authority: authorityFor(values.method) }),
  });
  throw new CommandLineError(
    `${command} needs ${missing.map(([name]) => name).join(' and ')}.`,
    [...missing.map(([name, what]) => `${pad(name, width)}  ${what}`), `for example: ${example}`].join(
      '\n  ',
    ),
  );
}

/** The first one, where none has the method. */
function authorityFor(method: string | undefined): string | undefined {
  const known = AUTHORITIES.find(({ methods }) => methods.some(({ id }) => id === method));
  return (known ?? AUTHORITIES[0])?.id;
}
