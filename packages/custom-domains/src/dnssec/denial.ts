// What the signed NSEC or NSEC3 records of a response prove about a name, and what one bitmap of types proves.
import { TYPE } from './types.ts';

/** What is proven. `delegation`: at the name another zone begins, without DS. */
export type Denial =
  | { readonly kind: 'no-data'; readonly delegation: boolean }
  | { readonly kind: 'no-such-name' }
  /** The records are in order, and yet prove nothing: an opt-out, or more iterations than are followed. */
  | { readonly kind: 'insecure'; readonly why: string }
  | { readonly kind: 'unproven' };

export const UNPROVEN: Denial = { kind: 'unproven' };

/** The types that a record says are at its name. */
interface Bitmap {
  readonly types: ReadonlySet<number>;
}

/** Another zone begins at the name, and the record is its parent's. */
function isDelegation({ types }: Bitmap): boolean {
  return types.has(TYPE.NS) && !types.has(TYPE.SOA);
}

/** RFC 6840 4.1, RFC 5155 8.3: the record of a delegation, or of a DNAME, proves nothing about the names below it. */
export function leadsAway(record: Bitmap): boolean {
  return record.types.has(TYPE.DNAME) || isDelegation(record);
}

/**
 * A bitmap without the type and without CNAME. RFC 6840 4.1 and 4.4: of a delegation, the parent's record counts for DS
 * only, and for DS the child's does not count.
 */
export function noDataAt(record: Bitmap, type: number): Denial {
  const { types } = record;
  if (types.has(type) || types.has(TYPE.CNAME)) return UNPROVEN;
  const counts = type === TYPE.DS ? !types.has(TYPE.SOA) : !isDelegation(record);
  return counts ? { kind: 'no-data', delegation: isDelegation(record) } : UNPROVEN;
}
