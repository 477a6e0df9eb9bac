// What a response, and all responses of a host, may cost before they are given up.

/** Verifications that may still fail. */
export interface Budget {
  left: number;
}

/** CVE-2023-50387 (KeyTrap): keys with one tag, times signatures. BIND 9.18.24 tries 16 for a query and lets one fail
 * (max-validations-per-fetch, max-validation-failures-per-fetch), Unbound 1.19.1 tries 8 at a time. In a zone in order none fails. */
const FAILURES_OF_A_RESPONSE = 8;
/** Each server's response counts, where none of them validates. */
const FAILURES_OF_A_HOST = 200;

export interface Budgets {
  readonly response: Budget;
  readonly host: Budget;
}

export function hostBudget(): Budget {
  return { left: FAILURES_OF_A_HOST };
}

export function responseBudget(host: Budget): Budgets {
  return { response: { left: FAILURES_OF_A_RESPONSE }, host };
}
