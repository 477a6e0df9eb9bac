// Animals in DynamoDB: one table and one index, with costs that do not depend on their size.
import { randomBytes } from 'node:crypto';
import type { Dynamo } from '../dynamo/client.ts';
import { isConditionFailure, StoreUnavailableError, UnconfirmedWriteError } from '../dynamo/errors.ts';
import { confirmed, type TransactWrite, transactWrite } from '../dynamo/transact.ts';
import { type AttributeValue, type Item, number, readInteger, readText, text } from '../dynamo/values.ts';
import { isOneOf } from '../http/check-body.ts';
import type { Clock } from '../http/log.ts';
import { AlreadyAnsweredError, type CreateOptions } from '../idempotency/once.ts';
import { listNewest, partitionOf } from '../list/newest.ts';
import type { Listing, PageRequest } from '../list/page.ts';
import { PETS_TABLE } from '../tables.ts';
import { withFreeId } from './id.ts';
import { type NewPet, type Pet, STATUSES, type Status } from './record.ts';

/** Each throws StoreUnavailableError where the store cannot be reached; an aborted `signal` ends all work. */
export interface PetStore {
  /** Throws UnconfirmedWriteError where the animal may have been stored, or not. */
  create(pet: NewPet, options?: CreateOptions<Pet>): Promise<Pet>;
  get(id: bigint, signal?: AbortSignal): Promise<Pet | undefined>;
  list(request: PageRequest<Status>, signal?: AbortSignal): Promise<Listing<Pet>>;
}

export interface PetStoreOptions {
  readonly table: string;
  readonly shards: number;
  readonly clock: Clock;
  /** In [0, 1); for tests of collisions. */
  readonly random?: () => number;
}

function toItem(pet: Pet, shards: number, writeId: string): Item {
  return {
    id: number(pet.id),
    name: text(pet.name),
    categoryId: number(pet.categoryId),
    status: text(pet.status),
    statusShard: text(partitionOf(pet.status, pet.id, shards)),
    writeId: text(writeId),
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
  const listed = { table, index: PETS_TABLE.index.name, shards, statuses: STATUSES, fromItem };

  function putInput(item: Item) {
    return { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(id)' };
  }

  /**
   * False where another animal has the id. An attempt without a response may have succeeded, and may arrive after the
   * next one: none of them writes over an item, which may have been ordered meanwhile. The item's `writeId` tells whose it is.
   */
  async function put(item: Item, signal?: AbortSignal): Promise<boolean> {
    try {
      await confirmed(dynamo.call('PutItem', putInput(item), signal));
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return isStored(item, signal);
      throw error;
    }
  }

  async function isStored(item: Item, signal?: AbortSignal): Promise<boolean> {
    try {
      const stored = await read(item.id as AttributeValue, signal);
      return stored?.writeId !== undefined && readText(stored, 'writeId') === readText(item, 'writeId');
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw new UnconfirmedWriteError(error);
      throw error;
    }
  }

  /** Consistent: an animal that createPet has just returned is found. */
  async function read(id: AttributeValue, signal?: AbortSignal): Promise<Item | undefined> {
    const input = { TableName: table, Key: { id }, ConsistentRead: true };
    return (await dynamo.call<{ Item?: Item }>('GetItem', input, signal)).Item;
  }

  /** The same, together with another write. */
  async function putWith(other: TransactWrite, item: Item, signal?: AbortSignal): Promise<boolean> {
    const failed = await transactWrite(dynamo, [other, { Put: putInput(item) }], signal);
    if (failed?.[0] !== undefined) throw new AlreadyAnsweredError(failed[0]);
    return failed === undefined;
  }

  return {
    create(pet, { signal, alongside } = {}) {
      const writeId = randomBytes(9).toString('base64url');
      return withFreeId({ clock, random }, async (id) => {
        const created = { id, ...pet };
        const item = toItem(created, shards, writeId);
        const done = alongside === undefined ? put(item, signal) : putWith(alongside(created), item, signal);
        return (await done) ? created : undefined;
      });
    },

    async get(id, signal) {
      const item = await read(number(id), signal);
      return item === undefined ? undefined : fromItem(item);
    },

    list: (request, signal) => listNewest(dynamo, listed, request, signal),
  };
}
