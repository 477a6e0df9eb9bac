// What findings mean for the owner of an external host: what prevents its verification, and what is about the record at its own name.
import {
  delaysVerification,
  type Finding,
  isAbout,
  isBlocking,
  isNotice,
  isRoutingMissing,
  removalsOf,
} from '@petstore/custom-domains/preflight';
import { PLACE_TYPES } from '../config/host-entry.ts';
import type { Judgement } from './judge.ts';

/**
 * `open`: what prevents the verification of a deployed host. `later`: what its owner changes only after it, at the host's own name.
 * For a host of the API the new record is known once it is attached, and the old place of a host that moves in serves until the end.
 */
export function verificationFindings({ facts: { plan, own }, findings }: Judgement) {
  const isRoutingLater = plan.moving !== undefined || own?.target === undefined || own.routingAwaited;
  const isLater = (one: Finding) => isOfRouting(one) || isAbout(one, 'alias');
  const later = isRoutingLater ? findings.filter(isLater) : [];
  const inTheWay = findings.filter(
    (one) => !isNotice(one) && delaysVerification(one) && !later.includes(one),
  );
  return { open: inTheWay, later };
}

/** About what is at the host's own name, which its owner sets. */
function isOfRouting(one: Finding): boolean {
  const isOfOldPlace = isAbout(one, 'move') && !isBlocking(one);
  return isOfOldPlace || isRoutingMissing(one) || isAbout(one, 'old-place');
}

/** Of a host that is not attached, so that what its name leads to is all that can serve it. */
export function isOtherPlace(one: Finding): boolean {
  const removed = removalsOf([one]);
  const isLeading = removed.length === 0 || removed.some(({ type }) => PLACE_TYPES.includes(type));
  return isAbout(one, 'old-place') && isLeading;
}

/** Of a deployed host whose validation record is gone, or stands at another name. */
export function isValidationLost(one: Finding): boolean {
  return isAbout(one, 'own-records') && !isRoutingMissing(one);
}

/** About what its owner sets: its validation record, or what is at its own name. */
export function isOfRecords(one: Finding): boolean {
  return isOfRouting(one) || isAbout(one, 'own-records');
}
