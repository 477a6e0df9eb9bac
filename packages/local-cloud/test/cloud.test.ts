// A local cloud that cannot start: nothing of it keeps running.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { INTERNET_FILE } from '../../../test/checkout.ts';
import { temporaryFolder } from '../../../test/cli/folder.ts';
import { listen } from '../../../test/cli/listen.ts';
import { startCloud } from '../src/cloud.ts';

test('a port that is taken: the ports before it are free again', async () => {
  const server = createServer();
  const [free, taken] = [await listen(server), await listen(createServer())];
  server.close();
  const ports = { https: free, http: taken, dns: 0 };
  const folder = temporaryFolder();
  const starting = startCloud({
    ...{ folder, region: 'eu-west-1', ports, internetFile: INTERNET_FILE, log: () => undefined },
  });
  await expect(starting).rejects.toThrow(`port ${taken} on 127.0.0.1 is in use`);
  const [error] = await once(connect(free, '127.0.0.1'), 'error').catch((thrown) => [thrown]);
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});
