// The operations of the store area, from a request's data to the response's; they do not use Express.

import { ApiError } from '../http/errors.ts';
import type { Answer } from '../http/response.ts';
import { type Alongside, answerOnce } from '../idempotency/once.ts';
import { cursorCodec } from '../list/cursor.ts';
import { answerPage, type Query } from '../list/page.ts';
import type { Call } from '../pets/operations.ts';
import { type NewOrder, ORDER_STATUSES, type Order } from './record.ts';
import { type OrderStore, PetNotAvailableError } from './store.ts';

/** Of every response: a structured field (RFC 9651) of our own. */
export const BETA = 'beta;may-change="fields, statuses, limits and error codes; without notice"';

/** Members in the contract's order. */
function toBody({ id, petId, quantity, status, createdAt }: Order): object {
  return { id, petId, quantity, status, createdAt };
}

const cursor = cursorCodec(2, ORDER_STATUSES);
const ORDERS = { path: '/v1/store/orders', statuses: ORDER_STATUSES, cursor, toBody };

export function listOrders(store: OrderStore, query: Query, { origin, signal }: Call): Promise<Answer> {
  return answerPage(ORDERS, query, origin, (request) => store.list(request, signal));
}

function refusal(petId: bigint, status: string | undefined): ApiError {
  return status === undefined
    ? new ApiError(409, 'pet_unknown', `No animal has the id ${petId}: order one that GET /v1/pets lists`)
    : new ApiError(409, 'pet_not_available', `The animal ${petId} is ${status}: order one that is available`);
}

export function createOrder(store: OrderStore, given: NewOrder, call: Call): Promise<Answer> {
  const { signal } = call;
  const create = async (alongside?: Alongside<Order>) => {
    try {
      return await store.create(given, { signal, alongside });
    } catch (error) {
      throw error instanceof PetNotAvailableError ? refusal(given.petId, error.status) : error;
    }
  };
  return answerOnce(call, create, (order) => ({ status: 201, body: toBody(order) }));
}
