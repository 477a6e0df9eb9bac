// HTTP API events, payload 2.0, as the local cloud's gateway makes them of a request.
import { buildEvent } from '@petstore/local-cloud/apigatewayv2/event';
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

export function toEvent({ method, target, headers = {}, body = '' }: RequestLine): APIGatewayProxyEventV2 {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const sent = Object.entries({ host: HOST, ...headers });
  const event = buildEvent({
    ...{ accountId: '123456789012', apiId: 'a1b2c3d4e5', stage: '$default', routeKey: '$default' },
    ...{ requestId: 'JKJaXmPLvHcESHA=', time: 1_795_223_760_000, domainName: HOST, protocol: 'HTTP/1.1' },
    ...{ method, path, query, sourceIp: '192.0.2.7', port: 443, body: Buffer.from(body as string) },
    rawHeaders: sent.flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value])),
  });
  return event as APIGatewayProxyEventV2;
}
