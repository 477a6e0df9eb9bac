// An HTTPS client that trusts the local authority only, and reaches every host at the loopback.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
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
export async function startedIngress(context = testContext(), certificates = testCertificates()) {
  const names = testNames();
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

async function send(
  ask: typeof request,
  options: RequestOptions,
  body: string | Buffer | undefined,
): Promise<Answer> {
  const [response] = (await once(ask(options).end(body), 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: await text(response) };
}
