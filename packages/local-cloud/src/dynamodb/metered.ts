// Requests to dynalite that are metered: dynalite computes what each consumes, and the caller gets it only where it asked.
import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Capacity, Consumed } from './capacity.ts';
import { reply, type Serve } from './received.ts';

const READS = new Set(['GetItem', 'Query', 'Scan']);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** The API reference of the operations. */
const EXCEEDED = {
  __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  message:
    'The level of configured provisioned throughput for the table was exceeded. ' +
    'Consider increasing your provisioning level with the UpdateTable API.',
};

export function metered(serve: Serve, capacity: Capacity): Serve {
  return (received, response) => {
    const { operation } = received;
    const input: Input = received.input;
    if (operation === 'TransactWriteItems') meterTransaction(input, capacity);
    const kind = READS.has(operation) ? 'Read' : WRITES.has(operation) ? 'Write' : undefined;
    const { TableName: table, IndexName: index, ReturnConsumedCapacity: wanted } = input;
    // A request that is malformed, or that asks for its consumption itself, is passed on as it is.
    if (kind === undefined || table === undefined || wanted !== undefined) return serve(received, response);
    const parts: Omit<Consumed, 'units'>[] =
      kind === 'Read' ? [{ table, index, kind }] : capacity.writes(table, input.Item);
    // All of them are asked, and each that refuses is counted.
    const refused = parts.filter((part) => !capacity.allows(part, operation));
    if (refused.length > 0) return reply(response, 400, EXCEEDED);
    const asking = { ...input, ReturnConsumedCapacity: 'TOTAL' };
    intercept(response, (output) => {
      const { ConsumedCapacity: consumed, ...rest } = output;
      for (const part of consumed === undefined ? [] : parts)
        capacity.consume({ ...part, units: consumed?.CapacityUnits ?? 0 });
      return rest;
    });
    serve({ ...received, input: asking, body: Buffer.from(JSON.stringify(asking)) }, response);
  };
}

interface Input {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Item?: object;
  readonly ReturnConsumedCapacity?: string;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string }>>[];
}

interface Output {
  readonly ConsumedCapacity?: { readonly CapacityUnits: number };
}

/** A write of a transaction consumes two units for each kilobyte, and a check of a condition two as well. */
function meterTransaction({ TransactItems = [] }: Input, capacity: Capacity): void {
  for (const item of TransactItems) {
    const [action] = Object.values(item);
    if (action?.TableName === undefined) continue;
    const units = 2 * Math.ceil(Buffer.byteLength(JSON.stringify(action)) / 1024);
    capacity.consume({ table: action.TableName, kind: 'Write', units } satisfies Consumed);
  }
}

/** Changes the one text that dynalite ends its response with. */
function intercept(response: ServerResponse, change: (output: Output) => object): void {
  const { end } = response;
  response.end = ((text?: unknown) => {
    response.end = end;
    if (response.statusCode !== 200 || typeof text !== 'string') return response.end(text);
    const body = JSON.stringify(change(JSON.parse(text) as Output));
    response.setHeader('content-length', Buffer.byteLength(body));
    response.setHeader('x-amz-crc32', crc32(body));
    return response.end(body);
  }) as typeof response.end;
}
