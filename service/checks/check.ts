// The scheduled function: calls every host from outside (its name, certificate and response), and logs the results with
// their metric.
import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { whyNotGlobal } from '@petstore/custom-domains/preflight/global-address';

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

export interface CheckOptions {
  /** Of the whole check. */
  readonly timeoutMs: number;
  readonly now: () => number;
  /** By default, the system's resolver, for addresses of the public internet. */
  readonly lookup?: LookupFunction;
  /** PEM; by default, the public authorities. */
  readonly ca?: string;
}

/** The alarm of the certificate rings at 30: this is the last call. */
const FEWEST_DAYS = 14;
const DAY_MS = 86_400_000;

type CheckResult = Awaited<ReturnType<typeof check>>;

/** Never rejects; without a `failure` the host is as it should be. Node itself checks the certificate's chain and name. */
export async function check(target: Check, options: CheckOptions) {
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
  { timeoutMs, lookup = publicLookup, ca }: CheckOptions,
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

interface ChecksOptions {
  readonly checks: readonly Check[];
  readonly functionName: string;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly lookup?: LookupFunction;
}

/** With it, and a few checks at a time, 250 hosts that do not respond take less than the function's minute. */
const TIMEOUT_MS = 5_000;
const AT_ONCE = 25;

/** It never throws for a host: Lambda would run all of it again. */
export function createChecks({ checks, functionName, log, now, lookup }: ChecksOptions) {
  return async (): Promise<void> => {
    const results: CheckResult[] = [];
    for (let first = 0; first < checks.length; first += AT_ONCE) {
      const some = checks.slice(first, first + AT_ONCE);
      const run = (target: Check) => check(target, { timeoutMs: TIMEOUT_MS, now, lookup });
      results.push(...(await Promise.all(some.map(run))));
    }
    for (const result of results) log(JSON.stringify(lineOf(result, now())));
    log(JSON.stringify(metricOf(results, functionName, now())));
  };
}

function lineOf({ host, failure, ...rest }: CheckResult, now: number): object {
  const timestamp = new Date(now).toISOString();
  const message = failure === undefined ? `${host} is ok` : `${host}: ${failure}`;
  return { timestamp, level: failure === undefined ? 'INFO' : 'ERROR', message, host, failure, ...rest };
}

/** The embedded metric format: the function needs no right and no call for it.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
function metricOf(results: readonly CheckResult[], FunctionName: string, now: number): object {
  const metrics = [{ Name: 'FailedChecks', Unit: 'Count' }];
  return {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [{ Namespace: 'Petstore', Dimensions: [['FunctionName']], Metrics: metrics }],
    },
    FunctionName,
    FailedChecks: results.filter(({ failure }) => failure !== undefined).length,
  };
}

/** The owner of a host's zone chooses its addresses: one of the function's own network is not called. Node asks for all (`autoSelectFamily`). */
const publicLookup: LookupFunction = (host, options, done) =>
  systemLookup(host, { ...options, all: true }, (error, found = []) => {
    const [refused] = found.filter(({ address }) => whyNotGlobal(address));
    if (error) done(error, '');
    else if (refused)
      done(new Error(`${refused.address} is not called: ${whyNotGlobal(refused.address)}`), '');
    else done(null, found);
  });

/** Looks names up at a DNS server of our own choice, `address:port`: the local cloud's names exist nowhere else. */
export function lookupAt(server: string): LookupFunction {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  resolver.setServers([server]);
  const ofIpv4 = (address: string) => ({ address, family: 4 });
  return (host, _options, done) => {
    resolver.resolve4(host).then(
      (found) => done(null, found.map(ofIpv4)),
      (error: NodeJS.ErrnoException) => done(error, '', 4),
    );
  };
}
