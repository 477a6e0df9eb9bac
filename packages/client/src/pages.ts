// A list that is longer than a page: its records one by one, or its pages.
import { UnexpectedResponseError } from './errors.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `cursor` of the next page; absent on the last one. */
  readonly next: string | undefined;
}

/** Requests a page when its first record is asked for, and none after the last: `for await (const pet of pets)`. */
export interface Pages<Item> extends AsyncIterable<Item> {
  pages(): AsyncIterable<Page<Item>>;
  /** The first `limit` records. Rejects with RangeError where it is not a whole number from 1 on. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/** `first`: the cursor to begin with. */
export function pagesOf<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
  first: string | undefined,
): Pages<Item> {
  async function* pages(): AsyncGenerator<Page<Item>> {
    const seen = new Set([first]);
    let cursor = first;
    do {
      const page = await readPage(cursor);
      yield page;
      cursor = page.next;
      // A cursor is the end of its page, so that none comes twice in a list that ends.
      if (cursor !== undefined && seen.has(cursor))
        throw new UnexpectedResponseError(200, 'the next page is one that was read');
      seen.add(cursor);
    } while (cursor !== undefined);
  }
  async function* records(): AsyncGenerator<Item> {
    for await (const { items } of pages()) yield* items;
  }
  return {
    pages,
    [Symbol.asyncIterator]: records,
    async toArray({ limit }) {
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new RangeError('limit is not a whole number from 1 on');
      const found: Item[] = [];
      for await (const record of records()) if (found.push(record) === limit) break;
      return found;
    },
  };
}
