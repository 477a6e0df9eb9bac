// A request to the local stack: what is an error, and the first one, which decides whether the stack is ready.
import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import { ask, firstResponse } from '../../../cli/local/request.ts';
import type { Ready } from '../../../cli/local-files.ts';
import { serverCertificate } from '../domains/tls-host.ts';
import { listen } from '../listen.ts';

const HOST = 'api.petstore.localhost';

/** Answers each request with that status, but for /never. */
async function serve(status: number) {
  const { key, cert, authorityPem } = serverCertificate([HOST]);
  const asked: object[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const { url: path, headers } = request;
    asked.push({ path, authorization: headers.authorization });
    if (path !== '/never') response.writeHead(status).end();
  });
  return { authorityPem, asked, url: `https://${HOST}:${await listen(server)}` };
}

test('a server of another authority, and one that never responds, are errors', async () => {
  const { url, authorityPem } = await serve(200);
  const other = serverCertificate([HOST]).authorityPem;
  await expect(ask({ url, authorityPem: other })).rejects.toThrow(/certificate/);
  const signal = AbortSignal.timeout(200);
  await expect(ask({ url: `${url}/never`, authorityPem, signal })).rejects.toThrow(/abort/i);
});

test.each([200, 503])('the stack is ready when the API gives 200 to the key, not %i', async (status) => {
  const { url, authorityPem, asked } = await serve(status);
  const ready = { apiUrl: `${url}/v1`, apiKey: 'pets_test_x' } as Ready;
  const first = firstResponse(ready, authorityPem, new AbortController().signal);
  if (status === 200) await first;
  else await expect(first).rejects.toThrow(`with 503: ${url}`);
  expect(asked).toMatchObject([{ path: '/v1/pets?limit=1', authorization: 'Bearer pets_test_x' }]);
});
