// Sends a response to a viewer: with the policy's headers, and a 304 where the viewer has it already. Nothing is compressed,
// as by CloudFront itself where it has no time to (developer guide, "Serve compressed files").
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseHeadersPolicyInputs } from './inputs.ts';
import type { EdgeResponse } from './origin.ts';

/** `policy`: undefined for a behavior without one, and for a host of no distribution. */
export function deliver(
  policy: ResponseHeadersPolicyInputs | undefined,
  { status, statusText, headers, etag, body, xCache }: EdgeResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const all = {
    ...(policy === undefined ? headers : withPolicyHeaders(headers, policy)),
    ...(etag !== undefined && { etag }),
    date: new Date().toUTCString(),
    server: 'CloudFront',
    via: '1.1 local.cloudfront.localhost (CloudFront)',
    'x-amz-cf-id': randomBytes(42).toString('base64url'),
    'x-cache': `${xCache} from cloudfront`,
  };
  if (status === 200 && isFresh(request, etag)) {
    response.writeHead(304, all).end();
    return;
  }
  response.writeHead(status, statusText, { ...all, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** RFC 9110 13.1.2: weak comparison. */
function isFresh(request: IncomingMessage, etag: string | undefined): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').map(opaque).includes(etag);
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html */
function withPolicyHeaders(
  headers: Readonly<Record<string, string>>,
  { securityHeadersConfig: security = {}, customHeadersConfig }: ResponseHeadersPolicyInputs,
): Record<string, string> {
  const { contentSecurityPolicy: csp, contentTypeOptions, frameOptions: frame } = security;
  const { referrerPolicy: referrer, strictTransportSecurity: transport } = security;
  const given: [name: string, config: { override: boolean } | undefined, value: string | undefined][] = [
    ['content-security-policy', csp, csp?.contentSecurityPolicy],
    ['x-content-type-options', contentTypeOptions, 'nosniff'],
    ['x-frame-options', frame, frame?.frameOption],
    ['referrer-policy', referrer, referrer?.referrerPolicy],
    ['strict-transport-security', transport, `max-age=${transport?.accessControlMaxAgeSec}`],
  ];
  for (const item of customHeadersConfig?.items ?? [])
    given.push([item.header.toLowerCase(), item, item.value]);
  const result = { ...headers };
  // `override`: whether it replaces the origin's header of that name.
  for (const [name, config, value = ''] of given)
    if (config?.override || (config !== undefined && result[name] === undefined)) result[name] = value;
  return result;
}
