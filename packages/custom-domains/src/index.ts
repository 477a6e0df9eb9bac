// Custom hosts for Pulumi programs: a host with its preflight, and what it attaches to.
// Cloudflare is a subpath of its own (dns-hosts/cloudflare), as its SDK is an optional peer.

export { CustomHost } from './components/custom-host.ts';
export type { CustomHostArgs } from './components/custom-host-args.ts';
export { distributionTarget, viewerHost } from './components/distribution-target.ts';
export { type GatewayArgs, gatewayTarget } from './components/gateway-target.ts';
export type { HostRecord } from './components/host-record.ts';
export type { Attachment, AttachmentRequest, HostTarget } from './components/host-target.ts';
export { Preflight } from './components/preflight-hook.ts';
export { RedirectError } from './components/redirect-error.ts';
export type { Redirect } from './components/redirect-function.ts';
export { redirectTarget } from './components/redirect-target.ts';
export type { Tags } from './components/tags.ts';
export { type ViewerHost, viewerArgs } from './components/viewer.ts';
export type { RoutingTarget } from './dns-hosts/adapter.ts';
export { externalDns } from './dns-hosts/external/records.ts';
export { HostError } from './dns-hosts/host-spec.ts';
export { route53Dns } from './dns-hosts/route53/records.ts';
export type { Route53Zone } from './dns-hosts/route53/zone-id.ts';
export type { DnsAdapter, HostSpec, ZoneRef } from './dns-hosts/zone.ts';
export type { RedirectStatus } from './names/redirect-status.ts';
export { BlockedError } from './preflight/enforce.ts';
export type { Finding, FindingCode, RecordChange, Severity } from './preflight/finding.ts';
export { ReaderOptionError } from './preflight/reader/options.ts';
export { type ReaderOptions, ResolverError } from './preflight/reader/reader.ts';
