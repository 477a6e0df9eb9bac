// Animals in DynamoDB: one table and one index, with costs that do not depend on their size.
import type { Dynamo } from '../dynamo/client.ts';
import { type Item, number, readInteger, readText, text } from '../dynamo/values.ts';
import { isOneOf } from '../http/body.ts';
import type { Clock } from '../http/log.ts';
import { type CreateOptions, writeOnce } from '../idempotency/once.ts';
import { listNewest, partitionOf } from '../list/newest.ts';
import type { Listing, PageRequest } from '../list/page.ts';
import { TABLES } from '../tables.ts';
import { withFreeId } from './id.ts';
import { type NewPet, type Pet, type PetStatus, STATUSES } from './record.ts';

/** Each throws StoreUnavailableError where the store cannot be reached; an aborted `signal` ends all work. */
export interface PetStore {
  create(pet: NewPet, options?: CreateOptions<Pet>): Promise<Pet>;
  get(id: bigint, signal?: AbortSignal): Promise<Pet | undefined>;
  list(request: PageRequest<PetStatus>, signal?: AbortSignal): Promise<Listing<Pet>>;
}

export interface PetStoreOptions {
  readonly table: string;
  readonly shards: number;
  readonly clock: Clock;
  /** In [0, 1); for tests of collisions. */
  readonly random?: () => number;
}

function toItem(pet: Pet, shards: number): Item {
  return {
    id: number(pet.id),
    name: text(pet.name),
    categoryId: number(pet.categoryId),
    status: text(pet.status),
    statusShard: text(partitionOf(pet.status, pet.id, shards)),
  };
}

function fromItem(item: Item): Pet {
  const status = readText(item, 'status');
  if (!isOneOf(STATUSES, status)) throw new Error(`The stored animal has the status "${status}"`);
  return {
    id: readInteger(item, 'id'),
    name: readText(item, 'name'),
    categoryId: readInteger(item, 'categoryId'),
    status,
  };
}

export function createPetStore(dynamo: Dynamo, options: PetStoreOptions): PetStore {
  const { table, shards, clock, random = Math.random } = options;
  const listed = { table, index: TABLES.pets.index.name, shards, statuses: STATUSES, fromItem };

  return {
    /** In a transaction, for its token: no attempt that arrives late or twice writes over an animal, which may be ordered by then. */
    create: (pet, { signal, alongside } = {}) =>
      withFreeId({ clock, random }, async (id) => {
        const created = { id, ...pet };
        const Item = toItem(created, shards);
        const put = { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' } };
        const failed = await writeOnce(dynamo, alongside?.(created), [put], signal);
        return failed === undefined ? created : undefined;
      }),

    async get(id, signal) {
      // Consistent: an animal that createPet has just returned is found.
      const input = { TableName: table, Key: { id: number(id) }, ConsistentRead: true };
      const { Item } = await dynamo.call<{ Item?: Item }>('GetItem', input, signal);
      return Item === undefined ? undefined : fromItem(Item);
    },

    list: (request, signal) => listNewest(dynamo, listed, request, signal),
  };
}
