// The event of a viewer-request function, from a request: names in lower case, values as they were sent.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { StoredDistribution } from './configuration.ts';

export interface ViewerRequest {
  readonly method: string;
  readonly path: string;
  /** Without the `?`; undefined where there is none. */
  readonly query: string | undefined;
  readonly host: string;
}

export function readRequest(request: IncomingMessage): ViewerRequest {
  const { method = 'GET', url = '/', headers } = request;
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = at < 0 ? undefined : url.slice(at + 1);
  return { method, path, query, host: (headers.host ?? '').toLowerCase() };
}

export function viewerEvent(
  { computed }: StoredDistribution,
  request: IncomingMessage,
  { method, path }: ViewerRequest,
) {
  // No function here reads cookies, or the query in its parts.
  const { cookie: _, ...headers } = request.headers;
  return {
    version: '1.0',
    context: {
      distributionDomainName: computed.domainName,
      distributionId: computed.arn.split('/').at(-1) ?? '',
      eventType: 'viewer-request',
      requestId: randomUUID(),
    },
    viewer: { ip: request.socket.remoteAddress ?? '127.0.0.1' },
    request: {
      method,
      uri: path,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, { value: String(value) }]),
      ),
    },
  };
}
