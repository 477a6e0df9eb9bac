// DNS records: cloudflare:index/dnsRecord:DnsRecord.
import { randomBytes } from 'node:crypto';
import type { HostedRecord } from '../dns/hosted-zones.ts';
import type { Dns } from '../dns/index.ts';
import type { Quotas } from '../quotas.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type DnsRecordInputs, dnsRecordForms, dnsRecordInputs } from './inputs.ts';
import { fullName, isProxiable, recordValue, refuseConflict, served, zoneOf } from './record-checks.ts';

interface DnsRecordComputed {
  readonly createdOn: string;
  readonly modifiedOn: string;
  readonly proxiable: boolean;
}

export function dnsRecordHandler(dns: Dns, quotas: Quotas): Handler {
  const stored = (id: string) => dns.record('cloudflare', id) as StoredRecord | undefined;
  const assertStored = (id: string) => {
    if (stored(id) === undefined) throw new ServiceError('81044', 'Record does not exist.', 404);
  };
  const put = (id: string, given: DnsRecordInputs) => {
    const record = hostedRecord(dns, id, given, stored(id)?.computed.createdOn);
    dns.putRecord(record);
    return record.computed;
  };
  return defineHandler<DnsRecordInputs, DnsRecordComputed>({
    type: 'cloudflare:index/dnsRecord:DnsRecord',
    inputs: dnsRecordInputs,
    replaceOn: ['zoneId', 'type'],
    forms: dnsRecordForms((zoneId) => dns.zone('cloudflare', zoneId)?.name),
    async create(given) {
      const zone = zoneOf(dns, given.zoneId, '/dns_records');
      quotas.assert('cloudflare-records', dns.recordsOf(zone).length + 1);
      const id = randomBytes(16).toString('hex');
      return { id, computed: put(id, given) };
    },
    read: async (id, _context, known) => (known === undefined ? imported(stored, id) : stored(id)),
    async update(id, given) {
      assertStored(id);
      return put(id, given);
    },
    // The provider reports the 404 as any error (v5.22.0, internal/services/dns_record/resource.go).
    async delete(id) {
      assertStored(id);
      dns.deleteRecord('cloudflare', id);
    },
  });
}

/**
 * An import names a record by `<zone_id>/<dns_record_id>`; the id in the state is then only the second part
 * (terraform-provider-cloudflare, internal/services/dns_record/resource.go and internal/importpath/parse.go).
 */
function imported(stored: (id: string) => StoredRecord | undefined, path: string): StoredRecord | undefined {
  const [zoneId, id, ...rest] = path.split('/');
  if (id === undefined || rest.length > 0)
    throw new Error(`invalid ID: expected urlencoded segments "<zone_id>/<dns_record_id>", got "${path}"`);
  const record = stored(id);
  return record?.zoneId === zoneId ? record : undefined;
}

interface StoredRecord extends HostedRecord {
  readonly inputs: DnsRecordInputs;
  readonly computed: DnsRecordComputed;
}

function hostedRecord(dns: Dns, id: string, given: DnsRecordInputs, createdOn?: string): StoredRecord {
  const zone = zoneOf(dns, given.zoneId, '/dns_records');
  const name = fullName(given.name, zone);
  const value = recordValue(given, name);
  const own = dns.recordsAt(zone, name).filter((record) => record.id !== id);
  refuseConflict(given.type, value, [...own, ...dns.foreign(zone, name)]);
  const now = new Date().toISOString();
  const { type } = given;
  return {
    ...{ id, provider: 'cloudflare', zoneId: zone.id, name, type, value, inputs: given },
    served: served(given, zone, name, value),
    computed: { createdOn: createdOn ?? now, modifiedOn: now, proxiable: isProxiable(type) },
  };
}
