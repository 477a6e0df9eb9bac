// A page of a list: its query parameters, and the link to the next one. The same for animals and for orders.
import { badParameter, quote } from '../http/errors.ts';
import type { Answer } from '../http/response.ts';
import { parseWholeNumber } from '../http/whole-number.ts';
import type { CursorCodec } from './cursor.ts';

/** A parsed query string: an array where a parameter is repeated. */
export type Query = Readonly<Record<string, unknown>>;

export interface PageRequest<Status> {
  /** Absent: all. */
  readonly status?: Status;
  /** Only records with a lower id. Absent: from the newest. */
  readonly before?: bigint;
  readonly limit: number;
}

/** A list that the API has. */
export interface ListDefinition<Status extends string> {
  /** `/v1/pets`. */
  readonly path: string;
  readonly statuses: readonly Status[];
  readonly cursor: CursorCodec<Status>;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100n;

function single(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw badParameter(`${name} is given more than once: give it once`);
}

function readLimit(query: Query): number {
  const value = single(query, 'limit');
  if (value === undefined) return DEFAULT_LIMIT;
  const limit = parseWholeNumber(value);
  if (limit === undefined || limit < 1n || limit > MAX_LIMIT) {
    throw badParameter(
      `limit must be a whole number from 1 to ${MAX_LIMIT}, not ${value === '' ? '""' : value.slice(0, 60)}`,
    );
  }
  return Number(limit);
}

function readStatus<Status extends string>(query: Query, statuses: readonly Status[]): Status | undefined {
  const value = single(query, 'status');
  const status = statuses.find((one) => one === value);
  if (value === undefined || status !== undefined) return status;
  throw badParameter(`status must be one of ${statuses.join(', ')}, not ${quote(value)}`);
}

/** Throws a 400 for a parameter that is wrong, repeated, or a cursor of another list. */
export function readPage<Status extends string>(
  query: Query,
  { statuses, cursor }: ListDefinition<Status>,
): PageRequest<Status> {
  const limit = readLimit(query);
  const status = readStatus(query, statuses);
  const value = single(query, 'cursor');
  const before = value === undefined ? undefined : cursor.decode(value, status);
  if (value !== undefined && before === undefined) {
    throw badParameter('cursor is not valid: follow the Link of a page, or leave cursor out to start again');
  }
  if (before === 'mismatch') {
    throw badParameter(
      'cursor belongs to a list with another status: use the same status, or leave cursor out',
    );
  }
  return { limit, status, before };
}

export interface PageAnswer<Status extends string> {
  readonly list: ListDefinition<Status>;
  readonly request: PageRequest<Status>;
  /** `https://host` of the request. */
  readonly origin: string;
  readonly body: readonly object[];
  /** The id of the page's last record. */
  readonly last: bigint | undefined;
  readonly more: boolean;
}

/** The body is a bare array; `Link` has the next page where there is one. */
export function pageAnswer<Status extends string>(page: PageAnswer<Status>): Answer {
  const { list, request, origin, body, last, more } = page;
  if (!more || last === undefined) return { status: 200, body };
  const { limit, status } = request;
  const filter = status === undefined ? '' : `&status=${status}`;
  const cursor = list.cursor.encode({ before: last, status });
  const next = `${origin}${list.path}?limit=${limit}${filter}&cursor=${cursor}`;
  return { status: 200, headers: { link: `<${next}>; rel="next"` }, body };
}
