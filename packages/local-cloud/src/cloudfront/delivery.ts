// Sends a response to a viewer: policy headers, compression, and a 304 where the viewer has it already.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CloudFrontConfiguration, MANAGED_CACHE_POLICIES } from './configuration.ts';
import type { CacheBehavior, ResponseHeadersPolicyInputs } from './inputs.ts';
import type { EdgeResponse } from './origin.ts';

type Encoding = 'br' | 'gzip';

/** Bytes: smaller and larger bodies are not compressed. */
const MIN_BYTES = 1_000;
const MAX_BYTES = 10_000_000;
/** A fast quality, as for a server under load: slower ones gain a few percent. */
const BROTLI_QUALITY = 5;

/** Those types of CloudFront's list that sites have. */
const COMPRESSIBLE = new Set([
  ...['javascript', 'json', 'manifest+json', 'xml'].map((type) => `application/${type}`),
  ...['css', 'csv', 'html', 'javascript', 'markdown', 'plain', 'xml'].map((type) => `text/${type}`),
  'image/svg+xml',
]);

/** `behavior`: undefined for a host of no distribution. */
export async function deliver(
  { headersPolicies }: CloudFrontConfiguration,
  behavior: CacheBehavior | undefined,
  answer: EdgeResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { headers, body } = await encode(behavior, answer, request);
  const policy = headersPolicies.get(behavior?.responseHeadersPolicyId ?? '');
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
async function encode(
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
    body: await compress(body, encoding),
  };
}

/** RFC 9110 13.1.2: weak comparison. */
function isFresh(request: IncomingMessage, { etag }: Readonly<Record<string, string>>): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').map(opaque).includes(opaque(etag));
}

function compressible(contentType: string, bytes: number): boolean {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES && COMPRESSIBLE.has(type);
}

/** Brotli where the viewer accepts both; undefined where it accepts neither. RFC 9110 12.5.3. */
function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const accepts = (encoding: Encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : undefined;
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body);
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

interface PolicyHeader {
  readonly header: string;
  readonly value: string;
  /** Whether it replaces the origin's header of that name. */
  readonly override: boolean;
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html */
function withPolicyHeaders(
  headers: Readonly<Record<string, string>>,
  policy: ResponseHeadersPolicyInputs | undefined,
): Record<string, string> {
  const result = { ...headers };
  for (const { header, value, override } of policy === undefined ? [] : policyHeaders(policy)) {
    const name = header.toLowerCase();
    if (override || result[name] === undefined) result[name] = value;
  }
  return result;
}

function policyHeaders(policy: ResponseHeadersPolicyInputs): PolicyHeader[] {
  const { securityHeadersConfig: security = {}, customHeadersConfig } = policy;
  const { contentSecurityPolicy: csp, contentTypeOptions, frameOptions: frame } = security;
  const { referrerPolicy: referrer, strictTransportSecurity: transport } = security;
  const header = (name: string, config: { override: boolean } | undefined, value = ''): PolicyHeader[] =>
    config === undefined ? [] : [{ header: name, value, override: config.override }];
  return [
    ...header('content-security-policy', csp, csp?.contentSecurityPolicy),
    ...header('x-content-type-options', contentTypeOptions, 'nosniff'),
    ...header('x-frame-options', frame, frame?.frameOption),
    ...header('referrer-policy', referrer, referrer?.referrerPolicy),
    ...header('strict-transport-security', transport, transport && transportSecurity(transport)),
    ...(customHeadersConfig?.items ?? []),
  ];
}

function transportSecurity(config: {
  readonly accessControlMaxAgeSec: number;
  readonly includeSubdomains: boolean;
  readonly preload: boolean;
}): string {
  const parts = [`max-age=${config.accessControlMaxAgeSec}`];
  if (config.includeSubdomains) parts.push('includeSubDomains');
  if (config.preload) parts.push('preload');
  return parts.join('; ');
}
