/** Seconds: of the validation records, of routing records where no other TTL is declared, and of those in the findings' fixes. */
export const RECORD_TTL = 3600;

/** Seconds, of an alias record: its target's TTL (API reference, ResourceRecordSet), which is 60 for distributions and gateways. */
export const ALIAS_TTL = 60;

/** Covers the time in which a change reaches every server of the DNS host, and clocks that differ. */
const MARGIN_SECONDS = 300;

/** Seconds for which the attachment that a host left is kept; the default TTL may be remembered where it was lowered just before. */
export function keptSeconds(ttl: number): number {
  return Math.max(RECORD_TTL, ttl) + MARGIN_SECONDS;
}

/** Seconds for which it is kept where the owner of an external host sets the record, some time after the deployment. */
export const OWNER_SECONDS = 7 * 24 * 3600;
