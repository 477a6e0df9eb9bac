// A host in no zone of the stack: its owner sets the records, and the stack writes none.
import type { DnsAdapterOf } from '../adapter.ts';

/**
 * `verified`: the owner's records are right. Until then nothing waits for the certificate, and the host is not
 * attached; the records to set are in CustomHost's `records`.
 *
 * @example
 * externalDns({ verified: false })
 */
export function externalDns({ verified }: { readonly verified: boolean }): DnsAdapterOf<'external'> {
  return {
    zone: { provider: 'external', verified },
    nameServers: async () => undefined,
    validationRecord: (_name, { name }) => ({ fqdn: name, resources: [] }),
    routingRecords: () => [],
  };
}
