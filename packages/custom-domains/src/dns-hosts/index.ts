// Who may serve a zone's DNS, and what each writes there.

export type { DnsAdapter } from './adapter.ts';
export { providerTitle } from './dns-providers.ts';
export { external } from './external/records.ts';
export { route53Dns } from './route53/records.ts';
