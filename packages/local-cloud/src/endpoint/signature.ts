// AWS Signature Version 4: the signature of a request, and its check, as the service makes it.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { format } from './signature-time.ts';

export interface Authorization {
  readonly accessKeyId: string;
  /** `20150830/eu-west-1/dynamodb`, without the terminator. */
  readonly scope: readonly [day: string, region: string, service: string];
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** Undefined where the header is absent or is not a complete Signature Version 4. */
export function parseAuthorization(header: string | undefined): Authorization | undefined {
  const match =
    /^AWS4-HMAC-SHA256 +Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/([^/,]+)\/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      header?.trim() ?? '',
    );
  if (match === null) return undefined;
  const [, accessKeyId = '', day = '', region = '', service = '', names = '', signature = ''] = match;
  return { accessKeyId, scope: [day, region, service], signedHeaders: names.split(';'), signature };
}

/** Whether the request was signed with `secret`; the signed headers must include its host. */
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
    sha256(body),
  ];
  const expected = signatureOf(secret, scope, headerValue(request, 'x-amz-date'), canonical);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The headers, which must include the host, with the signature of a POST to `/`. */
export function signedHeaders(
  { accessKeyId, secretAccessKey }: SigningKey,
  region: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const time = format(Date.now());
  const all: Record<string, string> = { ...headers, 'x-amz-date': time };
  const names = Object.keys(all).sort();
  const scope = [time.slice(0, 8), region, 'dynamodb'] as const;
  const lines = ['POST', '/', '', ...names.map((name) => `${name}:${all[name]}`), '', names.join(';')];
  const signature = signatureOf(secretAccessKey, scope, time, [...lines, sha256(body)]).toString('hex');
  const credential = [accessKeyId, ...scope, 'aws4_request'].join('/');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...all, authorization };
}

function signatureOf(
  secret: string,
  scope: readonly string[],
  time: string,
  canonical: readonly unknown[],
): Buffer {
  const credentialScope = [...scope, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', time, credentialScope, sha256(canonical.join('\n'))].join('\n');
  return hmac(signingKey(secret, scope), text);
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');

/** Signing keys by secret and scope: each is derived once a day. */
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
