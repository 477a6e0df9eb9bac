// A request to the local stack: what is sent, what is read, and the first one, which decides whether the stack is ready.
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, firstResponse } from '../../../cli/local/request.ts';
import type { Ready } from '../../../cli/local-files.ts';
import { serverCertificate } from '../domains/tls-host.ts';

const HOST = 'api.petstore.localhost';

let server: Server;
let url: string;
let authorityPem: string;
let status: number;
let asked: object[];
beforeEach(async () => {
  const { key, cert, authorityPem: issuer } = serverCertificate([HOST]);
  authorityPem = issuer;
  status = 200;
  asked = [];
  server = createServer({ key, cert }, async (request, response) => {
    const { method, url: path, headers } = request;
    const { authorization, 'content-type': type } = headers;
    asked.push({ method, path, authorization, type, body: await text(request) });
    if (path !== '/never') response.writeHead(status, { location: '/next' }).end('answered');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://${HOST}:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('without a body it is read, with one it is posted as JSON; every status is an answer', async () => {
  status = 404;
  expect(await ask({ url: `${url}/pets`, authorityPem })).toEqual({
    ...{ status: 404, location: '/next', body: 'answered' },
  });
  await ask({ url: `${url}/pets`, authorityPem, key: 'pets_test_x', body: { name: 'Rex' } });
  expect(asked).toEqual([
    { method: 'GET', path: '/pets', authorization: undefined, type: undefined, body: '' },
    {
      ...{ method: 'POST', path: '/pets', authorization: 'Bearer pets_test_x', type: 'application/json' },
      body: '{"name":"Rex"}',
    },
  ]);
});

test('a server of another authority, and one that never responds, are errors', async () => {
  const other = serverCertificate([HOST]).authorityPem;
  await expect(ask({ url, authorityPem: other })).rejects.toThrow(/certificate/);
  const signal = AbortSignal.timeout(200);
  await expect(ask({ url: `${url}/never`, authorityPem, signal })).rejects.toThrow(/abort/i);
});

test('the stack is ready when the API responds with 200 to the key; else where and what it responded', async () => {
  const ready = { apiUrl: `${url}/v1`, apiKey: 'pets_test_x' } as Ready;
  const { signal } = new AbortController();
  await firstResponse(ready, authorityPem, signal);
  expect(asked).toMatchObject([{ path: '/v1/pets?limit=1', authorization: 'Bearer pets_test_x' }]);
  status = 503;
  await expect(firstResponse(ready, authorityPem, signal)).rejects.toThrow(
    `the API responded to its first request with 503: ${url}`,
  );
});
