// One request at the edge: protocol and method, the function, the origin, the response to the viewer.
// Nothing is kept between requests, so a deployment is visible at once and nothing needs invalidation.
// (CloudFront caches a page for at least one second, and hashed files for a year.)
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostOf } from '../ingress/requests.ts';
import type { CloudFrontDeps, StoredDistribution } from './configuration.ts';
import { deliver } from './delivery.ts';
import { type FunctionResponse, runViewerFunction } from './function-runtime.ts';
import { type EdgeResponse, errorPage, readOrigin } from './origin.ts';
import { readRequest, type ViewerRequest, viewerEvent } from './viewer-event.ts';

/** Every request gets a response; an unexpected error is a 500 and a line in the log. */
export type ServeEdge = (
  scheme: 'https' | 'http',
  request: IncomingMessage,
  response: ServerResponse,
) => void;

/** Also of a host that is not an alias of any distribution: https://repost.aws/knowledge-center/resolve-cloudfront-bad-request-error */
const BAD_REQUEST = 'Bad request.';

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
    if (scheme === 'http' && policy === 'https-only') return errorPage(403, BAD_REQUEST);
    if (scheme === 'http' && policy === 'redirect-to-https') return redirect(request, viewer);
    if (!allowedMethods.includes(viewer.method))
      return errorPage(
        403,
        'This distribution is not configured to allow the HTTP request method that was used for this request.',
      );
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
    return errorPage(
      outcome.status,
      'The CloudFront function associated with the CloudFront distribution is invalid or could not run.',
      'FunctionExecutionError',
    );
  }

  return (scheme, request, response) => {
    request.resume();
    const viewer = readRequest(request);
    const url = `${viewer.method} ${scheme}://${viewer.host}${viewer.path}`;
    try {
      const distribution = configuration.byHost(hostOf(request));
      const answer =
        distribution === undefined
          ? errorPage(403, BAD_REQUEST)
          : respond(distribution, scheme, request, viewer);
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
