// AWS Signature Version 4, checked as the service does: what was signed is what arrived.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Authorization {
  readonly accessKeyId: string;
  /** `20150830/eu-west-1/dynamodb`, without the terminator. */
  readonly scope: readonly [day: string, region: string, service: string];
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** Undefined where the header is absent or is no complete Signature Version 4. */
export function parseAuthorization(header: string | undefined): Authorization | undefined {
  const match =
    /^AWS4-HMAC-SHA256 +Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/([^/,]+)\/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      header?.trim() ?? '',
    );
  if (match === null) return undefined;
  const [, accessKeyId = '', day = '', region = '', service = '', names = '', signature = ''] = match;
  return { accessKeyId, scope: [day, region, service], signedHeaders: names.split(';'), signature };
}

/** Whether `secret` made the signature over this request, which must include its host. */
export function isSignedBy(
  secret: string,
  { scope, signedHeaders, signature }: Authorization,
  request: IncomingMessage,
  body: Buffer,
): boolean {
  if (!signedHeaders.includes('host')) return false;
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${headerValue(request, name)}`),
    '',
    signedHeaders.join(';'),
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const credentialScope = [...scope, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', headerValue(request, 'x-amz-date'), credentialScope, hash].join('\n');
  const expected = hmac(signingKey(secret, scope), text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** Derived once a day for each key that calls; a few at a time, so that old ones make room. */
const signingKeys = new Map<string, KeyObject>();
const MAX_SIGNING_KEYS = 64;

function signingKey(secret: string, scope: readonly string[]): KeyObject {
  const name = [secret, ...scope].join('/');
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  if (signingKeys.size >= MAX_SIGNING_KEYS) signingKeys.clear();
  const derived = createSecretKey([...scope, 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secret}`)));
  signingKeys.set(name, derived);
  return derived;
}

function hmac(key: Buffer | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function headerValue(request: IncomingMessage, name: string): string {
  return [request.headers[name] ?? '']
    .flat()
    .map((value) => value.trim().replace(/ +/g, ' '))
    .join(',');
}
