// The operations of the store area, from a request's data to the response's; they do not use Express.
import type { Answer } from '../http/response.ts';
import { answerOnce } from '../idempotency/once.ts';
import { cursorCodec } from '../list/cursor.ts';
import { answerPage, type Query } from '../list/page.ts';
import type { Call } from '../pets/operations.ts';
import { type NewOrder, ORDER_STATUSES, type Order } from './record.ts';
import type { OrderStore } from './store.ts';

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

export function createOrder(store: OrderStore, given: NewOrder, call: Call): Promise<Answer> {
  const { signal } = call;
  const answerOf = (order: Order): Answer => ({ status: 201, body: toBody(order) });
  return answerOnce(call, (alongside) => store.create(given, { signal, alongside }), answerOf);
}
