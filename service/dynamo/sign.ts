// AWS Signature Version 4: the Authorization header of a request. Our own, as the client is: see client.ts.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHmac, hash } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The headers with `x-amz-date`, the session's token and `authorization` added. */
export type Signer = (headers: Readonly<Record<string, string>>, body: string, now: number) => SignedHeaders;
type SignedHeaders = Record<string, string>;

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** `20150830T123600Z`; `now` is in ms since 1970. */
function amzDate(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Signs `POST /`, with header names in lower case and values without a space at an end. It reuses its derived key for a
 * day, as AWS advises. */
export function createSigner(credentials: Credentials, region: string, service: string): Signer {
  let day = '';
  let key: Buffer = Buffer.alloc(0);
  return (given, body, now) => {
    const date = amzDate(now);
    if (date.slice(0, 8) !== day) {
      day = date.slice(0, 8);
      key = [day, region, service, 'aws4_request'].reduce(
        hmac,
        Buffer.from(`AWS4${credentials.secretAccessKey}`),
      );
    }
    const headers: SignedHeaders = { ...given, 'x-amz-date': date };
    if (credentials.sessionToken !== undefined) headers['x-amz-security-token'] = credentials.sessionToken;
    const names = Object.keys(headers).sort();
    const lines = names.map((name) => `${name}:${headers[name]}`);
    const request = ['POST', '/', '', ...lines, '', names.join(';'), hash('sha256', body)].join('\n');
    const scope = `${day}/${region}/${service}/aws4_request`;
    const signed = ['AWS4-HMAC-SHA256', date, scope, hash('sha256', request)].join('\n');
    const signature = hmac(key, signed).toString('hex');
    const credential = `Credential=${credentials.accessKeyId}/${scope}`;
    headers.authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return headers;
  };
}
