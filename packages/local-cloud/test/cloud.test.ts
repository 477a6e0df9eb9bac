// A local cloud that cannot start: nothing of it keeps running.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { INTERNET_FILE } from '../../../test/checkout.ts';
import { startCloud } from '../src/cloud.ts';

async function listening() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

test('a port that is taken: the ports before it are free again', async () => {
  const [free, taken] = [await listening(), await listening()];
  const folder = mkdtempSync(join(tmpdir(), 'cloud-'));
  onTestFinished(() => {
    taken.server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  free.server.close();
  const ports = { https: free.port, http: taken.port, dns: 0 };
  const starting = startCloud({
    ...{ folder, region: 'eu-west-1', ports, internetFile: INTERNET_FILE, log: () => undefined },
  });
  await expect(starting).rejects.toThrow(`port ${taken.port} on 127.0.0.1 is in use`);
  const [error] = await once(connect(free.port, '127.0.0.1'), 'error').catch((thrown) => [thrown]);
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});
