// A server of a test, on a free port of the loopback, which ends with the test.
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Resolves to its port. */
export async function listen(
  server: Server & { closeAllConnections?(): void },
  port = 0,
  address = '127.0.0.1',
): Promise<number> {
  await once(server.listen(port, address), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}
