// Records as a table for a person.
import { type Shown, table } from '@petstore/custom-domains/output';
import type { HostRecords } from './host-records.ts';

/** `columns`: of the terminal. */
export function recordTable(hosts: readonly HostRecords[], columns: number): Shown {
  const rows = hosts.flatMap(({ records }) =>
    records.map(({ purpose, name, type, ttl, value }) => [purpose, name, type, String(ttl), value]),
  );
  return table(['for', 'name', 'type', 'TTL', 'value'], rows, columns);
}
