// The stream of an open page over time: it is written to now and then, so that one whose page is gone ends.
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { events } from '../../../../cli/domains/open/live/events.ts';
import type { Watch } from '../../../../cli/domains/open/live/watch.ts';

const decoder = new TextDecoder();
let stop: AbortController;
let listeners: Set<(version: string) => void>;

function open() {
  const watch: Pick<Watch, 'version' | 'subscribe'> = {
    version: 'production:1',
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return new Hono().get('/events', events(watch as Watch, stop.signal));
}

beforeEach(() => {
  listeners = new Set();
  stop = new AbortController();
  mock.timers.enable({ apis: ['setTimeout'] });
  // The modules have imported `setTimeout` by its name already.
  syncBuiltinESMExports();
});
afterEach(() => {
  mock.timers.reset();
  syncBuiltinESMExports();
});

test('the version at once, each later one, and a sign of life every 15 s, until the page is gone', async () => {
  const app = open();
  const reader = ((await app.request('/events')).body as ReadableStream<Uint8Array>).getReader();
  const next = async () => decoder.decode((await reader.read()).value);
  expect(await next()).toBe('event: version\ndata: production:1\n\n');
  for (let beats = 0; beats < 2; beats++) {
    await turn();
    mock.timers.tick(14_999);
    for (const listener of listeners) listener(`production:${beats}`);
    expect(await next()).toBe(`event: version\ndata: production:${beats}\n\n`);
    mock.timers.tick(1);
    expect(await next()).toBe('event: alive\ndata: \n\n');
  }
  expect(listeners.size).toBe(1);
  await reader.cancel();
  await turn();
  expect(listeners.size).toBe(0);
});

test('there are at most 64 at once: the next is refused with what to do, until one ends', async () => {
  const app = open();
  const readers = await Promise.all(
    Array.from({ length: 64 }, async () =>
      ((await app.request('/events')).body as ReadableStream<Uint8Array>).getReader(),
    ),
  );
  const refused = await app.request('/events');
  expect([refused.status, await refused.text()]).toEqual([
    503,
    'Too many pages are open: close one, and load this one again.',
  ]);
  expect(listeners.size).toBe(64);
  await readers[0]?.cancel();
  await turn();
  expect((await app.request('/events')).status).toBe(200);
});

/** Until what waits for promises alone has gone on. */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
