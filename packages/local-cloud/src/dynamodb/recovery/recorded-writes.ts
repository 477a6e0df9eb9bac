// Writes whose table has point-in-time recovery: one after the other, each with a note of what it replaced.
import type { ServerResponse } from 'node:http';
import type { Received, Serve } from '../received.ts';
import { innerCall } from '../transactions/inner-call.ts';
import { createTurns } from '../transactions/turns.ts';
import type { Item, Journal } from './journal.ts';
import { targetsOf, WRITES } from './targets.ts';

export interface RecordedWrites {
  readonly serve: Serve;
  /** The items of a table as they were at `at`, in ms since 1970; no write happens meanwhile. */
  itemsAt(table: string, at: number): Promise<readonly Item[]>;
}

/** `keyNames`: of a table with recovery; undefined for every other one, whose writes are served as they come. */
export function recordedWrites(
  serve: Serve,
  journal: Journal,
  keyNames: (table: string) => readonly string[] | undefined,
  clock: () => number,
): RecordedWrites {
  const turns = createTurns();

  async function read(received: Received, table: string, Key: Item): Promise<Item | undefined> {
    const input = { TableName: table, Key, ConsistentRead: true };
    const { status, body } = await innerCall(serve, received, 'GetItem', input);
    return status === 200 ? (JSON.parse(body) as { Item?: Item }).Item : undefined;
  }

  async function write(received: Received, response: ServerResponse): Promise<void> {
    const targets = targetsOf(received.input, keyNames);
    const befores = await Promise.all(targets.map(({ table, key }) => read(received, table, key)));
    const status = await ended(response, () => serve(received, response));
    if (status !== 200) return;
    const at = clock();
    for (const [index, { table, key }] of targets.entries()) {
      journal.record(table, { at, key: JSON.stringify(key), before: befores[index] });
    }
  }

  return {
    serve(received, response) {
      const { operation, input } = received;
      const isRecorded = WRITES.has(operation) && targetsOf(input, keyNames).length > 0;
      if (!isRecorded) return serve(received, response);
      turns.alone(() => write(received, response)).catch(() => response.destroy?.());
    },
    itemsAt: (table, at) =>
      turns.alone(async () => journal.itemsAt(table, await scan(serve, table, keyNames(table) ?? []), at)),
  };
}

/** Resolves to the status once dynalite has responded, or its client has closed the connection. */
function ended(response: ServerResponse, run: () => void): Promise<number> {
  return new Promise((resolve) => {
    const end = response.end.bind(response);
    response.end = ((...args: Parameters<typeof end>) => {
      resolve(response.statusCode);
      return end(...args);
    }) as ServerResponse['end'];
    run();
  });
}

/** All items, by their key as text. */
async function scan(serve: Serve, table: string, names: readonly string[]): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  let from: unknown;
  do {
    const input = { TableName: table, ConsistentRead: true, ExclusiveStartKey: from };
    const { status, body } = await innerCall(serve, SCAN, 'Scan', input);
    if (status !== 200) throw new Error(`the items of ${table} cannot be read: ${body}`);
    const page = JSON.parse(body) as { Items: Item[]; LastEvaluatedKey?: unknown };
    for (const item of page.Items)
      items.set(JSON.stringify(Object.fromEntries(names.map((name) => [name, item[name]]))), item);
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}

/** dynalite asks for the form of a signature only; requests from outside have been authorised before. */
const SCAN = {
  method: 'POST',
  url: '/',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  },
};
