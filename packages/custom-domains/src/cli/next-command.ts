// For each finding, the command to run next: what shows the cause, or the fix once it is made.
import { type Command, command } from '../output/index.ts';
import type { Finding, FindingCode } from '../preflight/index.ts';
import type { Values } from './options.ts';

const TRACED: readonly FindingCode[] = [
  'zone-not-delegated',
  'delegated-away',
  'lame-delegation',
  'no-such-zone',
  'nameservers-disagree',
];

/** `again`: the command that was run, for this host. */
export function nextCommand({ code, host, records }: Finding, again: Command): Command {
  if (TRACED.includes(code)) return command`dig +trace NS ${host}`;
  if (code === 'dnssec-bogus') return command`delv ${host}`;
  if (code === 'dns-unreadable' || code === 'target-unreadable') return again;
  if (code === 'target-claimable' || code === 'target-missing')
    return command`curl -sSi ${`http://${host}/`}`;
  if (code.startsWith('caa-')) return command`dig CAA ${records[0]?.name ?? host}`;
  const [first] = records;
  if (first === undefined) return again;
  return command`dig ${first.type === 'ALIAS' ? 'A' : first.type} ${first.name}`;
}

/** The command that was run, for one host and without what only concerns its output. */
export function commandLine(name: string, host: string, values: Values): Command {
  const { json: _, help: __, version: ___, ...given } = values;
  const options = Object.entries(given).flatMap(([option, value]) => {
    if (value === true) return [`--${option}`];
    if (Array.isArray(value)) return value.flatMap((one) => [`--${option}`, one]);
    return typeof value === 'string' ? [`--${option}`, value] : [];
  });
  return command`npx --no custom-domains ${name} ${host} ${options}`;
}
