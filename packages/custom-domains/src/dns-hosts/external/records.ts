// A host in no zone of the stack: its owner sets the records, and the stack writes none.
import type { DnsAdapterOf } from '../adapter.ts';

/** `verified`: the owner's records are right; until then nothing waits for the certificate, and the host is not attached.
 *  @example externalDns({ verified: false }) */
export function externalDns({ verified }: { readonly verified: boolean }): DnsAdapterOf<'external'> {
  return {
    zone: { provider: 'external', verified },
    nameServers: async () => undefined,
    validationRecord: (_name, { name }) => ({ fqdn: name, resources: [] }),
    routingRecords: () => [],
  };
}
