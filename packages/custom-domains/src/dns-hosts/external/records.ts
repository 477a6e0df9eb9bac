// A host in no zone of ours: its owner sets the records, and nothing is written.
import type { DnsAdapter } from '../adapter.ts';

/**
 * `verified`: the owner's records are right. Until then nothing waits for the certificate, and the host is not
 * attached; what to set is in CustomHost's `records`.
 */
export function external({ verified }: { readonly verified: boolean }): DnsAdapter {
  return {
    zone: { provider: 'external', verified },
    validationRecord: (_name, { name }) => ({ fqdn: name, resources: [] }),
    routingRecords: () => [],
  };
}
