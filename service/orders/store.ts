// Orders in DynamoDB: a table of their own, written in one transaction with the animal that becomes pending.
import type { Dynamo } from '../dynamo/client.ts';
import type { TransactWrite } from '../dynamo/transact.ts';
import { type Item, number, readInteger, readText, text } from '../dynamo/values.ts';
import { isOneOf } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { type CreateOptions, writeOnce } from '../idempotency/once.ts';
import { listNewest, partitionOf } from '../list/newest.ts';
import type { Listing, PageRequest } from '../list/page.ts';
import { withFreeId } from '../pets/id.ts';
import type { PetStatus } from '../pets/record.ts';
import type { PetStoreOptions } from '../pets/store.ts';
import { TABLES } from '../tables.ts';
import { type NewOrder, ORDER_STATUSES, type Order, type OrderStatus } from './record.ts';

/** Each throws StoreUnavailableError where the store cannot be reached; an aborted `signal` ends all work. */
export interface OrderStore {
  /** Throws a 409 where the animal is not available; nothing is written then. */
  create(order: NewOrder, options?: CreateOptions<Order>): Promise<Order>;
  list(request: PageRequest<OrderStatus>, signal?: AbortSignal): Promise<Listing<Order>>;
}

interface OrderStoreOptions extends PetStoreOptions {
  readonly petsTable: string;
}

const AVAILABLE: PetStatus = 'available';
const PENDING: PetStatus = 'pending';

function toItem(order: Order, shards: number): Item {
  return {
    id: number(order.id),
    petId: number(order.petId),
    quantity: number(order.quantity),
    status: text(order.status),
    statusShard: text(partitionOf(order.status, order.id, shards)),
    createdAt: text(order.createdAt),
  };
}

function fromItem(item: Item): Order {
  const status = readText(item, 'status');
  if (!isOneOf(ORDER_STATUSES, status)) throw new Error(`The stored order has the status "${status}"`);
  return {
    id: readInteger(item, 'id'),
    petId: readInteger(item, 'petId'),
    quantity: readInteger(item, 'quantity'),
    status,
    createdAt: readText(item, 'createdAt'),
  };
}

/** `status`: undefined where there is no such animal. */
function refusal(petId: bigint, status: string | undefined): ApiError {
  return status === undefined
    ? new ApiError(409, 'pet_unknown', `No animal has the id ${petId}: order one that GET /v1/pets lists`)
    : new ApiError(409, 'pet_not_available', `The animal ${petId} is ${status}: order one that is available`);
}

export function createOrderStore(dynamo: Dynamo, options: OrderStoreOptions): OrderStore {
  const { table, petsTable, shards, clock, random = Math.random } = options;
  const listed = { table, index: TABLES.orders.index.name, shards, statuses: ORDER_STATUSES, fromItem };

  function makePending(id: bigint): TransactWrite {
    return {
      Update: {
        TableName: petsTable,
        Key: { id: number(id) },
        UpdateExpression: 'SET #status = :to, statusShard = :partition',
        ConditionExpression: '#status = :from',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':from': text(AVAILABLE),
          ':to': text(PENDING),
          ':partition': text(partitionOf(PENDING, id, shards)),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    };
  }

  return {
    create: (given, { signal, alongside } = {}) =>
      withFreeId({ clock, random }, async (id, now) => {
        const order: Order = { id, ...given, status: 'placed', createdAt: new Date(now).toISOString() };
        const Item = toItem(order, shards);
        const put = { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' } };
        const writes = [makePending(order.petId), put];
        const failed = await writeOnce(dynamo, alongside?.(order), writes, signal);
        if (failed === undefined) return order;
        const [pet] = failed;
        if (pet === undefined) return undefined;
        throw refusal(given.petId, 'status' in pet ? readText(pet, 'status') : undefined);
      }),

    list: (request, signal) => listNewest(dynamo, listed, request, signal),
  };
}
