// For each finding, the command to run next: what shows the cause, or the fix once it is made.
import { shellWord } from '../output/index.ts';
import type { Finding, FindingCode } from '../preflight/index.ts';
import type { Values } from './options.ts';

const TRACED: readonly FindingCode[] = [
  'zone-not-delegated',
  'delegated-away',
  'lame-delegation',
  'no-such-zone',
  'nameservers-disagree',
];

/** A line for a POSIX shell. Names of records are foreign: they may hold what a shell would run. `again`: the command that was run, for this host. */
export function nextCommand({ code, host, records }: Finding, again: string): string {
  if (TRACED.includes(code)) return `dig +trace NS ${shellWord(host)}`;
  if (code === 'dnssec-bogus') return `delv ${shellWord(host)}`;
  if (code === 'dns-unreadable' || code === 'target-unreadable') return again;
  if (code === 'target-claimable' || code === 'target-missing')
    return `curl -sSi ${shellWord(`http://${host}/`)}`;
  if (code.startsWith('caa-')) return `dig CAA ${shellWord(records[0]?.name ?? host)}`;
  const [first] = records;
  if (first === undefined) return again;
  return `dig ${first.type === 'ALIAS' ? 'A' : shellWord(first.type)} ${shellWord(first.name)}`;
}

/** The command that was run, for one host and without what only concerns its output. */
export function commandLine(command: string, host: string, values: Values): string {
  const { json: _, help: __, version: ___, ...given } = values;
  const options = Object.entries(given).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`];
    if (Array.isArray(value)) return value.flatMap((one) => [`--${name}`, one]);
    return typeof value === 'string' ? [`--${name}`, value] : [];
  });
  return ['npx --no custom-domains', command, ...[host, ...options].map(shellWord)].join(' ');
}
