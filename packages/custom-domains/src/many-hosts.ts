/**
 * For programs of many hosts, which decide which hosts to declare before they declare any: the stack's own state, the
 * certificates that have ended since the last run, and the failures of this one.
 *
 * @example
 * const state = await readStackState();
 * const failures = new HostFailures();
 * const expected = new Map(deployed.map((host) => [host, ownRecords(state, host)]));
 * const checked = await check(specs, createReader(), { expected });
 * for (const host of admitted) {
 *   const request = await certificateRequest(host, state);
 *   new CustomHost(host, { host, dns, target, preflight: 'off', request, failures });
 * }
 */

export {
  type AttachmentSlots,
  attachmentSlots,
  type CertificateSlot,
  type KeptSlot,
} from './components/attachments.ts';
export { type CertificateRequest, certificateRequest, isStranded } from './components/certificate.ts';
export {
  failedResource,
  informEngine,
  observed,
  prefixHooks,
  shortenFailedResources,
  warnEngine,
} from './components/engine-log.ts';
export * from './components/existing.ts';
export { HostFailures } from './components/failures.ts';
export { failedResourceOf, rootMessage } from './components/provider-messages.ts';
export { readStackState } from './components/read-state.ts';
export type { Warn } from './preflight/check.ts';
export * from './state.ts';
