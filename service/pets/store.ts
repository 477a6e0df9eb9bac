// Animals in DynamoDB: one table and one index, with costs that do not depend on their size.
import { randomBytes } from 'node:crypto';
import type { Dynamo } from '../dynamo/client.ts';
import {
  isConditionFailure,
  StoreUnavailableError,
  UnconfirmedWriteError,
  WrongReplyError,
} from '../dynamo/errors.ts';
import { type Item, number, readNumber, readText, text } from '../dynamo/values.ts';
import type { Clock } from '../http/log.ts';
import { PETS_TABLE } from '../tables.ts';
import { newId } from './id.ts';
import { isStatus, type NewPet, type Pet, STATUSES, type Status } from './record.ts';

export interface PageRequest {
  /** Absent: all. */
  readonly status?: Status;
  /** Only animals with a lower id. Absent: from the newest. */
  readonly before?: bigint;
  readonly limit: number;
}

export interface Page {
  /** Newest (highest id) first, at most `limit`. */
  readonly pets: readonly Pet[];
  readonly more: boolean;
}

/** Each throws StoreUnavailableError where the store cannot be reached; an aborted `signal` ends all work. */
export interface PetStore {
  /** Throws UnconfirmedWriteError where the animal may have been stored, or not. */
  create(pet: NewPet, signal?: AbortSignal): Promise<Pet>;
  get(id: bigint, signal?: AbortSignal): Promise<Pet | undefined>;
  list(request: PageRequest, signal?: AbortSignal): Promise<Page>;
}

export interface PetStoreOptions {
  readonly table: string;
  readonly shards: number;
  readonly clock: Clock;
  /** In [0, 1); for tests of collisions. */
  readonly random?: () => number;
}

/** Attempts to find a free id: with 100 creates in the same millisecond, all five fail once in 100 million. */
const MAX_IDS = 5;

function partition(status: Status, shard: number): string {
  return `${status}#${shard}`;
}

function toItem(pet: Pet, shards: number, writeId: string): Item {
  return {
    id: number(pet.id),
    name: text(pet.name),
    categoryId: number(pet.categoryId),
    status: text(pet.status),
    // The id's low bits are random, so items spread over the shards.
    statusShard: text(partition(pet.status, Number(pet.id % BigInt(shards)))),
    writeId: text(writeId),
  };
}

function fromItem(item: Item): Pet {
  const status = readText(item, 'status');
  if (!isStatus(status)) throw new Error(`The stored animal has the status "${status}"`);
  return {
    id: BigInt(readNumber(item, 'id') ?? ''),
    name: readText(item, 'name'),
    categoryId: BigInt(readNumber(item, 'categoryId') ?? ''),
    status,
  };
}

/** Highest ids first. Each partition is sorted already, but a page is too short to gain from merging. */
function newestFirst(a: Pet, b: Pet): number {
  return a.id < b.id ? 1 : -1;
}

interface Wanted {
  readonly wanted: number;
  readonly before: bigint | undefined;
  readonly signal: AbortSignal | undefined;
}

export function createPetStore(dynamo: Dynamo, options: PetStoreOptions): PetStore {
  const { table, shards, clock, random = Math.random } = options;

  /** False where another animal has the id. */
  async function put(item: Item, signal?: AbortSignal): Promise<boolean> {
    const input = {
      TableName: table,
      Item: item,
      // An attempt without a response may have succeeded. The next one finds its own `writeId` then and writes the
      // same item again, which is no collision.
      ConditionExpression: 'attribute_not_exists(id) OR writeId = :writeId',
      ExpressionAttributeValues: { ':writeId': item.writeId },
    };
    try {
      await dynamo.call('PutItem', input, signal);
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      if (error instanceof StoreUnavailableError && error.mayHaveRun) throw new UnconfirmedWriteError(error);
      throw error;
    }
  }

  /** Up to `wanted` animals of one partition. One query is enough: 101 animals are a tenth of its 1 MB. */
  async function queryPartition(key: string, { wanted, before, signal }: Wanted): Promise<Pet[]> {
    const input = {
      TableName: table,
      IndexName: PETS_TABLE.index.name,
      KeyConditionExpression:
        before === undefined ? 'statusShard = :key' : 'statusShard = :key AND id < :before',
      ExpressionAttributeValues: {
        ':key': text(key),
        ...(before === undefined ? {} : { ':before': number(before) }),
      },
      ScanIndexForward: false,
      Limit: wanted,
    };
    const { Items } = await dynamo.call<{ Items?: Item[] }>('Query', input, signal);
    if (Items === undefined) {
      throw new StoreUnavailableError('Query', 1, new WrongReplyError('no Items'), false);
    }
    return Items.map(fromItem);
  }

  return {
    async create(pet, signal) {
      const writeId = randomBytes(9).toString('base64url');
      for (let attempt = 0; attempt < MAX_IDS; attempt += 1) {
        const created = { id: newId(clock(), random()), ...pet };
        if (await put(toItem(created, shards, writeId), signal)) return created;
      }
      throw new Error(`No free id in ${MAX_IDS} attempts`);
    },

    async get(id, signal) {
      // Consistent: an animal that createPet has just returned is found.
      const input = { TableName: table, Key: { id: number(id) }, ConsistentRead: true };
      const { Item } = await dynamo.call<{ Item?: Item }>('GetItem', input, signal);
      return Item === undefined ? undefined : fromItem(Item);
    },

    async list({ status, before, limit }, signal) {
      const statuses = status === undefined ? STATUSES : [status];
      const keys = statuses.flatMap((each) =>
        Array.from({ length: shards }, (_, shard) => partition(each, shard)),
      );
      // One more than the limit shows whether there is a next page.
      const wanted = { wanted: limit + 1, before, signal };
      const found = await Promise.all(keys.map((key) => queryPartition(key, wanted)));
      const pets = found.flat().sort(newestFirst);
      return { pets: pets.slice(0, limit), more: pets.length > limit };
    },
  };
}
