// The stream of server-sent events: each names the version of what the pages show now.
import type { Handler } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Watch } from './watch.ts';

/** A page that is closed closes its connection, and so does the end of the command: both end the stream. */
export function events(watch: Watch): Handler {
  return (c) =>
    streamSSE(c, async (stream) => {
      const send = (version: string) => void stream.writeSSE({ event: 'version', data: version });
      const unsubscribe = watch.subscribe(send);
      send(watch.version);
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      unsubscribe();
    });
}
