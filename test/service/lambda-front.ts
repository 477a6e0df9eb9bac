// The function through Lambda's handler, on the tests' own DynamoDB or whatever stands in front of it.
import type { Handler } from '../../service/adapter.ts';
import { createDynamo, type DynamoOptions } from '../../service/dynamo/client.ts';
import { createFunction } from '../../service/function.ts';
import { type RequestLine, toEvent } from './event.ts';
import { openFaultProxy } from './fault-proxy.ts';
import type { Fixture } from './harness.ts';

export type LambdaFront = ReturnType<typeof frontOf>;

export function openLambda(fixture: Fixture, dynamo: Partial<DynamoOptions> = {}) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const handler = createFunction({
    settings: fixture.settings,
    dynamo: createDynamo({ region: 'eu-west-1', credentials, endpoint: fixture.endpoint, ...dynamo }),
    clock: () => fixture.clock.now,
    log: (line) => fixture.lines.push(line),
  });
  return frontOf(handler, fixture.key);
}

export function frontOf(handler: Handler, key: string) {
  return {
    handler,
    /** With the key; `remainingMs` is what Lambda says is left of the function's time. */
    async ask(line: RequestLine, remainingMs = 10_000) {
      const started = performance.now();
      const own = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const event = toEvent({ ...line, headers: { ...own, ...line.headers } });
      const result = await handler(event, { getRemainingTimeInMillis: () => remainingMs });
      return {
        status: result.statusCode ?? 0,
        headers: (result.headers ?? {}) as Record<string, string>,
        text: result.body ?? '',
        tookMs: performance.now() - started,
      };
    },
  };
}

/** The function behind a proxy that can fail, which `fixture.stop` closes. */
export async function openBehindProxy(fixture: Fixture, dynamo: Partial<DynamoOptions> = {}) {
  const proxy = await openFaultProxy(fixture.endpoint);
  fixture.closing.push(() => proxy.close());
  return { proxy, lambda: openLambda(fixture, { endpoint: proxy.endpoint, ...dynamo }) };
}
