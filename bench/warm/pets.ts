// The handler's logic for each operation on stores in memory, the same for every variant.

import { unauthorized } from '../../service/http/errors.ts';
import { parseJson, stringifyJson } from '../../service/http/json.ts';
import { type Answer, errorAnswer } from '../../service/http/response.ts';
import type { Idempotency } from '../../service/idempotency/once.ts';
import { checkKey, generateKey, hashKey, keyId } from '../../service/keys/key.ts';
import type { KeyLookup } from '../../service/keys/lookup.ts';
import { createPet, getPet, getPetDeprecation, listPets, type Query } from '../../service/pets/operations.ts';
import { type Pet, parseNewPet } from '../../service/pets/record.ts';
import type { PetStore } from '../../service/pets/store.ts';

const PETS: readonly Pet[] = Array.from({ length: 20 }, (_, index) => ({
  id: BigInt(1_000 - index),
  name: `Animal ${index}`,
  categoryId: 7n,
  status: 'available',
}));

/** Responds without waiting: the rest is the cost of the variant. */
export const store: PetStore = {
  create: async (pet) => ({ id: 1_000n, ...pet }),
  get: async () => PETS[0],
  list: async ({ limit }) => ({ records: PETS.slice(0, limit), more: true }),
};

export const key = generateKey('pets_test_');
export const KEY_ID = keyId(hashKey(key));
export const keys: KeyLookup = { prefix: 'pets_test_', isValid: async (hash) => hash === hashKey(key) };

/** No request has an Idempotency-Key. */
export const idempotency: Idempotency = () => {
  throw new Error('not measured');
};

const ORIGIN = 'https://api.petstore.example';
const OPERATIONS = {
  listPets: ({ query }: Call) => listPets(store, query, { origin: ORIGIN }),
  createPet: ({ body }: Call) => createPet(store, parseNewPet(parseJson(body)), { origin: ORIGIN }),
  getPet: async ({ petId }: Call) => {
    const answer = await getPet(store, petId);
    return { ...answer, headers: { ...getPetDeprecation(ORIGIN), ...answer.headers } };
  },
};

export type Operation = keyof typeof OPERATIONS;

/** The parts of a request that an operation uses. */
export interface Call {
  readonly authorization: string;
  readonly query: Query;
  readonly body: string;
  readonly petId: string;
}

/** Key, operation, JSON. */
export async function answer(operation: Operation, call: Call) {
  const given = /^bearer +(\S+)$/i.exec(call.authorization)?.[1] ?? '';
  const known = checkKey(given) === 'well-formed' && (await keys.isValid(hashKey(given)));
  const { status, headers, body }: Answer = known
    ? await OPERATIONS[operation](call)
    : errorAnswer(unauthorized('The API key is unknown'));
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: stringifyJson(body) };
}
