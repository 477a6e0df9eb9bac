// What responds for a host at an address that it shares with its target: DNS shows the addresses of an alias, and not its target.
import { request } from 'node:https';
import { checkServerIdentity, type TLSSocket } from 'node:tls';
import type { HostSpec } from '../../dns-hosts/zone.ts';

/**
 * - `none`: the server there does not have the host.
 * - `unknown`: there was no response, or one that does not show which service it is from.
 */
export type Responder = HostSpec['target'] | 'none' | 'unknown';

export interface ResponderQuestion {
  readonly host: string;
  /** The host's and the target's: whoever owns the zone did not choose it alone. */
  readonly address: string;
  readonly port: number;
  /** What is expected to respond. */
  readonly expected: HostSpec['target'];
}

const TIMEOUT_MS = 3000;

/**
 * In every response, with the id of its request; no origin or integration of the stack sets them. CloudFront Developer Guide, standard
 * logging reference, x-edge-request-id. HTTP APIs: names with `apigw-` are reserved (API Gateway Developer Guide, parameter mapping).
 */
const HEADERS = { gateway: 'apigw-requestid', distribution: 'x-amz-cf-id' } as const;

/** Alerts that end a handshake for want of the name: handshake_failure (40) of CloudFront, unrecognized_name (112, RFC 6066 3). */
const REFUSED = /SSL alert number (40|112)\b/;

/** One `HEAD /`, by the host's name. No credential is sent, so that the certificate's authority does not matter. Never rejects. */
export function observeResponder({ host, address, port, expected }: ResponderQuestion): Promise<Responder> {
  return new Promise((resolve) => {
    const sent = request({
      ...{ host: address, port, path: '/', method: 'HEAD', servername: host },
      headers: { host: port === 443 ? host : `${host}:${port}`, 'user-agent': 'custom-domains' },
      ...{ rejectUnauthorized: false, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) },
    });
    sent.on('response', (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate();
      const isOther = checkServerIdentity(host, certificate) !== undefined;
      resolve(isOther ? 'none' : serviceOf(response.headers, expected));
      response.destroy();
    });
    sent.on('error', ({ message }) => resolve(REFUSED.test(message) ? 'none' : 'unknown'));
    sent.end();
  });
}

/** A distribution in front of a gateway, or a gateway behind one, has both headers. */
function serviceOf(headers: Readonly<Record<string, unknown>>, expected: HostSpec['target']): Responder {
  const kinds = [expected, expected === 'gateway' ? 'distribution' : 'gateway'] as const;
  return kinds.find((kind) => headers[HEADERS[kind]] !== undefined) ?? 'unknown';
}
