// A list that is longer than a page: its records one by one, or its pages.
import { UnexpectedResponseError } from './errors.ts';
import { linkTarget } from './headers.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `cursor` of the next page; absent on the last one. */
  readonly next: string | undefined;
}

/** Requests a page when its first record is asked for, and none after the last: `for await (const pet of pets)`. */
export interface Pages<Item> extends AsyncIterable<Item> {
  pages(): AsyncIterable<Page<Item>>;
}

/**
 * The cursor of the next page, from `Link`. Only the cursor is taken, and the request goes to `baseUrl` again: the API
 * key is never sent to where a response leads.
 */
export function nextCursor(headers: Headers): string | undefined {
  const next = linkTarget(headers, 'next');
  if (next === undefined) return undefined;
  const cursor = new URL(next, 'https://relative.invalid').searchParams.get('cursor');
  if (cursor === null) throw new UnexpectedResponseError(200, 'the Link to the next page has no cursor');
  return cursor;
}

/** `first`: the cursor to begin with. */
export function pagesOf<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
  first: string | undefined,
): Pages<Item> {
  async function* pages(): AsyncGenerator<Page<Item>> {
    let cursor = first;
    do {
      const page = await readPage(cursor);
      yield page;
      if (page.next !== undefined && page.next === cursor) {
        throw new UnexpectedResponseError(200, 'the next page is the same page');
      }
      cursor = page.next;
    } while (cursor !== undefined);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items;
    },
  };
}
