// Host names, zones and logical names: types and pure functions.

export { CLOUDFRONT_REGION } from './certificate-region.ts';
export { canonical, climb, isBelow, isWithin, parentOf } from './dns-name.ts';
export { certificateFault, type HostFault, normaliseHost } from './host.ts';
export { hostNames } from './logical-names.ts';
export { HOST_FORM, TARGET_FORM, ZONE_ID_PATTERNS } from './patterns.ts';
export type { HostSpec, HostZone, ZoneDeclaration, ZoneRef } from './types.ts';
export { parseUrn } from './urn.ts';
export { isApex, zoneOf } from './zone.ts';
