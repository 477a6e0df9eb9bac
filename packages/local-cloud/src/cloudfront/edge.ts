// One request at the edge: protocol and method, the function, the origin, the response to the viewer.
// Only compressed bodies are kept between requests, so a deployment is visible at once and nothing needs invalidation.
// (CloudFront caches a page for at least one second, and hashed files for a year.)
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloudContext } from '../context.ts';
import type { Ingress } from '../interfaces.ts';
import type { StoredDistribution } from './configuration.ts';
import { Delivery } from './delivery.ts';
import { type EdgeResponse, errorPage } from './edge-response.ts';
import { type FunctionResponse, runViewerFunction } from './function-runtime.ts';
import { type OriginDeps, readOrigin } from './origin.ts';
import { readRequest, type ViewerRequest, viewerEvent } from './viewer-event.ts';

export interface EdgeDeps extends OriginDeps {
  readonly context: CloudContext;
  readonly ingress: Ingress;
}

/**
 * The response to a host that is not an alias of any distribution:
 * https://repost.aws/knowledge-center/resolve-cloudfront-bad-request-error
 */
const UNKNOWN_HOST = 'Bad request.';

export class Edge {
  readonly #deps: EdgeDeps;
  readonly #delivery: Delivery;

  constructor(deps: EdgeDeps) {
    this.#deps = deps;
    this.#delivery = new Delivery(deps.configuration);
  }

  /**
   * Every request gets a response; an unexpected error is a 500 and a line in the log. `id`: of the distribution that
   * has the request's host; undefined where none has it.
   */
  async serve(
    id: string | undefined,
    scheme: 'https' | 'http',
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    request.resume();
    const { configuration, context } = this.#deps;
    const viewer = readRequest(request);
    const url = `${viewer.method} ${scheme}://${viewer.host}${viewer.path}`;
    try {
      const distribution = configuration.distributions.get(id ?? '');
      const answer =
        distribution === undefined
          ? errorPage(403, UNKNOWN_HOST)
          : this.#respond(distribution, scheme, request, viewer);
      await this.#delivery.send(distribution?.inputs.defaultCacheBehavior, answer, request, response);
      context.log('access', `${url} ${answer.status}`);
    } catch (error) {
      context.log('cloudfront', `${url} failed: ${String(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  }

  #respond(
    distribution: StoredDistribution,
    scheme: 'https' | 'http',
    request: IncomingMessage,
    viewer: ViewerRequest,
  ): EdgeResponse {
    const { enabled, defaultCacheBehavior: behavior } = distribution.inputs;
    if (!enabled) return errorPage(403, "The distribution you're trying to access is disabled.");
    if (scheme === 'http' && behavior.viewerProtocolPolicy === 'https-only')
      return errorPage(403, 'Bad request.');
    if (scheme === 'http' && behavior.viewerProtocolPolicy === 'redirect-to-https')
      return this.#redirect(request, viewer);
    if (!behavior.allowedMethods.includes(viewer.method))
      return errorPage(
        403,
        'This distribution is not configured to allow the HTTP request method that was used for this request.',
      );
    const [association] = behavior.functionAssociations;
    if (association === undefined) return readOrigin(this.#deps, distribution, viewer.path);
    return this.#functionResponse(distribution, association.functionArn, request, viewer);
  }

  /** A redirect to https keeps the method of a request that is not a GET or HEAD (307). */
  #redirect(request: IncomingMessage, viewer: ViewerRequest): EdgeResponse {
    const { httpsPort } = this.#deps.ingress;
    const host = `${viewer.host.replace(/:\d+$/, '')}${httpsPort === 443 ? '' : `:${httpsPort}`}`;
    const status = viewer.method === 'GET' || viewer.method === 'HEAD' ? 301 : 307;
    const location = `https://${host}${request.url ?? '/'}`;
    return { ...errorPage(status, 'Moved.', 'Redirect'), headers: { location } };
  }

  #functionResponse(
    distribution: StoredDistribution,
    functionArn: string,
    request: IncomingMessage,
    viewer: ViewerRequest,
  ): EdgeResponse {
    const { configuration, context } = this.#deps;
    const code = configuration.functionByArn(functionArn)?.inputs.code ?? '';
    const outcome = runViewerFunction(code, viewerEvent(distribution, request, viewer), viewer.query);
    for (const line of outcome.lines) context.log('cloudfront function', line);
    if (outcome.kind === 'request') return readOrigin(this.#deps, distribution, outcome.uri);
    if (outcome.kind === 'response') return generated(outcome.response);
    context.log('cloudfront function', `${functionArn} failed: ${outcome.reason}`);
    return errorPage(
      outcome.status,
      'The CloudFront function associated with the CloudFront distribution is invalid or could not run.',
      'FunctionExecutionError',
    );
  }
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
