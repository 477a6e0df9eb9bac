// A page of a list: its query parameters, and the link to the next one. The same for animals and for orders.
import { checkMembers } from '../http/body.ts';
import { badParameter, quote } from '../http/errors.ts';
import { parseWholeNumber } from '../http/int64.ts';
import type { Answer } from '../http/response.ts';
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

export interface Listing<Listed> {
  /** Newest (highest id) first, at most `limit`. */
  readonly records: readonly Listed[];
  readonly more: boolean;
}

interface ListDefinition<Status extends string, Listed> {
  /** `/v1/pets`. */
  readonly path: string;
  readonly statuses: readonly Status[];
  readonly cursor: CursorCodec<Status>;
  readonly toBody: (record: Listed) => object;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100n;
const PARAMETERS: ReadonlySet<string> = new Set(['limit', 'status', 'cursor']);

function single(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw badParameter(`${name} is given more than once: give it once`);
}

function readLimit(query: Query): number {
  const value = single(query, 'limit');
  if (value === undefined) return DEFAULT_LIMIT;
  const limit = parseWholeNumber(value);
  if (limit === undefined || limit < 1n || limit > MAX_LIMIT)
    throw badParameter(`limit must be a whole number from 1 to ${MAX_LIMIT}, not ${quote(value)}`);
  return Number(limit);
}

function readStatus<Status extends string>(query: Query, statuses: readonly Status[]): Status | undefined {
  const value = single(query, 'status');
  const status = statuses.find((one) => one === value);
  if (value === undefined || status !== undefined) return status;
  throw badParameter(`status must be one of ${statuses.join(', ')}, not ${quote(value)}`);
}

/** Throws a 400 for a parameter that is wrong, repeated, unknown (a mistyped filter would be none), or a cursor of another list. */
function readPage<Status extends string>(
  query: Query,
  { statuses, cursor }: ListDefinition<Status, never>,
): PageRequest<Status> {
  const unknown = checkMembers(query, PARAMETERS, 'a list is requested');
  if (unknown !== undefined) throw badParameter(unknown);
  const limit = readLimit(query);
  const status = readStatus(query, statuses);
  const value = single(query, 'cursor');
  const before = value === undefined ? undefined : cursor.decode(value, status);
  if (value !== undefined && before === undefined)
    throw badParameter('cursor is not valid: follow the Link of a page, or leave cursor out to start again');
  if (before === 'mismatch')
    throw badParameter(
      'cursor belongs to a list with another status: use the same status, or leave cursor out',
    );
  return { limit, status, before };
}

/** A bare array, with the next page in `Link` and `Next-Cursor` where there is one. `origin`: `https://host` of the request. */
export async function answerPage<Status extends string, Listed extends { readonly id: bigint }>(
  list: ListDefinition<Status, Listed>,
  query: Query,
  origin: string,
  read: (request: PageRequest<Status>) => Promise<Listing<Listed>>,
): Promise<Answer> {
  const request = readPage(query, list);
  const { records, more } = await read(request);
  const body = records.map(list.toBody);
  const last = records.at(-1);
  if (!more || last === undefined) return { status: 200, body };
  const { limit, status } = request;
  const filter = status === undefined ? '' : `&status=${status}`;
  const cursor = list.cursor.encode({ before: last.id, status });
  const next = `${origin}${list.path}?limit=${limit}${filter}&cursor=${cursor}`;
  return { status: 200, headers: { link: `<${next}>; rel="next"`, 'next-cursor': cursor }, body };
}
