// The records of the store area, and the validation of a NewOrder.
import { asObject, checkMembers, checkWholeNumber, refuseProblems } from '../http/body.ts';

export const ORDER_STATUSES = ['placed', 'approved', 'delivered'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface NewOrder {
  /** int64: the animal's id. */
  readonly petId: bigint;
  /** 1 to 100. */
  readonly quantity: bigint;
}

export interface Order extends NewOrder {
  /** int64; assigned by the service, below 2^53. */
  readonly id: bigint;
  readonly status: OrderStatus;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Of the body of a NewOrder: those of service/openapi.yaml. */
export const NEW_ORDER_MEMBERS: ReadonlySet<string> = new Set(['petId', 'quantity']);
const QUANTITY = { min: 1n, max: 100n };

/** Reads a parsed JSON body as a NewOrder; throws a 400 that names everything wrong with it. */
export function parseNewOrder(body: unknown): NewOrder {
  const given = asObject(body, 'petId and quantity');
  const { petId, quantity = 1n } = given;
  refuseProblems([
    checkWholeNumber('petId', petId),
    checkWholeNumber('quantity', quantity, QUANTITY),
    checkMembers(given, NEW_ORDER_MEMBERS, 'an order is sent'),
  ]);
  return { petId: petId as bigint, quantity: quantity as bigint };
}
