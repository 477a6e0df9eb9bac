// The event of payload format 2.0 with which a function is invoked.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { isUtf8 } from 'node:buffer';
import { newTraceRoot } from '../random-id.ts';
import { type Exchange, formatTime } from './exchange.ts';

export interface EventSource extends Exchange {
  readonly accountId: string;
  readonly apiId: string;
  readonly stage: string;
  readonly routeKey: string;
  readonly rawHeaders: readonly string[];
  readonly port: number;
  readonly body: Buffer;
}

/** Not forwarded: they concern a single connection. */
const HOP_BY_HOP = new Set('connection expect keep-alive te trailer transfer-encoding upgrade'.split(' '));
/** Bodies of other types reach the function in base64. */
const TEXT_TYPES = /^(text\/.*|application\/(.*\+)?(json|xml|javascript))$/;

export function buildEvent(source: EventSource): object {
  const { headers, cookies } = readHeaders(source);
  const path = decodePath(source.path);
  const binary = source.body.length > 0 && !isText(headers['content-type'], source.body);
  return {
    version: '2.0',
    routeKey: source.routeKey,
    rawPath: path,
    rawQueryString: source.query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(source.query !== '' && { queryStringParameters: readQuery(source.query) }),
    requestContext: {
      accountId: source.accountId,
      apiId: source.apiId,
      domainName: source.domainName,
      domainPrefix: source.domainName.split('.')[0],
      http: {
        method: source.method,
        path,
        protocol: source.protocol,
        sourceIp: source.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: source.requestId,
      routeKey: source.routeKey,
      stage: source.stage,
      time: formatTime(source.time),
      timeEpoch: source.time,
    },
    ...(source.body.length > 0 && { body: source.body.toString(binary ? 'base64' : 'utf8') }),
    isBase64Encoded: binary,
  };
}

/** Percent-decoded; an invalid escape stays as it was sent. */
function decodePath(path: string): string {
  return path.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** Names in lower case, repeated ones joined by commas, cookies apart; with the headers that the gateway adds. */
function readHeaders({ rawHeaders, body, sourceIp, port }: EventSource) {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    const value = rawHeaders[at + 1] as string;
    if (name === 'cookie') cookies.push(...value.split(/; */).filter((cookie) => cookie !== ''));
    else if (!HOP_BY_HOP.has(name)) headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  const forwarded = headers['x-forwarded-for'];
  headers['content-length'] = String(body.length);
  headers['x-amzn-trace-id'] ??= newTraceRoot();
  headers['x-forwarded-for'] = forwarded === undefined ? sourceIp : `${forwarded}, ${sourceIp}`;
  headers['x-forwarded-port'] = String(port);
  headers['x-forwarded-proto'] = 'https';
  return { headers, cookies };
}

/** The values of a repeated name are joined by commas. */
function readQuery(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query))
    parameters[name] = name in parameters ? `${parameters[name]},${value}` : value;
  return { ...parameters };
}

function isText(contentType: string | undefined, body: Buffer): boolean {
  const type = (contentType ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '';
  return TEXT_TYPES.test(type) && isUtf8(body);
}
