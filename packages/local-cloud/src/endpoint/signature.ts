// AWS Signature Version 4: the signature of a request, and its check, as the service makes it.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Identity } from '../iam/index.ts';
import { ServiceError } from '../service-error.ts';

interface Authorization {
  readonly accessKeyId: string;
  readonly scope: readonly [day: string, region: string, service: string];
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** Throws AWS's refusal of a request, which no service sees then, with that status. */
export function assertAuthentic(
  identity: Identity,
  request: IncomingMessage,
  body: Buffer,
  status: number,
): void {
  const refusal = (code: string, message: string) => new ServiceError(code, message, status);
  const authorization = parseAuthorization(request.headers.authorization);
  if (authorization === undefined)
    throw refusal('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  const caller = identity.caller(authorization.accessKeyId);
  if (caller === undefined || request.headers['x-amz-security-token'] !== caller.sessionToken)
    throw refusal('UnrecognizedClientException', 'The security token included in the request is invalid.');
  const [day] = authorization.scope;
  const wrong = (message: string) => refusal('InvalidSignatureException', message);
  if (!isTimely(String(request.headers['x-amz-date']), day, Date.now()))
    throw wrong(`The signature is not of these ${WINDOW_MS / 60_000} minutes.`);
  if (!isSignedBy(caller.secretAccessKey, authorization, request, body))
    throw wrong('The request signature we calculated does not match the signature you provided.');
}

/** Undefined where the header is absent or is not a complete Signature Version 4. */
export function parseAuthorization(header = ''): Authorization | undefined {
  const match =
    /^AWS4-HMAC-SHA256 +Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/([^/,]+)\/aws4_request, *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      header.trim(),
    );
  if (match === null) return undefined;
  const [, accessKeyId = '', day = '', region = '', service = '', names = '', signature = ''] = match;
  return { accessKeyId, scope: [day, region, service], signedHeaders: names.split(';'), signature };
}

/** Whether the request was signed with `secret`; the signed headers must include its host. */
function isSignedBy(
  secret: string,
  { scope, signedHeaders, signature }: Authorization,
  request: IncomingMessage,
  body: Buffer,
): boolean {
  if (!signedHeaders.includes('host')) return false;
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  const headers = signedHeaders.map((name) => `${name}:${headerValue(request, name)}`);
  // Every service but S3 encodes the path of the URL once more.
  const uri = path.replaceAll('%', '%25');
  const start = [request.method, uri, query.split('&').sort().join('&'), ...headers, ''];
  const canonical = [...start, signedHeaders.join(';'), hash('sha256', body)];
  const time = headerValue(request, 'x-amz-date');
  const parts = [...scope, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, parts.join('/'), hash('sha256', canonical.join('\n'))].join('\n');
  const expected = hmac(parts.reduce(hmac, Buffer.from(`AWS4${secret}`)), text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function headerValue(request: IncomingMessage, name: string): string {
  return [request.headers[name] ?? '']
    .flat()
    .map((value) => value.trim().replace(/ +/g, ' '))
    .join(',');
}

const WINDOW_MS = 15 * 60_000;

// So that a captured request cannot be sent again later: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html
/** `signedAt`: the header x-amz-date (`20150830T123600Z`). `day`: of the credential scope. `now`: ms since the epoch. */
export function isTimely(signedAt: string, day: string, now: number): boolean {
  const extended = signedAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (extended === signedAt || signedAt.slice(0, 8) !== day) return false;
  return Math.abs(Date.parse(extended) - now) <= WINDOW_MS;
}
