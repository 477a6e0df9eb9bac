// Custom hosts for Pulumi programs: a host with its preflight, and what it attaches to. Cloudflare is a subpath.

export type { CertificateRequest } from './components/certificate-request.ts';
export { certificateRequests, isStranded } from './components/certificate-request.ts';
export { CustomHost, type CustomHostArgs } from './components/custom-host.ts';
export { distributionTarget, viewerHost } from './components/distribution-target.ts';
export { explainReason } from './components/failure-advice.ts';
export { type GatewayArgs, gatewayTarget } from './components/gateway-target.ts';
export { HostFailures } from './components/host-failures.ts';
export type { HostRecord } from './components/host-record.ts';
export type { Attachment, AttachmentRequest, HostTarget } from './components/host-target.ts';
export { Preflight } from './components/preflight-hook.ts';
export type { Redirect, RedirectStatus } from './components/redirect-function.ts';
export { redirectFunctionCode } from './components/redirect-function.ts';
export { redirectTarget } from './components/redirect-target.ts';
export {
  deployedHosts,
  isDeployed,
  ownRecords,
  readStackState,
  type StackState,
} from './components/stack-state.ts';
export { COMMENT_LENGTH, type ViewerHost, viewerArgs } from './components/viewer.ts';
export type {
  CnameRecord,
  DnsAdapter,
  RoutingNames,
  RoutingTarget,
  ValidationRecord,
} from './dns-hosts/adapter.ts';
export { external } from './dns-hosts/external/records.ts';
export { type Route53Zone, route53Dns } from './dns-hosts/route53/records.ts';
export type { HostSpec, ZoneRef } from './names/types.ts';
export { BlockedError } from './preflight/enforce.ts';
export type { Finding, FindingCode, RecordChange, Severity } from './preflight/finding.ts';
export { type ReaderOptions, ResolverError } from './preflight/reader/reader.ts';
