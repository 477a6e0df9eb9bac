// One check of a host from outside: its name, its certificate, and its response to one request.
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';

export interface Check {
  readonly host: string;
  /** 443 by default. */
  readonly port?: number;
  readonly path: string;
  /** The status that the host must respond with. */
  readonly status: number;
  /** Of a redirect: where it must lead to. */
  readonly location?: string;
}

export interface CheckResult {
  readonly host: string;
  /** Undefined: the host is as it should be. */
  readonly failure?: string;
  readonly status?: number;
  /** Whole days until the certificate ends. */
  readonly daysLeft?: number;
  readonly ms: number;
}

export interface CheckOptions {
  /** Of the whole check. */
  readonly timeoutMs: number;
  readonly now: () => number;
  /** By default, the system's resolver. */
  readonly lookup?: LookupFunction;
  /** PEM; by default, the public authorities. */
  readonly ca?: string;
}

/** ACM renews 60 days before the end, and the alarm of the certificate rings at 30: this is the last call. */
const FEWEST_DAYS = 14;
const DAY_MS = 86_400_000;

/** Never rejects. Node itself checks the certificate's chain and name. */
export async function check(target: Check, options: CheckOptions): Promise<CheckResult> {
  const { host } = target;
  const started = options.now();
  const ms = () => options.now() - started;
  try {
    const { status, location, validTo } = await ask(target, options);
    const daysLeft = Math.floor((Date.parse(validTo) - options.now()) / DAY_MS);
    return { host, failure: failureOf(target, status, location, daysLeft), status, daysLeft, ms: ms() };
  } catch (error) {
    return { host, failure: reasonOf(error as Error), ms: ms() };
  }
}

function failureOf(
  target: Check,
  status: number | undefined,
  location: string | undefined,
  daysLeft: number,
): string | undefined {
  if (status !== target.status) return `status ${status}, not ${target.status}`;
  if (target.location !== undefined && location !== target.location)
    return `leads to ${location ?? 'nowhere'}, not to ${target.location}`;
  if (daysLeft < FEWEST_DAYS) return `its certificate ends in ${daysLeft} days`;
  return undefined;
}

function ask(
  { host, port = 443, path }: Check,
  { timeoutMs, lookup, ca }: CheckOptions,
): Promise<{ status: number | undefined; location: string | undefined; validTo: string }> {
  return new Promise((resolve, reject) => {
    // A connection of its own, so that each check has a handshake.
    const signal = AbortSignal.timeout(timeoutMs);
    const asked = request(
      { host, port, path, lookup, ca, signal, agent: false },
      (response: IncomingMessage) => {
        const { valid_to: validTo } = (response.socket as TLSSocket).getPeerCertificate();
        resolve({ status: response.statusCode, location: response.headers.location, validTo });
        response.destroy();
      },
    );
    asked.once('error', (error) => {
      reject(signal.aborted ? new Error(`no response within ${timeoutMs} ms`) : error);
    });
    asked.end();
  });
}

/** Node's code says more than its message: `CERT_HAS_EXPIRED`, `ENOTFOUND`. */
function reasonOf(error: Error & { code?: string }): string {
  return error.code === undefined ? error.message : `${error.code}: ${error.message}`;
}
