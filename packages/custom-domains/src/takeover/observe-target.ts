// Where a host's CNAME leads: the names on the way, whether the last one exists, and what its platform answers.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isBelow } from '../names/dns-name.ts';
import { missingDomain } from '../preflight/observation/observe-expected.ts';
import { findCut } from '../preflight/observation/observe-zone.ts';
import type { Conclusive, DnsRecord, Failed, Resolved } from '../preflight/reader/answer.ts';
import type { Reader } from '../preflight/reader/reader.ts';
import { type Platform, platformOf } from './platforms.ts';

/** All that the rule needs, printable as JSON. */
export type TargetState =
  /** It has no CNAME; or nothing leads anywhere that could be missing. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unread'; readonly failure: Failed }
  | {
      readonly kind: 'leads';
      readonly chain: readonly DnsRecord[];
      /** A DNAME above the host synthesises its CNAME: the host has no record (RFC 6672 3.1). */
      readonly isSynthesised: boolean;
      readonly end: string;
      readonly exists: boolean;
      /** The name above a missing one that somebody would have to register. */
      readonly missingDomain?: string;
      readonly platform?: Platform;
      /** Present only where the platform answers for a missing name with a page. */
      readonly page?: WebPage & { readonly address: string };
    };

export interface WebOptions {
  /** 80, except for a server on the loopback. */
  readonly webPort?: number;
  readonly webTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

const HTTP_PORT = 80;

/** Never throws for a failure of DNS or of the web: each is part of the result. */
export async function observeTarget(host: string, reader: Reader, web: WebOptions): Promise<TargetState> {
  const answer = await addresses(host, reader);
  if (answer.kind === 'failed') return { kind: 'unread', failure: answer };
  const chain = answer.chain.filter(({ type }) => type === 'CNAME');
  const end = chain.at(-1)?.value;
  if (end === undefined) {
    // A resolver that knows no zone at all says of every name that it does not exist: then nothing is known of the host.
    const cut = answer.kind === 'found' ? undefined : await findCut(reader, host);
    return cut?.kind === 'failed' ? { kind: 'unread', failure: cut.failure } : { kind: 'none' };
  }
  const exists = answer.kind !== 'no-such-name';
  const isSynthesised = answer.chain.some(({ type, name }) => type === 'DNAME' && isBelow(host, name));
  const base = { kind: 'leads', chain, isSynthesised, end, exists } as const;
  if (!exists) return { ...base, missingDomain: await missingDomain(reader, end), platform: platformOf(end) };
  const platform = chain.map(({ value }) => platformOf(value)).findLast((one) => one !== undefined);
  if (platform === undefined || platform.absent === 'nxdomain') return { ...base, platform };
  return { ...base, platform, page: await page(host, answer, reader, web) };
}

/** Asks the resolver, which follows the CNAMEs; for IPv6 only where there is nothing else. */
async function addresses(host: string, reader: Reader): Promise<Resolved> {
  const first = await reader.resolve(host, 'A');
  return first.kind === 'absent' ? reader.resolve(host, 'AAAA') : first;
}

/** The first address that may be queried; foreign DNS chose it (reader/global-address.ts). */
async function page(host: string, answer: Conclusive, reader: Reader, web: WebOptions) {
  const all = answer.kind === 'found' ? answer.records.map(({ value }) => value) : [];
  const address = all.find((one) => reader.refuses(one) === undefined);
  if (address !== undefined) return { address, ...(await readWebPage(address, host, web)) };
  const [first = ''] = all;
  const detail = first === '' ? 'has no address' : `was not read: ${reader.refuses(first)}`;
  return { kind: 'failed' as const, address: first, detail };
}

type WebPage =
  | { readonly kind: 'page'; readonly status: number; readonly body: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** The texts that tell a platform's page stand near its start. */
const MAX_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** `GET /` with that Host. Redirects are not followed. Never rejects. */
async function readWebPage(
  address: string,
  host: string,
  { webPort: port = HTTP_PORT, webTimeoutMs: timeoutMs = 5000, signal }: WebOptions,
): Promise<WebPage> {
  // Loaded here alone: with it comes Node's fetch, 14 MB, and few hosts have a page to read.
  const { request } = await import('node:http');
  const limit = AbortSignal.timeout(timeoutMs);
  const stop = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  const headers = { host, 'user-agent': 'custom-domains (checks where a DNS record leads)' };
  const connection = { host: address, port, agent: false, signal: stop, maxHeaderSize: MAX_HEADER_BYTES };
  const sent = request({ ...connection, path: '/', headers }).end();
  // Once it has responded, reading the response fails with the same error.
  sent.on('error', () => undefined);
  try {
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_BYTES) break;
    }
    const body = Buffer.concat(chunks).toString('utf8').slice(0, MAX_BYTES);
    return { kind: 'page', status: response?.statusCode ?? 0, body };
  } catch (error) {
    const late = `did not respond within ${timeoutMs / 1000} s`;
    return { kind: 'failed', detail: limit.aborted ? late : `failed (${(error as Error).message})` };
  }
}
