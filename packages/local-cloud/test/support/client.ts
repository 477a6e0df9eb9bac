// An HTTPS client that trusts the local authority only, and reaches every host at the loopback.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { connect, type IncomingHttpHeaders as IncomingHeaders } from 'node:http2';
import { Agent, type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createIngress } from '../../src/ingress/ingress.ts';
import { testCertificates, testNames } from './certificates.ts';
import { testContext } from './cloud.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Ask extends RequestOptions {
  readonly body?: string | Buffer;
}

export type Client = (host: string, path: string, options?: Ask) => Promise<Answer>;

/** An ingress on free ports until the end of the test, with names and certificates of its own. */
export async function startedIngress(context = testContext()) {
  const [certificates, names] = [testCertificates(), testNames()];
  const ingress = createIngress(context, names);
  await ingress.start();
  onTestFinished(() => ingress.close());
  const ask = httpsClient(ingress.httpsPort, certificates.authorityPem);
  return { context, ingress, names, certificates, ask };
}

/** Its connections are kept alive, and end with the test. */
export function httpsClient(port: number, authorityPem: string, address = '127.0.0.1'): Client {
  const agent = new Agent({ keepAlive: true, ca: authorityPem });
  onTestFinished(() => agent.destroy());
  return (host, path, { body, headers, ...options } = {}) =>
    send(
      request,
      { agent, host: address, port, path, servername: host, headers: { host, ...headers }, ...options },
      body,
    );
}

export function httpClient(port: number): Client {
  return (host, path, { body, headers, ...options } = {}) =>
    send(plainRequest, { host: '127.0.0.1', port, path, headers: { host, ...headers }, ...options }, body);
}

/** The same over HTTP/2; rejects where the server does not choose it. */
export async function http2Answer(
  { ingress, certificates }: Pick<Awaited<ReturnType<typeof startedIngress>>, 'ingress' | 'certificates'>,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
): Promise<Answer> {
  const session = connect(`https://127.0.0.1:${ingress.httpsPort}`, {
    ...{ ca: certificates.authorityPem, servername: host },
  });
  // The request rejects with it.
  session.on('error', () => undefined);
  try {
    const request = session.request({ ':authority': host, ':path': path, ':method': method, ...headers });
    request.end(body);
    const [{ ':status': status, ...rest }] = (await once(request, 'response')) as [IncomingHeaders];
    return { status: Number(status), headers: rest as IncomingHttpHeaders, body: await text(request) };
  } finally {
    session.destroy();
  }
}

async function send(
  ask: typeof request,
  options: RequestOptions,
  body: string | Buffer | undefined,
): Promise<Answer> {
  const [response] = (await once(ask(options).end(body), 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: await text(response) };
}
