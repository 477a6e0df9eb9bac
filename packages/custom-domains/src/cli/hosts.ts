// The hosts of a command: its arguments, and the lines of standard input for `-`. Every fault is reported at once.
import { normaliseHost } from '../names/host.ts';
import { CommandLineError } from './command-line-error.ts';
import type { ToolIo } from './io.ts';

const MAX_HOSTS = 10_000;
const MAX_FAULTS_SHOWN = 20;

/** In normal form, each once. Empty lines, and what follows a `#`, are left out. */
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
