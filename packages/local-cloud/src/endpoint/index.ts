// The APIs of the local cloud that programs call besides DynamoDB's: one loopback port, for every such service.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import { namesLoopback, readBody } from '../ingress/requests.ts';
import { createServer } from '../node-http.ts';
import { ServiceError } from '../service-error.ts';
import { authenticate, parseAuthorization } from './signature.ts';

/** Larger than any request of these services. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** `x-amz-target`; empty where there is none. */
  readonly target: string;
  readonly body: string;
  readonly region: string;
}

/** One service, by the name in the scope of its requests' signatures. */
export interface Api {
  /** Resolves to the output, as JSON. Refusals are thrown as ServiceError. */
  call(request: ApiRequest): Promise<object>;
  /** The content type and the error's form of the service's protocol. */
  readonly protocol: 'json-1.1' | 'rest-json';
}

export interface Endpoint {
  /** `http://127.0.0.1:<port>`, once started. */
  readonly url: string;
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createEndpoint(
  context: Pick<CloudContext, 'log'>,
  identity: Identity,
  apis: Readonly<Record<string, Api>>,
): Endpoint {
  const server = createServer((request, response) => {
    if (!namesLoopback(request)) {
      response.writeHead(403, { connection: 'close' });
      response.end('the local cloud takes requests to a loopback host only\n');
      return;
    }
    serve(request, response, identity, apis).catch((error: Error) => {
      context.log('endpoint', `${request.method} ${request.url}: ${error.stack}`);
      response.destroy();
    });
  });
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    start: () => new Promise((listening) => server.listen(0, '127.0.0.1', listening)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  identity: Identity,
  apis: Readonly<Record<string, Api>>,
): Promise<void> {
  const body = await readBody(request, MAX_BODY_BYTES);
  const [, region = '', service = ''] = parseAuthorization(request.headers.authorization)?.scope ?? [];
  const api = apis[service];
  const isRest = api?.protocol === 'rest-json';
  const send = (status: number, output: object) => {
    const type = isRest ? 'application/json' : 'application/x-amz-json-1.1';
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(output));
  };
  try {
    if (body === undefined) throw new ServiceError('RequestEntityTooLargeException', 'too large', 413);
    const caller = authenticate(identity, request, body);
    if ('code' in caller) throw new ServiceError(caller.code, caller.message, 403);
    if (api === undefined)
      throw new ServiceError('UnknownOperationException', `no API ${service} is emulated`, 404);
    const { method = '', url = '/' } = request;
    const target = String(request.headers['x-amz-target'] ?? '');
    const path = url.split('?')[0] ?? '/';
    send(200, await api.call({ method, path, target, body: body.toString(), region }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html and aws-restjson1-protocol.html, error serialization.
    const { code, wording: message, status } = error;
    if (isRest) response.setHeader('x-amzn-errortype', code);
    send(status, isRest ? { Type: 'User', Message: message, message } : { __type: code, message });
  }
}
