/**
 * For programs of many hosts, which decide which hosts to declare before they declare any: the stack's own state, the
 * certificates that have ended since the last run, and the failures of this one.
 *
 * @example
 * const state = await readStackState();
 * const requests = await certificateRequests(hosts, state);
 * const failures = new HostFailures();
 * const expected = new Map(deployed.map((host) => [host, ownRecords(state, host)]));
 * const checked = await check(specs, createReader(), { expected });
 * for (const host of admitted) {
 *   new CustomHost(host, { host, dns, target, preflight: 'off', request: requests.get(host), failures });
 * }
 */
export { adopting } from './components/adopting.ts';
export {
  type AttachmentSlots,
  attachmentSlots,
  type CertificateSlot,
  type KeptSlot,
} from './components/attachment-slots.ts';
export {
  type CertificateRequest,
  certificateRequests,
  isStranded,
} from './components/certificate-request.ts';
export { attachmentOf, currentAttachment } from './components/deployed-attachments.ts';
export { hasCertificate } from './components/existing-attachment.ts';
export {
  type ExistingHost,
  findExisting,
  type Import,
  importsOf,
  type KnownIds,
} from './components/existing-host.ts';
export { failedResource, shortenFailedResources } from './components/failed-resources.ts';
export { explainReason } from './components/failure-advice.ts';
export { HostFailures } from './components/host-failures.ts';
export type { KeptAttachment, KeptOutput } from './components/kept-attachment.ts';
export {
  type NamedRecord,
  type Replacement,
  replacementOf,
  routingNames,
  withoutAlias,
  withoutRouting,
} from './components/moving.ts';
export type { StackResource, StackState } from './components/stack-resources.ts';
export { isDeployed, ownRecords, readStackState } from './components/stack-state.ts';
export { informEngine, warnEngine } from './components/warn.ts';
export type { Warn } from './preflight/enforce.ts';
