// AWS Signature Version 4: the Authorization header of a request. Our own, as the client is: see client.ts.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHmac, hash } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface Scope {
  readonly region: string;
  readonly service: string;
}

/** A request to sign. `path` and `query` are in canonical form, header names in lower case. */
export interface SignableRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the request's headers with `x-amz-date` and `authorization` added; `now` is in ms since 1970. */
export type Signer = (request: SignableRequest, now: number) => Record<string, string>;

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function signingKey(secret: string, day: string, { region, service }: Scope): Buffer {
  return [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`) as Buffer;
}

/** `20150830T123600Z`. */
function amzDate(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function canonicalRequest(
  request: SignableRequest,
  headers: Record<string, string>,
  names: string[],
): string {
  const lines = names.map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}`);
  return [
    request.method,
    request.path,
    request.query,
    ...lines,
    '',
    names.join(';'),
    hash('sha256', request.body),
  ].join('\n');
}

/** A signer that reuses its derived key for a day, as AWS advises. */
export function createSigner(credentials: Credentials, scope: Scope): Signer {
  let day = '';
  let key: Buffer = Buffer.alloc(0);
  return (request, now) => {
    const date = amzDate(now);
    if (date.slice(0, 8) !== day) {
      day = date.slice(0, 8);
      key = signingKey(credentials.secretAccessKey, day, scope);
    }
    const headers: Record<string, string> = { ...request.headers, 'x-amz-date': date };
    if (credentials.sessionToken !== undefined) headers['x-amz-security-token'] = credentials.sessionToken;
    const names = Object.keys(headers).sort();
    const where = `${day}/${scope.region}/${scope.service}/aws4_request`;
    const digest = hash('sha256', canonicalRequest(request, headers, names));
    const signature = hmac(key, ['AWS4-HMAC-SHA256', date, where, digest].join('\n')).toString('hex');
    const credential = `Credential=${credentials.accessKeyId}/${where}`;
    headers.authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return headers;
  };
}
