// `domains records`: the records that owners of external hosts set, for a person, a program, or a zone file.
import { join, json, pad, type Shown, shown, widthOf } from '@petstore/custom-domains/output';
import { zoneLine } from '@petstore/custom-domains/preflight';
import { openContext, type SharedOptions } from '../context.ts';
import { type DeployedHost, requireOutputs } from '../deployed-hosts.ts';
import type { Io } from '../io.ts';
import { chooseHosts, loadPlan } from '../stack.ts';

export const RECORD_FORMATS = ['table', 'json', 'zone'] as const;

export interface RecordsOptions extends SharedOptions {
  readonly format: (typeof RECORD_FORMATS)[number];
}

interface HostRecords {
  readonly host: string;
  readonly records: DeployedHost['records'];
}

/** Without names: all external hosts. Resolves to the exit status. */
export async function runRecords(names: readonly string[], options: RecordsOptions, io: Io): Promise<number> {
  const { folder, stack, outputsFile: file } = openContext(options, io);
  const plan = loadPlan(folder, stack);
  const hosts = chooseHosts(plan, names).filter(
    ({ zone }) => names.length > 0 || zone.provider === 'external',
  );
  if (hosts.length === 0 && options.format !== 'json') {
    io.error(shown`${stack} has no external host: the stack sets all records itself.`);
    return 0;
  }
  const deployed = await requireOutputs({ folder, stack, file }, io.signal);
  const all = hosts.map(({ host }): HostRecords => ({ host, records: deployed.get(host)?.records ?? [] }));
  io.print(render(all, options.format));
  for (const { host, records } of all) {
    if (records.length === 0)
      io.error(shown`${host} has no records yet: they are known once it is deployed (pulumi up).`);
    else if (!records.some(({ purpose }) => purpose === 'routing')) {
      io.error(
        shown`${host}: its routing record is known once its certificate is issued and it is attached.`,
      );
    }
  }
  return 0;
}

function render(all: readonly HostRecords[], format: RecordsOptions['format']): Shown {
  if (format === 'json') return json(Object.fromEntries(all.map(({ host, records }) => [host, records])));
  return format === 'zone' ? join(all.map(zoneText)) : tableText(all);
}

/** RFC 1035 5.1. ALIAS is not a DNS type: its line is a comment for the owner's DNS host. */
function zoneText({ host, records }: HostRecords): Shown {
  const lines = records.map((record) => {
    const line = zoneLine(record);
    return record.type === 'ALIAS' ? shown`; ALIAS, ANAME or CNAME flattening: ${line}` : shown`${line}`;
  });
  return join([shown`; ${host}`, ...lines]);
}

function tableText(all: readonly HostRecords[]): Shown {
  const rows = all.flatMap(({ records }) =>
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
