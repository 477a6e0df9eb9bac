// The hosts of a command: its arguments, and the lines of standard input for `-`. Every fault is reported at once.

import { AUTHORITIES } from '../authorities/index.ts';
import { normaliseHost } from '../names/host.ts';
import { CommandLineError } from './command-line-error.ts';
import type { ToolIo } from './io.ts';
import { commandLine } from './next-command.ts';
import type { Values } from './options.ts';
import { parseTarget } from './targets.ts';

const MAX_HOSTS = 10_000;
const MAX_FAULTS_SHOWN = 20;

/** Returns each host once, in normal form. Empty lines, and what follows a `#`, are left out. */
export async function readHosts(names: readonly string[], io: ToolIo): Promise<string[]> {
  const texts: string[] = [];
  for (const name of names) {
    for await (const line of name === '-' ? io.lines() : [name]) {
      texts.push(...line.replace(/#.*/s, '').split(/\s+/).filter(Boolean));
      if (texts.length > MAX_HOSTS) {
        throw new CommandLineError(`These are more than ${MAX_HOSTS} hosts.`, 'check them in several runs');
      }
    }
  }
  if (texts.length === 0) throw new CommandLineError('Standard input has no host.', 'write one on each line');
  const faults: string[] = [];
  const hosts = texts.flatMap((text) => {
    const result = normaliseHost(text);
    if (result.ok) return [result.host];
    faults.push(`${JSON.stringify(text)} ${result.fault.what}: ${result.fault.fix}`);
    return [];
  });
  if (faults.length === 0) return [...new Set(hosts)];
  const more = faults.length > MAX_FAULTS_SHOWN ? [`and ${faults.length - MAX_FAULTS_SHOWN} more`] : [];
  throw new CommandLineError(
    `${faults.length} of ${texts.length} cannot be checked:`,
    [...faults.slice(0, MAX_FAULTS_SHOWN), ...more].join('\n  '),
  );
}

/** Throws CommandLineError where the command line has no host, or no authority that `check` needs. */
export function assertComplete(
  command: 'check' | 'dangling',
  names: readonly string[],
  values: Values,
): void {
  const isIssued =
    command === 'dangling' ||
    values.authority !== undefined ||
    parseTarget(values.target).profile !== undefined;
  const hosts = names.length > 0 ? [] : [command === 'check' ? '<host...>' : '<name...>'];
  const missing = isIssued ? hosts : [...hosts, '--authority'];
  if (missing.length === 0) return;
  const authority = isIssued ? values.authority : authorityFor(values.method);
  const example = commandLine(command, names[0] ?? 'shop.example.com', { ...values, authority });
  throw new CommandLineError(`${command} needs ${missing.join(' and ')}.`, `for example: ${example}`);
}

/** The first one, where none has the method. */
function authorityFor(method: string | undefined): string | undefined {
  const known = AUTHORITIES.find(({ methods }) => methods.some(({ id }) => id === method));
  return (known ?? AUTHORITIES[0])?.id;
}
