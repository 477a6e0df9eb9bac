// A request to the local stack: what is sent, what is read, and the first one, which decides whether the stack is ready.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ask, firstResponse } from '../../../cli/local/request.ts';
import type { Ready } from '../../../cli/local-files.ts';
import { serverCertificate } from '../domains/tls-host.ts';

const HOST = 'api.petstore.localhost';

/** Answers each request with that status, but for /never. */
async function serve(status: number) {
  const { key, cert, authorityPem } = serverCertificate([HOST]);
  const asked: object[] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const { method, url: path, headers } = request;
    const { authorization, 'content-type': type } = headers;
    asked.push({ method, path, authorization, type, body: await text(request) });
    if (path !== '/never') response.writeHead(status, { location: '/next' }).end('answered');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { authorityPem, asked, url: `https://${HOST}:${(server.address() as AddressInfo).port}` };
}

test('without a body it is read, with one it is posted as JSON; every status is an answer', async () => {
  const { url, authorityPem, asked } = await serve(404);
  const answer = { status: 404, location: '/next', body: 'answered' };
  expect(await ask({ url: `${url}/pets`, authorityPem })).toEqual(answer);
  await ask({ url: `${url}/pets`, authorityPem, key: 'pets_test_x', body: { name: 'Rex' } });
  const json = { authorization: 'Bearer pets_test_x', type: 'application/json', body: '{"name":"Rex"}' };
  expect(asked).toEqual([
    { method: 'GET', path: '/pets', authorization: undefined, type: undefined, body: '' },
    { method: 'POST', path: '/pets', ...json },
  ]);
});

test('a server of another authority, and one that never responds, are errors', async () => {
  const { url, authorityPem } = await serve(200);
  const other = serverCertificate([HOST]).authorityPem;
  await expect(ask({ url, authorityPem: other })).rejects.toThrow(/certificate/);
  const signal = AbortSignal.timeout(200);
  await expect(ask({ url: `${url}/never`, authorityPem, signal })).rejects.toThrow(/abort/i);
});

test.each([200, 503])(
  'the stack is ready when the API responds with 200 to the key, not with %i',
  async (status) => {
    const { url, authorityPem, asked } = await serve(status);
    const ready = { apiUrl: `${url}/v1`, apiKey: 'pets_test_x' } as Ready;
    const first = firstResponse(ready, authorityPem, new AbortController().signal);
    if (status === 200) await first;
    else await expect(first).rejects.toThrow(`with 503: ${url}`);
    expect(asked).toMatchObject([{ path: '/v1/pets?limit=1', authorization: 'Bearer pets_test_x' }]);
  },
);
