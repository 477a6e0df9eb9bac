// Clients that resolve through caches which honour TTLs, and so remember: they ask for every declared host again and again
// while hosts change, follow redirects to their end, and judge every answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { type CachePort, openForCache } from '../../../packages/local-cloud/test/dns/caching-resolver.ts';
import { askOver, connectTo, type HostAnswer, siteOf } from './clients.ts';
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

export async function startRememberingClients(cloud: Cloud, clock: Clock, first: Hosts) {
  const { authorityPem } = cloud;
  const remembering = await Promise.all(Array.from({ length: CACHES }, () => openForCache(cloud, clock.now)));
  // One more resolves anew for each connection.
  const caches: CachePort[] = [...remembering, { httpsPort: cloud.httpsPort, forget: () => undefined }];
  const wrong: string[] = [];
  /** Requests, and among them those that an attachment answered which the host had left. */
  const counts = { probes: 0, remembered: 0 };
  /** What hosts were until they were changed, and last what they are. */
  let history: { readonly hosts: Hosts; until?: number }[] = [{ hosts: first }];
  /** Those that are asked for. */
  let hosts = first;
  let turn = 0;
  let isStopped = false;

  /** The host, and where it redirects to, up to a page or the API. Undefined: each answer was right. */
  async function visit(host: string, { httpsPort }: CachePort): Promise<string | undefined> {
    const path = [host];
    for (;;) {
      const at = path.at(-1) as string;
      const before = [...history];
      const connection = await connectTo('127.0.0.1', at, { httpsPort, authorityPem });
      const answer = await askOver(connection, at, cloud.httpsPort);
      counts.probes += 1;
      const seen = placeOf(answer);
      const right = allowed(
        at,
        [...before, ...history].map(({ hosts }) => hosts),
      );
      const shown = `${path.join(' → ')}: ${answer.status} ${answer.location ?? answer.body.slice(0, 80)}`;
      if (seen === undefined || !right.has(seen)) return `${shown}, where ${[...right]} would be right`;
      if (seen !== nameOf(history.at(-1)?.hosts[at])) counts.remembered += 1;
      if (answer.location === undefined) return undefined;
      path.push(new URL(answer.location).hostname);
      if (path.length > MAX_HOPS) return `${shown}: a loop`;
    }
  }

  async function round(cache: CachePort): Promise<void> {
    for (const host of Object.keys(hosts)) {
      if (hosts[host] === undefined) continue;
      const problem = await visit(host, cache).catch((error: Error) => error.message);
      if (problem !== undefined && wrong.length < 20) wrong.push(`${host}: ${problem}`);
    }
  }

  /** Every client asks for every host. */
  async function once(): Promise<void> {
    const ended = clock.now() - TTL_SECONDS * 1000;
    history = history.filter(({ until }) => until === undefined || until >= ended);
    await Promise.all(caches.map(round));
  }

  /**
   * Only hosts that are declared before and after are asked for while `deploy` runs. One of the caches is emptied first,
   * so that its clients learn the old record just before it changes.
   */
  async function during(to: Hosts, deploy: () => Promise<unknown>): Promise<void> {
    const before = hosts;
    const added = Object.keys(to).some((host) => before[host] === undefined);
    hosts = Object.fromEntries(Object.entries(before).filter(([host]) => to[host] !== undefined));
    const emptied = added ? caches : [caches[turn++ % CACHES] as CachePort];
    for (const cache of emptied) cache.forget();
    await Promise.all(emptied.map(round));
    history.push({ hosts: to });
    await deploy();
    hosts = to;
    for (const was of history.slice(0, -1)) was.until ??= clock.now();
    await once();
  }

  const loops = caches.map(async (cache) => {
    for (; !isStopped; await sleep(PAUSE_MS)) await round(cache);
  });
  async function stop(): Promise<void> {
    isStopped = true;
    await Promise.all(loops);
  }
  return { wrong, counts, during, once, stop };
}

const OWN_ADDRESS = '.execute-api.';

/** `api`, `docs`, or `to HOST`; undefined: none of them answers so. */
function placeOf(answer: HostAnswer): string | undefined {
  const { status, location } = answer;
  if ([302, 307, 308].includes(status) && location !== undefined) {
    const { hostname, pathname } = new URL(location);
    return pathname === '/' ? `to ${hostname.includes(OWN_ADDRESS) ? 'the API' : hostname}` : undefined;
  }
  return siteOf(answer);
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
