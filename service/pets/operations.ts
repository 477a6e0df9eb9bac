// The three operations, from a request's data to the response's; they do not use Express.

import { ApiError, badParameter, quote } from '../http/errors.ts';
import { INT64_MAX, INT64_MIN, parseInt64 } from '../http/int64.ts';
import type { Answer } from '../http/response.ts';
import { answerOnce, type Once } from '../idempotency/once.ts';
import { cursorCodec } from '../list/cursor.ts';
import { answerPage, type Query } from '../list/page.ts';
import { type NewPet, type Pet, STATUSES } from './record.ts';
import type { PetStore } from './store.ts';

export interface Call {
  /** `https://host` of the request. */
  readonly origin: string;
  /** Aborted when nobody waits for the response any more. */
  readonly signal?: AbortSignal;
  readonly once?: Once;
}

/** Members in the contract's order. */
function toBody({ id, name, categoryId, status }: Pet): object {
  return { id, name, categoryId, status };
}

const PETS = { path: '/v1/pets', statuses: STATUSES, cursor: cursorCodec(1, STATUSES), toBody };

export function listPets(store: PetStore, query: Query, { origin, signal }: Call): Promise<Answer> {
  return answerPage(PETS, query, origin, (request) => store.list(request, signal));
}

export function createPet(store: PetStore, given: NewPet, call: Call): Promise<Answer> {
  const { origin, signal } = call;
  const answerOf = (pet: Pet): Answer => {
    const headers = { location: `${origin}/v1/pets/${pet.id}` };
    return { status: 201, headers, body: toBody(pet) };
  };
  return answerOnce(call, (alongside) => store.create(given, { signal, alongside }), answerOf);
}

export async function getPet(store: PetStore, petId: string, signal?: AbortSignal): Promise<Answer> {
  const id = parseInt64(petId);
  if (id === undefined)
    throw badParameter(`petId must be a whole number from ${INT64_MIN} to ${INT64_MAX}, not ${quote(petId)}`);
  const pet = await store.get(id, signal);
  if (pet === undefined) throw new ApiError(404, 'not_found', `No animal has the id ${id}`);
  return { status: 200, body: toBody(pet) };
}

/** Of every response at getPet's path: RFC 9745 (since 5 December 2025), RFC 8594 with the contract, and the replacement
 * (RFC 5829). */
export function getPetDeprecation(origin: string): Record<string, string> {
  return {
    deprecation: '@1764892800',
    sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    link: [
      `<${origin}/v1/pets>; rel="successor-version"`,
      `<${origin}/v1/openapi.json>; rel="deprecation"; type="application/json"`,
      `<${origin}/v1/openapi.json>; rel="sunset"; type="application/json"`,
    ].join(', '),
  };
}
