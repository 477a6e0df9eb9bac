/** Seconds: of the records that a stack sets, and of those that preflight asks an owner to set. */
export const RECORD_TTL = 3600;
