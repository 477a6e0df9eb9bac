// Clients that resolve through caches which honour TTLs, and so remember: they ask for every declared host again and again
// while hosts change, follow redirects to their end, and judge every answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { type CachePort, openForCache } from '../../../packages/local-cloud/test/dns/caching-resolver.ts';
import { askOver, connectTo, type HostAnswer } from './clients.ts';
import type { Hosts, Place } from './transitions.ts';

/** Of routing records where the stack file declares none. */
const TTL_SECONDS = 3600;
const CACHES = 2;
const MAX_HOPS = 6;
const PAUSE_MS = 200;

/** A clock that can be turned forward. */
export class Clock {
  /** Milliseconds in front of the machine's clock. */
  ahead = 0;
  readonly now = (): number => Date.now() + this.ahead;

  pass(seconds: number): void {
    this.ahead += seconds * 1000;
  }
}

export class RememberingClients {
  readonly wrong: string[] = [];
  /** Requests, and among them those that an attachment answered which the host had left. */
  probes = 0;
  remembered = 0;
  readonly #cloud: Cloud;
  readonly #clock: Clock;
  readonly #caches: readonly CachePort[];
  /** What hosts were until they were changed, and last what they are. */
  #history: { readonly hosts: Hosts; until: number | undefined }[];
  /** Those that are asked for. */
  #hosts: Hosts;
  #turn = 0;
  #stopped = false;
  readonly #loops: Promise<void>[];

  private constructor(cloud: Cloud, clock: Clock, caches: readonly CachePort[], hosts: Hosts) {
    this.#cloud = cloud;
    this.#clock = clock;
    this.#caches = caches;
    this.#hosts = hosts;
    this.#history = [{ hosts, until: undefined }];
    this.#loops = caches.map((cache) => this.#loop(cache));
  }

  static async start(cloud: Cloud, clock: Clock, hosts: Hosts): Promise<RememberingClients> {
    const caches = await Promise.all(Array.from({ length: CACHES }, () => openForCache(cloud, clock.now)));
    // One more resolves anew for each connection.
    const fresh: CachePort = { httpsPort: cloud.httpsPort, forget: () => undefined };
    return new RememberingClients(cloud, clock, [...caches, fresh], hosts);
  }

  /**
   * Only hosts that are declared before and after are asked for while `deploy` runs. One of the caches is emptied first,
   * so that its clients learn the old record just before it changes.
   */
  async during(to: Hosts, deploy: () => Promise<unknown>): Promise<void> {
    const before = this.#hosts;
    const added = Object.keys(to).some((host) => before[host] === undefined);
    this.#hosts = Object.fromEntries(Object.entries(before).filter(([host]) => to[host] !== undefined));
    const emptied = added ? this.#caches : [this.#caches[this.#turn++ % CACHES] as CachePort];
    for (const cache of emptied) cache.forget();
    await Promise.all(emptied.map((cache) => this.#round(cache)));
    this.#history.push({ hosts: to, until: undefined });
    await deploy();
    this.#hosts = to;
    for (const was of this.#history.slice(0, -1)) was.until ??= this.#clock.now();
    await this.once();
  }

  /** Every client asks for every host. */
  async once(): Promise<void> {
    const ended = this.#clock.now() - TTL_SECONDS * 1000;
    this.#history = this.#history.filter(({ until }) => until === undefined || until >= ended);
    await Promise.all(this.#caches.map((cache) => this.#round(cache)));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  async #loop(cache: CachePort): Promise<void> {
    while (!this.#stopped) {
      await this.#round(cache);
      await sleep(PAUSE_MS);
    }
  }

  async #round(cache: CachePort): Promise<void> {
    for (const host of Object.keys(this.#hosts)) {
      if (this.#hosts[host] === undefined) continue;
      const problem = await this.#visit(host, cache).catch((error: Error) => error.message);
      if (problem !== undefined && this.wrong.length < 20) this.wrong.push(`${host}: ${problem}`);
    }
  }

  /** The host, and where it redirects to, up to a page or the API. Undefined: each answer was right. */
  async #visit(host: string, { httpsPort }: CachePort): Promise<string | undefined> {
    const path = [host];
    for (;;) {
      const at = path.at(-1) as string;
      const history = [...this.#history];
      const { authorityPem } = this.#cloud;
      const connection = await connectTo('127.0.0.1', at, { httpsPort, authorityPem });
      const answer = await askOver(connection, at, this.#cloud.httpsPort);
      this.probes += 1;
      const seen = placeOf(answer);
      const right = allowed(
        at,
        [...history, ...this.#history].map(({ hosts }) => hosts),
      );
      const shown = `${path.join(' → ')}: ${answer.status} ${answer.location ?? answer.body.slice(0, 80)}`;
      if (seen === undefined || !right.has(seen)) return `${shown}, where ${[...right]} would be right`;
      if (seen !== nameOf(this.#history.at(-1)?.hosts[at])) this.remembered += 1;
      if (answer.location === undefined) return undefined;
      path.push(new URL(answer.location).hostname);
      if (path.length > MAX_HOPS) return `${shown}: a loop`;
    }
  }
}

const OWN_ADDRESS = '.execute-api.';

/** `api`, `docs`, or `to HOST`; undefined: none of them answers so. */
function placeOf({ status, location, type, body }: HostAnswer): string | undefined {
  if ([302, 307, 308].includes(status) && location !== undefined) {
    const { hostname, pathname } = new URL(location);
    return pathname === '/' ? `to ${hostname.includes(OWN_ADDRESS) ? 'the API' : hostname}` : undefined;
  }
  if (status === 200 && type?.startsWith('text/html') && body.includes('<title>Pets API')) return 'docs';
  // The application's own words, with its code; the gateway's 404 has none.
  return status === 404 && body.includes('"code":"not_found"') ? 'api' : undefined;
}

function nameOf(place: Place | undefined): string {
  return typeof place === 'object' ? `to ${place.to}` : String(place);
}

/**
 * What the host is, and what it was within a TTL. Who remembers the redirect of a host that serves the API now is led to
 * the API: at its own address, or at its primary host.
 */
function allowed(host: string, history: readonly Hosts[]): ReadonlySet<string> {
  if (host.includes(OWN_ADDRESS)) return new Set(['api']);
  const places = history.flatMap((hosts) => {
    const place = hosts[host];
    if (place !== 'api') return [nameOf(place)];
    const [primary] = Object.keys(hosts).filter((one) => hosts[one] === 'api');
    return ['api', 'to the API', ...(primary === host ? [] : [`to ${primary}`])];
  });
  return new Set(places);
}
