// HTTP API events, payload 2.0, as API Gateway makes them of a request.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface RequestLine {
  readonly method: string;
  /** Path and query, escaped as a client sends them. */
  readonly target: string;
  /** Names in lower case; a repeated header has several values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

const HOST = 'api.petstore.example';

/** What the gateway does to a path; one that it can't decode it passes on as it is. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function toEvent({ method, target, headers = {}, body }: RequestLine): APIGatewayProxyEventV2 {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const bytes = body === undefined ? undefined : Buffer.from(body as string);
  const binary = bytes !== undefined && !isUtf8(bytes);
  const rawPath = decodePath(path);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: query,
    headers: Object.fromEntries(
      Object.entries({ host: HOST, ...headers }).map(([name, value]) => [name, [value].flat().join(',')]),
    ),
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: HOST,
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.7', userAgent: 'test' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: '$default',
      stage: '$default',
      time: '21/Nov/2026:01:16:00 +0000',
      timeEpoch: 1795223760000,
    },
    body: bytes?.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary,
  };
}
