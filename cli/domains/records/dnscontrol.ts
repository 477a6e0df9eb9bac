// Records as DNSControl reads them: a file that dnsconfig.js requires after the D() of each zone.
import { join, type Shown, shown } from '@petstore/custom-domains/output';
import { byZone, type HostRecords, httpsParts, type RecordOfHost, relativeName } from './host-records.ts';

/** D_EXTEND adds to a zone that the owner's dnsconfig.js has already; a second D of one zone is an error. */
export function dnscontrolFile(hosts: readonly HostRecords[]): Shown {
  return join(
    byZone(hosts).map(([zone, inZone]) => {
      const comments = inZone.map(({ host }) => shown`// ${host}`);
      const records = inZone.flatMap((one) => one.records.map((record) => statement(zone, record)));
      const call = shown`D_EXTEND(${literal(zone)},\n  ${join(records, ',\n  ')}\n);`;
      return join(records.length === 0 ? comments : [...comments, call]);
    }),
  );
}

/** `CNAME("shop", "d1.cloudfront.net.", TTL(3600))`: docs.dnscontrol.org, domain modifiers. `@` is the zone's own name. */
function statement(zone: string, { name, type, value, ttl }: RecordOfHost): Shown {
  const label = relativeName(name, zone) || '@';
  if (type === 'HTTPS') {
    const { priority, target, params } = httpsParts(value);
    const texts = params.map(([key, text]) => `${key}=${text}`).join(' ');
    return shown`HTTPS(${literal(label)}, ${priority}, ${literal(target)}, ${literal(texts)}, TTL(${ttl}))`;
  }
  return shown`${type}(${literal(label)}, ${literal(`${value}.`)}, TTL(${ttl}))`;
}

function literal(text: string): string {
  return JSON.stringify(text);
}
