// The three operations, from a request's data to the response's; they do not use Express.

import { ApiError, badParameter, quote } from '../http/errors.ts';
import { INT64_MAX, INT64_MIN, parseInt64 } from '../http/int64.ts';
import type { Answer } from '../http/response.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { isStatus, type NewPet, type Pet, STATUSES, type Status } from './record.ts';
import type { PetStore } from './store.ts';

/** A parsed query string: an array where a parameter is repeated. */
export type Query = Readonly<Record<string, unknown>>;

/** What an operation needs to know of the request beside its input. */
export interface Call {
  /** `https://host` of the request. */
  readonly origin: string;
  /** Aborted when nobody waits for the response any more. */
  readonly signal?: AbortSignal;
}

const DEFAULT_LIMIT = 20;
const LIMIT = /^(?:[1-9]\d?|100)$/;

function single(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw badParameter(`${name} is given more than once: give it once`);
}

function readLimit(query: Query): number {
  const value = single(query, 'limit');
  if (value === undefined) return DEFAULT_LIMIT;
  if (!LIMIT.test(value))
    throw badParameter(`limit must be a whole number from 1 to 100, not ${value.slice(0, 60)}`);
  return Number(value);
}

function readStatus(query: Query): Status | undefined {
  const value = single(query, 'status');
  if (value === undefined || isStatus(value)) return value;
  throw badParameter(`status must be one of ${STATUSES.join(', ')}, not ${quote(value)}`);
}

function readCursor(query: Query, status: Status | undefined): bigint | undefined {
  const value = single(query, 'cursor');
  if (value === undefined) return undefined;
  const before = decodeCursor(value, status);
  if (before === undefined) {
    throw badParameter('cursor is not valid: follow the Link of a page, or leave cursor out to start again');
  }
  if (before === 'mismatch') {
    throw badParameter(
      'cursor belongs to a list with another status: use the same status, or leave cursor out',
    );
  }
  return before;
}

/** Members in the contract's order. */
function toBody({ id, name, categoryId, status }: Pet): object {
  return { id, name, categoryId, status };
}

/** The body is a bare array; `Link` has the next page where there is one. */
export async function listPets(store: PetStore, query: Query, { origin, signal }: Call): Promise<Answer> {
  const limit = readLimit(query);
  const status = readStatus(query);
  const { pets, more } = await store.list({ limit, status, before: readCursor(query, status) }, signal);
  const body = pets.map(toBody);
  const last = pets.at(-1);
  if (!more || last === undefined) return { status: 200, body };
  const filter = status === undefined ? '' : `&status=${status}`;
  const next = `${origin}/v1/pets?limit=${limit}${filter}&cursor=${encodeCursor({ before: last.id, status })}`;
  return { status: 200, headers: { link: `<${next}>; rel="next"` }, body };
}

export async function createPet(store: PetStore, given: NewPet, { origin, signal }: Call): Promise<Answer> {
  const pet = await store.create(given, signal);
  return { status: 201, headers: { location: `${origin}/v1/pets/${pet.id}` }, body: toBody(pet) };
}

export async function getPet(store: PetStore, petId: string, signal?: AbortSignal): Promise<Answer> {
  const id = parseInt64(petId);
  if (id === undefined) {
    throw badParameter(`petId must be a whole number from ${INT64_MIN} to ${INT64_MAX}, not ${quote(petId)}`);
  }
  const pet = await store.get(id, signal);
  if (pet === undefined) throw new ApiError(404, 'not_found', `No animal has the id ${id}`);
  return { status: 200, body: toBody(pet) };
}

/** Headers of every response of getPet: RFC 9745 (since 5 December 2025), RFC 8594, and its replacement (RFC 5829). */
export function getPetDeprecation(origin: string): Record<string, string> {
  return {
    deprecation: '@1764892800',
    sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    link: `<${origin}/v1/pets>; rel="successor-version"`,
  };
}
