// The APIs of the local cloud that programs call: one loopback port, for every such service.
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import { type InFlight, namesLoopback, readBody, trackInFlight } from '../ingress/requests.ts';
import { createServer } from '../node-http.ts';
import { ServiceError } from '../service-error.ts';
import { assertAuthentic, parseAuthorization } from './signature.ts';

/** DynamoDB takes the largest requests of all. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Longer than any caller pauses: a request that is sent while the server closes the connection gets no response. */
const IDLE_MS = 10 * 60_000;
/** Longer than any operation takes. */
const DRAIN_MS = 5_000;

export interface ApiRequest {
  readonly message: IncomingMessage;
  readonly body: Buffer;
  readonly method: string;
  readonly path: string;
  /** Of `x-amz-target`; empty where there is none. */
  readonly operation: string;
  readonly region: string;
}

export interface Api {
  readonly protocol: keyof typeof PROTOCOLS;
  /** Resolves to the output, an object as JSON or XML; undefined where it responds itself. Refusals are thrown as ServiceError. */
  call(request: ApiRequest, response: ServerResponse): Promise<object | string | undefined>;
}

export const escapeXml = (text: string) => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);

// `refusal`: the status of a request that no service sees. https://smithy.io/2.0/aws/protocols/: aws-json-1_0-protocol, aws-json-1_1-protocol,
// aws-restjson1-protocol, aws-query-protocol, whose errors are those of Route 53's aws-restxml-protocol too.
const PROTOCOLS = {
  'json-1.0': {
    ...{ contentType: 'application/x-amz-json-1.0', refusal: 400 },
    errorOf: (code: string, message: string): object => ({
      __type: `com.amazonaws.dynamodb.v20120810#${code}`,
      message,
    }),
  },
  'json-1.1': {
    ...{ contentType: 'application/x-amz-json-1.1', refusal: 403 },
    errorOf: (__type: string, message: string): object => ({ __type, message }),
  },
  'rest-json': {
    ...{ contentType: 'application/json', refusal: 403 },
    errorOf: (_code: string, message: string): object => ({ Type: 'User', Message: message, message }),
  },
  query: {
    ...{ contentType: 'text/xml', refusal: 403 },
    // Its names of refusals: https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html.
    errorOf(code: string, message: string) {
      const Code = {
        UnrecognizedClientException: 'InvalidClientTokenId',
        InvalidSignatureException: 'SignatureDoesNotMatch',
      }[code];
      return `<ErrorResponse><Error><Code>${Code ?? code.replace('Exception', '')}</Code><Message>${escapeXml(message)}</Message></Error></ErrorResponse>`;
    },
  },
};

/** GetCallerIdentity, as STS's service model has it, of the administrator: whose role a session has is not known here. */
const stsApi = (id: string): Api => ({
  protocol: 'query',
  async call({ message, body }) {
    const action = new URLSearchParams(body.toString()).get('Action');
    if (action !== 'GetCallerIdentity' || 'x-amz-security-token' in message.headers)
      throw new ServiceError('InvalidAction', `${action} of this caller is not emulated`);
    const result = `<Arn>arn:aws:iam::${id}:root</Arn><UserId>${id}</UserId><Account>${id}</Account>`;
    return `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`;
  },
});

export function createEndpoint(
  context: Pick<CloudContext, 'accountId' | 'log'>,
  identity: Identity,
  apis: () => Readonly<Record<string, Api>>,
  open: () => Promise<Server> = async () => createServer(),
) {
  const sts = stsApi(context.accountId);
  let port = 0;
  let listening: { readonly server: Server; readonly inFlight: InFlight } | undefined;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    // The connection ends too: the body is not read.
    if (!namesLoopback(request)) {
      response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' });
      return void response.end('the local cloud takes requests to a loopback host only\n');
    }
    serve(request, response, identity, { ...apis(), sts }).catch((error: Error) => {
      if (!request.destroyed) context.log('endpoint', `${request.method} ${request.url}: ${error.stack}`);
      response.destroy();
    });
  };
  return {
    /** `http://127.0.0.1:<port>`, once started. */
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    async start() {
      const server = await open();
      server.keepAliveTimeout = IDLE_MS;
      server.on('request', listener);
      const inFlight = trackInFlight(server);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      ({ port } = server.address() as AddressInfo);
      listening = { server, inFlight };
    },
    /** Callers keep idle connections open: those are closed when every request has its response. */
    async close() {
      if (listening === undefined) return;
      const { server, inFlight } = listening;
      listening = undefined;
      const closed = promisify(server.close).call(server);
      await inFlight.settle(DRAIN_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  identity: Identity,
  apis: Readonly<Record<string, Api>>,
): Promise<void> {
  const body = await readBody(message, MAX_BODY_BYTES);
  const [, region = '', service = ''] = parseAuthorization(message.headers.authorization)?.scope ?? [];
  const api = apis[service];
  const { contentType, refusal, errorOf } = PROTOCOLS[api?.protocol ?? 'json-1.1'];
  const send = (status: number, output: object | string) => {
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    return response.writeHead(status, { 'content-type': contentType }).end(text);
  };
  try {
    if (body === undefined) throw new ServiceError('RequestEntityTooLargeException', 'too large', 413);
    assertAuthentic(identity, message, body, refusal);
    if (api === undefined)
      throw new ServiceError('UnknownOperationException', `no API ${service} is emulated`, 404);
    const { method = '', url = '/' } = message;
    const operation = String(message.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const path = url.split('?')[0] ?? '/';
    const output = await api.call({ message, body, method, path, operation, region }, response);
    if (output !== undefined) send(200, output);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, wording, status } = error;
    if (api?.protocol === 'rest-json') response.setHeader('x-amzn-errortype', code);
    send(status, errorOf(code, wording));
  }
}
