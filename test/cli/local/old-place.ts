// Where hosts are live before they move in: another platform, and a client that asks steadily whichever place serves.
import { once } from 'node:events';
import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { serverCertificate } from '../domains/tls-host.ts';
import { askOver, connectTo, lookUp } from './clients.ts';

export const OLD_ADDRESS = '127.0.0.77';
const OLD_BODY = 'the old place';
const PAUSE_MS = 25;

export interface ReachedCloud {
  readonly dnsServer: string;
  readonly httpsPort: number;
  readonly authorityPem: string;
}

/** Serves the hosts at that port of an address of its own until the test ends. Resolves to its authority. */
export async function startOldPlace(hosts: readonly string[], port: number): Promise<string> {
  const { key, cert, authorityPem } = serverCertificate(hosts);
  const server = createServer({ key, cert }, (_request, response) => void response.end(OLD_BODY));
  server.listen(port, OLD_ADDRESS);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return authorityPem;
}

/** What a host of the stack serves at its root. */
export type Site = 'api' | 'docs';

/** Resolves each host, connects and asks, again and again; nothing is remembered between requests. */
export class Visitor {
  readonly failed: string[] = [];
  /** Which place answered for each host, each only where it is not the one before: `old`, `api`, `docs`. */
  readonly seen: Readonly<Record<string, string[]>>;
  requests = 0;
  readonly #cloud: ReachedCloud;
  readonly #hosts: readonly string[];
  readonly #loops: readonly Promise<void>[];
  #stopped = false;

  constructor(
    { dnsServer, httpsPort, authorityPem }: ReachedCloud,
    hosts: readonly string[],
    oldAuthority = '',
  ) {
    this.#cloud = { dnsServer, httpsPort, authorityPem: authorityPem + oldAuthority };
    this.#hosts = hosts;
    this.seen = Object.fromEntries(hosts.map((host) => [host, []]));
    this.#loops = hosts.map((host) => this.#loop(host));
  }

  /** One request to each host, now: after a change. */
  async askAll(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => this.#ask(host)));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  async #loop(host: string): Promise<void> {
    while (!this.#stopped) {
      await this.#ask(host);
      await sleep(PAUSE_MS);
    }
  }

  async #ask(host: string): Promise<void> {
    this.requests += 1;
    const place = await this.#placeOf(host).catch((error: Error) => error.message);
    if (!['old', 'api', 'docs'].includes(place)) this.failed.push(`${host}: ${place}`);
    const seen = this.seen[host] ?? [];
    if (seen.at(-1) !== place) seen.push(place);
  }

  async #placeOf(host: string): Promise<string> {
    const [address] = await lookUp(this.#cloud.dnsServer, host, 'A');
    if (address === undefined) return 'no address';
    const connection = await connectTo(address, host, this.#cloud);
    const { status, body } = await askOver(connection, host, this.#cloud.httpsPort);
    if (status === 200 && body === OLD_BODY) return 'old';
    if (status === 200 && body.includes('<title>Pets API')) return 'docs';
    // The application's own words, with its code; the gateway's 404 has none.
    return status === 404 && body.includes('"code":"not_found"') ? 'api' : `${status} ${body.slice(0, 80)}`;
  }
}
