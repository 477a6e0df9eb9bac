// Who sent a request to an API of the local cloud: the caller whose secret signed it.
import type { IncomingMessage } from 'node:http';
import type { Caller, Identity } from '../iam/index.ts';
import { isSignedBy, parseAuthorization } from './signature.ts';
import { refusedTime } from './signature-time.ts';

/** AWS's refusal of a request before any service sees it. */
export interface Unauthenticated {
  readonly code: string;
  readonly message: string;
}

export function authenticate(
  identity: Pick<Identity, 'caller'>,
  request: IncomingMessage,
  body: Buffer,
): Caller | Unauthenticated {
  const authorization = parseAuthorization(request.headers.authorization);
  if (authorization === undefined) {
    return refusal('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  }
  const caller = identity.caller(authorization.accessKeyId);
  if (caller === undefined || request.headers['x-amz-security-token'] !== caller.sessionToken) {
    return refusal('UnrecognizedClientException', 'The security token included in the request is invalid.');
  }
  const [day] = authorization.scope;
  const refusedAt = refusedTime(String(request.headers['x-amz-date'] ?? ''), day, Date.now());
  if (refusedAt !== undefined) return refusal('InvalidSignatureException', refusedAt);
  if (!isSignedBy(caller.secretAccessKey, authorization, request, body)) {
    return refusal(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided. ' +
        'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
    );
  }
  return caller;
}

function refusal(code: string, message: string): Unauthenticated {
  return { code, message };
}
