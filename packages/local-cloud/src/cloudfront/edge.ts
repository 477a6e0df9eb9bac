// One request at the edge: protocol and method, the function, the origin, then what goes back to the viewer.
// Nothing is kept between requests but compressed bodies, so a deploy is seen at once and there is nothing to
// invalidate. (CloudFront keeps a page one second at least, and what is hashed for its year.)
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloudContext } from '../context.ts';
import type { Ingress } from '../interfaces.ts';
import type { StoredDistribution } from './configuration.ts';
import { Delivery } from './delivery.ts';
import { type Answer, errorPage } from './edge-response.ts';
import { type FunctionResponse, runViewerFunction } from './function-runtime.ts';
import { askOrigin, type OriginDeps } from './origin.ts';
import { readRequest, type ViewerRequest, viewerEvent } from './viewer-event.ts';

export interface EdgeDeps extends OriginDeps {
  readonly context: CloudContext;
  readonly ingress: Ingress;
}

/**
 * https://repost.aws/knowledge-center/resolve-cloudfront-bad-request-error: what a host gets that is no alternate domain
 * name of any distribution.
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
   * Answers whatever happens; a fault of the CDN itself is a 500 and a line in the log. `id`: of the distribution that
   * has the request's host; undefined: none has.
   */
  async serve(
    id: string | undefined,
    scheme: 'https' | 'http',
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    request.resume();
    const viewer = readRequest(request);
    try {
      const distribution = id === undefined ? undefined : this.#deps.configuration.distributions.get(id);
      const answer =
        id === undefined || distribution === undefined
          ? errorPage(403, UNKNOWN_HOST)
          : this.#answer(id, distribution, scheme, request, viewer);
      await this.#delivery.send(distribution?.inputs.defaultCacheBehavior, answer, request, response);
      this.#deps.context.log(
        'access',
        `${viewer.method} ${scheme}://${viewer.host}${viewer.path} ${answer.status}`,
      );
    } catch (error) {
      this.#deps.context.log(
        'cloudfront',
        `${viewer.method} ${viewer.host}${viewer.path} failed: ${String(error)}`,
      );
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  }

  #answer(
    id: string,
    distribution: StoredDistribution,
    scheme: 'https' | 'http',
    request: IncomingMessage,
    viewer: ViewerRequest,
  ): Answer {
    const { enabled, defaultCacheBehavior: behavior } = distribution.inputs;
    if (!enabled) return errorPage(403, "The distribution you're trying to access is disabled.");
    if (scheme === 'http' && behavior.viewerProtocolPolicy !== 'allow-all')
      return this.#plainAnswer(behavior.viewerProtocolPolicy, request, viewer);
    if (!behavior.allowedMethods.some((method) => method === viewer.method))
      return errorPage(
        403,
        'This distribution is not configured to allow the HTTP request method that was used for this request.',
      );
    const [association] = behavior.functionAssociations;
    if (association === undefined) return askOrigin(this.#deps, distribution, viewer.path);
    return this.#functionAnswer(id, distribution, association.functionArn, request, viewer);
  }

  /** CloudFront keeps the method of what is not a GET or HEAD (307). */
  #plainAnswer(
    policy: 'https-only' | 'redirect-to-https',
    request: IncomingMessage,
    viewer: ViewerRequest,
  ): Answer {
    if (policy === 'https-only') return errorPage(403, 'Bad request.');
    const { httpsPort } = this.#deps.ingress;
    const host = `${viewer.host.replace(/:\d+$/, '')}${httpsPort === 443 ? '' : `:${httpsPort}`}`;
    const status = viewer.method === 'GET' || viewer.method === 'HEAD' ? 301 : 307;
    const location = `https://${host}${request.url ?? '/'}`;
    return { ...errorPage(status, 'Moved.', 'Redirect'), headers: { location } };
  }

  #functionAnswer(
    id: string,
    distribution: StoredDistribution,
    functionArn: string,
    request: IncomingMessage,
    viewer: ViewerRequest,
  ): Answer {
    const { configuration, context } = this.#deps;
    const code = configuration.functionByArn(functionArn)?.inputs.code ?? '';
    const outcome = runViewerFunction(code, viewerEvent(distribution, id, request, viewer), viewer.query);
    for (const line of outcome.lines) context.log('cloudfront function', line);
    if (outcome.kind === 'request') return askOrigin(this.#deps, distribution, outcome.uri);
    if (outcome.kind === 'response') return generated(outcome.response);
    context.log('cloudfront function', `${functionArn} failed: ${outcome.reason}`);
    return errorPage(
      outcome.status,
      'The CloudFront function associated with the CloudFront distribution is invalid or could not run.',
      'FunctionExecutionError',
    );
  }
}

function generated({ statusCode, statusDescription, headers, body }: FunctionResponse): Answer {
  const bytes =
    typeof body === 'object' ? Buffer.from(body.data, body.encoding === 'text' ? 'utf8' : 'base64') : body;
  const flat = Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
  return {
    status: statusCode,
    statusText: statusDescription,
    headers: flat,
    body: Buffer.from(bytes ?? ''),
    xCache: 'FunctionGeneratedResponse',
  };
}
