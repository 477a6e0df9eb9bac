// What the signed NSEC or NSEC3 records of a response prove about a name.

/** What is proven. `delegation`: at the name another zone begins, without DS. */
export type Denial =
  | { readonly kind: 'no-data'; readonly delegation: boolean }
  | { readonly kind: 'no-such-name' }
  /** The records are in order, and yet prove nothing: an opt-out, or more iterations than are followed. */
  | { readonly kind: 'insecure'; readonly why: string }
  | { readonly kind: 'unproven' };

export const UNPROVEN: Denial = { kind: 'unproven' };
