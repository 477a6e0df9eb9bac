// Sends a response to a viewer: policy headers, compression, and a 304 where the viewer has it already.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MANAGED_CACHE_POLICIES } from './cache-policies.ts';
import { Compressor, chooseEncoding, compressible } from './compress.ts';
import type { CloudFrontConfiguration } from './configuration.ts';
import type { CacheBehavior } from './distribution-inputs.ts';
import type { EdgeResponse } from './edge-response.ts';
import { withPolicyHeaders } from './policy-headers.ts';

export class Delivery {
  readonly #configuration: CloudFrontConfiguration;
  readonly #compressor = new Compressor();

  constructor(configuration: CloudFrontConfiguration) {
    this.#configuration = configuration;
  }

  async send(
    behavior: CacheBehavior | undefined,
    answer: EdgeResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { headers, body } = await this.#encode(behavior, answer, request);
    const policy = this.#configuration.headersPolicies.get(behavior?.responseHeadersPolicyId ?? '');
    const all = {
      ...withPolicyHeaders(headers, policy?.inputs),
      date: new Date().toUTCString(),
      server: 'CloudFront',
      via: '1.1 local.cloudfront.localhost (CloudFront)',
      'x-amz-cf-id': randomBytes(42).toString('base64url'),
      'x-cache': `${answer.xCache} from cloudfront`,
    };
    if (answer.status === 200 && isFresh(request, headers)) {
      response.writeHead(304, all).end();
      return;
    }
    response.writeHead(answer.status, answer.statusText, { ...all, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** A compressed body has a weak ETag: the strong one identifies the uncompressed bytes. */
  async #encode(
    behavior: CacheBehavior | undefined,
    { headers, body, etag }: EdgeResponse,
    request: IncomingMessage,
  ) {
    if (etag === undefined) return { headers, body };
    const compresses =
      behavior?.compress === true && MANAGED_CACHE_POLICIES[behavior.cachePolicyId]?.compresses === true;
    if (!compresses || !compressible(headers['content-type'] ?? '', body.length))
      return { headers: { ...headers, etag }, body };
    const varying = { ...headers, etag, vary: 'Accept-Encoding' };
    const encoding = chooseEncoding(request.headersDistinct['accept-encoding']?.join(','));
    if (encoding === undefined) return { headers: varying, body };
    return {
      headers: { ...varying, etag: `W/${etag}`, 'content-encoding': encoding },
      body: await this.#compressor.compress(etag, body, encoding),
    };
  }
}

/** RFC 9110 13.1.2: weak comparison. */
function isFresh(request: IncomingMessage, { etag }: Readonly<Record<string, string>>): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').map(opaque).includes(opaque(etag));
}
