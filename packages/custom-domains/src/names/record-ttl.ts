/** Seconds: of the records that a stack sets, and of those in the findings' fixes. */
export const RECORD_TTL = 3600;
