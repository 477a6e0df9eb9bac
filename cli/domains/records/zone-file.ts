// Records as lines of a zone file (RFC 1035 5.1), to be included in a zone that has its own SOA and NS records.
import { join, type Shown, shown } from '@petstore/custom-domains/output';
import { zoneLine } from '@petstore/custom-domains/preflight';
import type { HostRecords } from './host-records.ts';

/** `hasAlias`: the file is of the local internet, which has ALIAS. */
export function zoneFile(hosts: readonly HostRecords[], hasAlias: boolean): Shown {
  return join(hosts.map((one) => linesOfHost(one, hasAlias)));
}

/** ALIAS is not a DNS type: elsewhere its line is a comment for the owner's DNS host. */
function linesOfHost({ host, records }: HostRecords, hasAlias: boolean): Shown {
  const lines = records.map((record) => {
    const line = zoneLine(record);
    return record.type === 'ALIAS' && !hasAlias
      ? shown`; ALIAS, ANAME or CNAME flattening: ${line}`
      : shown`${line}`;
  });
  return join([shown`; ${host}`, ...lines]);
}
