// Who can serve a zone's DNS: the list of DNS hosts, zones and hosts in them, and the adapter of each zone.

export * from './descriptor.ts';
export { hostSpec } from './host-spec.ts';
export { type DnsHostId, dnsHost, dnsHostOfServer, ZONE_HOSTS, type ZoneHost } from './list.ts';
export type { DnsAdapter, HostSpec, HostZone, ZoneDeclaration, ZoneRef } from './zone.ts';
export {
  dnsAdapter,
  dnsAdapters,
  hasAlias,
  isApex,
  replaceCommands,
  zoneAccount,
} from './zone.ts';
