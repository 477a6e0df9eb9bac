/** Seconds: of the validation records, of routing records where no other TTL is declared, and of those in the findings' fixes. */
export const RECORD_TTL = 3600;

/**
 * Seconds that queries get for an alias record of Route 53, which has no TTL of its own but its target's (API reference,
 * ResourceRecordSet): the names of distributions and gateways have 60.
 */
export const ALIAS_TTL = 60;
