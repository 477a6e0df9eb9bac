// Host names and logical names: types and pure functions.

export { certificateRegionOf } from './certificate-region.ts';
export { closest, closestHost, didYouMean } from './did-you-mean.ts';
export { canonical, climb, isSameValidation, isWithin, parentOf, zoneOf } from './dns-name.ts';
export { certificateFault, type HostFault, normaliseHost, registrableName } from './host.ts';
export { hostNames } from './logical-names.ts';
export { HOST_FORM, TARGET_FORM } from './patterns.ts';
export { OWNER_SECONDS, RECORD_TTL } from './record-ttl.ts';
export { REDIRECT_STATUSES, type RedirectStatus, TARGET_BYTES } from './redirect-status.ts';
export { FIRST_HOST_TYPE, HOST_TYPE, isOfHost, parseUrn } from './urn.ts';
