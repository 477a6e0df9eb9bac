// CORS, as the gateway itself implements it.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiInputs } from './inputs.ts';

export type CorsConfiguration = NonNullable<ApiInputs['corsConfiguration']>;
type Headers = Record<string, string>;

/** The headers that the gateway ignores in an integration's response, once the API has a CORS configuration. */
export const CORS_HEADERS: ReadonlySet<string> = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'access-control-max-age',
]);

export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** The headers of a preflight's 204; none for an origin or a method that is not allowed. */
export function preflightHeaders(config: CorsConfiguration, headers: IncomingHttpHeaders): Headers {
  const { allowMethods = [], allowHeaders = [], maxAge } = config;
  const allowed = originHeaders(config, headers.origin);
  const method = String(headers['access-control-request-method']);
  if (allowed === undefined || !(allowMethods.includes('*') || allowMethods.includes(method))) return {};
  return {
    ...allowed,
    'access-control-allow-methods': allowMethods.join(','),
    ...(allowHeaders.length > 0 && { 'access-control-allow-headers': allowHeaders.join(',') }),
    ...(maxAge !== undefined && { 'access-control-max-age': String(maxAge) }),
  };
}

/** Adds to an integration's response to a request from another origin. */
export function responseHeaders(config: CorsConfiguration, origin: string | undefined): Headers {
  const allowed = originHeaders(config, origin);
  if (allowed === undefined) return {};
  const { exposeHeaders = [] } = config;
  return {
    ...allowed,
    ...(exposeHeaders.length > 0 && { 'access-control-expose-headers': exposeHeaders.join(',') }),
  };
}

function originHeaders(
  { allowOrigins = [] }: CorsConfiguration,
  origin: string | undefined,
): Headers | undefined {
  if (origin === undefined) return undefined;
  const every = allowOrigins.includes('*');
  if (!every && !allowOrigins.some((allowed) => fits(allowed, origin))) return undefined;
  return { 'access-control-allow-origin': every ? '*' : origin };
}

/** `https://*` allows every origin of its scheme. */
function fits(allowed: string, origin: string): boolean {
  return allowed.endsWith('://*') ? origin.startsWith(allowed.slice(0, -1)) : allowed === origin;
}
