// One request at the edge: protocol and method, the function, the origin, the response to the viewer.
// Nothing is kept between requests, so a deployment is visible at once and nothing needs invalidation.
// (CloudFront caches a page for at least one second, and hashed files for a year.)
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostOf } from '../ingress/requests.ts';
import type { CloudFrontDeps, StoredDistribution } from './configuration.ts';
import { type FunctionResponse, runViewerFunction } from './function-runtime.ts';
import type { ResponseHeadersPolicyInputs } from './inputs.ts';
import { type EdgeResponse, errorPage, readOrigin } from './origin.ts';

/** Every request gets a response; an unexpected error is a 500 and a line in the log. */
export type ServeEdge = (
  scheme: 'https' | 'http',
  request: IncomingMessage,
  response: ServerResponse,
) => void;

export function createEdge({ context, ingress, configuration, buckets }: CloudFrontDeps): ServeEdge {
  function respond(
    distribution: StoredDistribution,
    scheme: 'https' | 'http',
    request: IncomingMessage,
    viewer: ViewerRequest,
  ): EdgeResponse {
    const { enabled, defaultCacheBehavior: behavior } = distribution.inputs;
    const { viewerProtocolPolicy: policy, allowedMethods } = behavior;
    if (!enabled) return errorPage(403, "The distribution you're trying to access is disabled.");
    if (scheme === 'http' && policy === 'https-only') return errorPage(403, 'Bad request.');
    if (scheme === 'http' && policy === 'redirect-to-https') return redirect(request, viewer);
    if (!allowedMethods.includes(viewer.method))
      return errorPage(403, 'This distribution is not configured to allow the HTTP request method.');
    const [association] = behavior.functionAssociations ?? [];
    if (association === undefined) return readOrigin(buckets, distribution, viewer.path);
    return functionResponse(distribution, association.functionArn, request, viewer);
  }

  /** A redirect to https keeps the method of a request that is not a GET or HEAD (307). */
  function redirect(request: IncomingMessage, viewer: ViewerRequest): EdgeResponse {
    const { httpsPort } = ingress;
    const host = `${viewer.host.replace(/:\d+$/, '')}${httpsPort === 443 ? '' : `:${httpsPort}`}`;
    const status = viewer.method === 'GET' || viewer.method === 'HEAD' ? 301 : 307;
    const location = `https://${host}${request.url ?? '/'}`;
    return { ...errorPage(status, 'Moved.', 'Redirect'), headers: { location } };
  }

  function functionResponse(
    distribution: StoredDistribution,
    functionArn: string,
    request: IncomingMessage,
    viewer: ViewerRequest,
  ): EdgeResponse {
    const { code = '', keyValueStoreAssociations: [store] = [] } =
      configuration.functionByArn(functionArn)?.inputs ?? {};
    const event = viewerEvent(distribution, request, viewer);
    const outcome = runViewerFunction(code, event, viewer.query, configuration.pairsOf(store));
    for (const line of outcome.lines) context.log('cloudfront function', line);
    if (outcome.kind === 'request') return readOrigin(buckets, distribution, outcome.uri);
    if (outcome.kind === 'response') return generated(outcome.response);
    context.log('cloudfront function', `${functionArn} failed: ${outcome.reason}`);
    const message = 'The CloudFront function is invalid or could not run.';
    return errorPage(outcome.status, message, 'FunctionExecutionError');
  }

  return (scheme, request, response) => {
    request.resume();
    const viewer = readRequest(request);
    const url = `${viewer.method} ${scheme}://${viewer.host}${viewer.path}`;
    try {
      const distribution = configuration.byHost(hostOf(request));
      // https://repost.aws/knowledge-center/resolve-cloudfront-bad-request-error
      const answer = distribution
        ? respond(distribution, scheme, request, viewer)
        : errorPage(403, 'Bad request.');
      const policyId = distribution?.inputs.defaultCacheBehavior.responseHeadersPolicyId;
      const policy = configuration.headersPolicies.get(policyId ?? '');
      deliver(policy?.inputs, answer, request, response);
      context.log('access', `${url} ${answer.status}`);
    } catch (error) {
      context.log('cloudfront', `${url} failed: ${String(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  };
}

function generated({ statusCode, statusDescription, headers, body }: FunctionResponse): EdgeResponse {
  const bytes =
    typeof body === 'object' ? Buffer.from(body.data, body.encoding === 'text' ? 'utf8' : 'base64') : body;
  return {
    status: statusCode,
    statusText: statusDescription,
    headers: Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value])),
    body: Buffer.from(bytes ?? ''),
    xCache: 'FunctionGeneratedResponse',
  };
}

interface ViewerRequest {
  readonly method: string;
  readonly path: string;
  /** Without the `?`; undefined where there is none. */
  readonly query: string | undefined;
  readonly host: string;
}

function readRequest(request: IncomingMessage): ViewerRequest {
  const { method = 'GET', url = '/', headers } = request;
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = at < 0 ? undefined : url.slice(at + 1);
  return { method, path, query, host: (headers.host ?? '').toLowerCase() };
}

function viewerEvent(
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

// The response to a viewer. Nothing is compressed, as by CloudFront itself where it has no time to ("Serve compressed files").

/** `policy`: undefined for a behavior without one, and for a host of no distribution. */
function deliver(
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
