/** `2027-01-31`, of epoch seconds. */
export const day = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString().slice(0, 10);
