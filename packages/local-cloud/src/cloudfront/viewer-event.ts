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
  { method, path, query }: ViewerRequest,
) {
  const { cookie, ...headers } = request.headersDistinct;
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
      querystring: valuesOf(pairs(query ?? '', '&')),
      headers: valuesOf(
        Object.entries(headers).flatMap(([name, values = []]) => values.map((one) => [name, one] as const)),
      ),
      cookies: valuesOf((cookie ?? []).flatMap((line) => pairs(line, ';'))),
    },
  };
}

type Pair = readonly [name: string, value: string];

/** Values stay percent-encoded, as in CloudFront. */
function pairs(text: string, separator: string): Pair[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...rest] = part.split('=');
      return [name, rest.join('=')] as const;
    });
}

/** By name, in lower case. `multiValue` only for a repeated name. */
function valuesOf(entries: readonly Pair[]) {
  const grouped = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...grouped].map(([name, all]) => {
      const values = all.map(([, value]) => ({ value }));
      const last = { value: values.at(-1)?.value ?? '' };
      return [name, values.length > 1 ? { ...last, multiValue: values } : last];
    }),
  );
}
