// Records as a table for a person.
import { join, pad, type Shown, widthOf } from '@petstore/custom-domains/output';
import type { HostRecords } from './host-records.ts';

export function recordTable(hosts: readonly HostRecords[]): Shown {
  const rows = hosts.flatMap(({ records }) =>
    records.map(({ purpose, name, type, ttl, value }) => [purpose, name, type, String(ttl), value]),
  );
  const table = [['for', 'name', 'type', 'TTL', 'value'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => widthOf(row[column]))));
  return join(
    table.map((row) =>
      join(
        row.map((cell, column) => pad(cell, widths[column] ?? 0)),
        '  ',
      ),
    ),
  );
}
