// What other teams import from "petstore": a custom host with its preflight, the DNS adapters, what hosts attach to.

export type {
  CnameRecord,
  DnsAdapter,
  RoutingNames,
  RoutingTarget,
  ValidationRecord,
} from './dns/adapter.ts';
export { byHand } from './dns/by-hand.ts';
export { type CloudflareZone, cloudflareDns } from './dns/cloudflare.ts';
export { type Route53Zone, route53Dns } from './dns/route53.ts';
export { redirectAttachment } from './docs/attachments.ts';
export type { Redirect } from './docs/redirect-function.ts';
export type { Attachable, Attachment, AttachmentRequest } from './domains/attachment.ts';
export type { CertificateRequest } from './domains/certificate-request.ts';
export { CustomHost, type CustomHostArgs } from './domains/custom-host.ts';
export { type GatewayArgs, gatewayAttachment } from './domains/gateway-attachment.ts';
export { HostFailures } from './domains/host-failures.ts';
export type { HostRecord } from './domains/host-record.ts';
export { Preflight } from './domains/preflight.ts';
export type { HostFacts, ZoneFacts } from './plan/types.ts';
export { BlockedError } from './preflight/enforce.ts';
export type { Finding, FindingCode, RecordChange, Severity } from './preflight/finding.ts';
export { type ReaderOptions, ResolverError } from './preflight/reader/reader.ts';
