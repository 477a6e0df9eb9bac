// The stream of server-sent events: each names the version of what the pages show now.
import { setTimeout as delay } from 'node:timers/promises';
import type { Handler } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Watch } from './watch.ts';

/** More streams than a browser opens: a page that is hidden closes its own. */
const MAX_STREAMS = 64;
/** A connection that is gone is noticed when it is written to. */
const HEARTBEAT_MS = 15_000;

export function events(watch: Watch, signal: AbortSignal): Handler {
  let streams = 0;
  return (c) => {
    if (streams >= MAX_STREAMS)
      return c.text('Too many pages are open: close one, and load this one again.', 503);
    streams += 1;
    return streamSSE(c, async (stream) => {
      const ended = new AbortController();
      stream.onAbort(() => ended.abort());
      const send = (version: string) => void stream.writeSSE({ event: 'version', data: version });
      const unsubscribe = watch.subscribe(send);
      const until = AbortSignal.any([signal, ended.signal]);
      try {
        send(watch.version);
        while (!until.aborted) {
          await delay(HEARTBEAT_MS, undefined, { signal: until }).catch(() => undefined);
          if (!until.aborted) await stream.writeSSE({ event: 'alive', data: '' });
        }
      } finally {
        unsubscribe();
        streams -= 1;
      }
    });
  };
}
