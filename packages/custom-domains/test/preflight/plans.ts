// Hosts for tests, and an internet to which a finding's records can be applied literally.
import type { HostSpec } from '../../src/dns-hosts/zone.ts';
import type { RecordChange } from '../../src/preflight/finding.ts';
import type { Internet } from './internet.ts';

/** An API host in a zone on Cloudflare. */
export function cloudflareHost(host: string, zone: string, more: Partial<HostSpec> = {}): HostSpec {
  const declared = { provider: 'cloudflare', name: zone } as const;
  return { host, apex: host === zone, zone: declared, target: 'gateway', ...more };
}

/** A docs host whose owner sets the records. */
export function externalHost(host: string, verified = false, more: Partial<HostSpec> = {}): HostSpec {
  return { host, apex: false, zone: { provider: 'external', verified }, target: 'distribution', ...more };
}

/** The internet with the changes applied. An NS record of a zone's apex is its delegation. */
export function applied(internet: Internet, changes: readonly RecordChange[]): Internet {
  return changes.reduce((now, change) => applyOne(now, change), internet);
}

function applyOne(internet: Internet, change: RecordChange): Internet {
  const { action, name, type, value, ttl } = change;
  if (type === 'NS' && internet[name] !== undefined) return applyDelegation(internet, change);
  const zoneName = Object.keys(internet)
    .filter((zone) => zone === '' || name === zone || name.endsWith(`.${zone}`))
    .sort((one, other) => other.length - one.length)[0];
  if (zoneName === undefined) throw new Error(`no zone for ${name}`);
  const zone = internet[zoneName] ?? { on: [] };
  const data = ['CAA', 'TXT'].includes(type) ? value.replace(/" "|"/g, '') : value;
  const line = `${name} ${ttl} ${type} ${data}`;
  const records = zone.records ?? [];
  const isLine = (other: string) => normal(other) === normal(line);
  if (action === 'remove' && !records.some(isLine)) throw new Error(`nothing to remove: ${line}`);
  const changed = action === 'add' ? [...records, line] : records.filter((other) => !isLine(other));
  return { ...internet, [zoneName]: { ...zone, records: changed } };
}

/** Without its TTL, and with the quotes that presentation form adds. */
const normal = (line: string) => line.replace(/^(\S+) (?:\d+ )?([A-Z])/, '$1 $2').replace(/"/g, '');

function applyDelegation(internet: Internet, { name, action, value: server }: RecordChange): Internet {
  const { [name]: zone, ...rest } = internet;
  if (zone === undefined) return internet;
  const now = zone.delegatedTo ?? zone.nameServers ?? zone.on.map((_, index) => `ns${index + 1}.${name}`);
  const next = action === 'add' ? [...now, server] : now.filter((one) => one !== server);
  return next.length === 0 && action === 'remove' && zone.nameServers === undefined
    ? rest
    : { ...internet, [name]: { ...zone, delegatedTo: next } };
}
