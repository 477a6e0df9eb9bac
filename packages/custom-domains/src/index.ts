// Custom hosts for Pulumi programs: a host with its preflight, and what it attaches to.
// Cloudflare is a subpath of its own (dns-hosts/cloudflare), as its SDK is an optional peer.

export { RedirectError } from './components/arguments.ts';
export * from './components/custom-host.ts';
export { DomainNamePace } from './components/domain-name-pace.ts';
export type { HostRecord } from './components/host-record.ts';
export { Preflight } from './components/preflight-hook.ts';
export { type Redirect, Redirects } from './components/redirects.ts';
export * from './components/targets.ts';
export type { RoutingTarget } from './dns-hosts/adapter.ts';
export { externalDns } from './dns-hosts/external/records.ts';
export { HostError } from './dns-hosts/host-spec.ts';
export type { Route53Zone } from './dns-hosts/route53/records.ts';
export { route53Dns } from './dns-hosts/route53/records.ts';
export type { DnsAdapter, HostSpec, ZoneRef } from './dns-hosts/zone.ts';
export type { RedirectStatus } from './names/redirect-status.ts';
export { BlockedError } from './preflight/check.ts';
export type { Finding, FindingCode, RecordChange, Severity } from './preflight/finding.ts';
export { ReaderOptionError } from './preflight/reader/options.ts';
export { type ReaderOptions, ResolverError } from './preflight/reader/reader.ts';
