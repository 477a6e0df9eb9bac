// The responses that a server has not finished, so that it can close without cutting one off.
import type { Server, ServerResponse } from 'node:http';

export interface InFlight {
  /** Ends keep-alive, and waits until every response is finished or `limitMs` have passed. */
  settle(limitMs: number): Promise<void>;
}

/** Tracks the responses of a `node:http` or `node:https` server from now on. */
export function trackInFlight(server: Pick<Server, 'prependListener'>): InFlight {
  const open = new Set<ServerResponse>();
  let closing = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (closing) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return {
    async settle(limitMs) {
      closing = true;
      for (const response of open) response.shouldKeepAlive = false;
      const deadline = Date.now() + limitMs;
      while (open.size > 0 && Date.now() < deadline) await firstClose(open, deadline - Date.now());
    },
  };
}

function firstClose([response]: Iterable<ServerResponse>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    response?.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
