// The local DNS: its server, the zones at Cloudflare and Route 53, and the rest of a small internet from a file.
import { canonical } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { Names, ZoneRecord } from '../interfaces.ts';
import { DnsState, type HostedDns } from './dns-state.ts';
import { type DeclaredZone, isServed, type RecordChange } from './hosted-zones.ts';
import { failure, respond } from './message.ts';
import { RememberingResolver } from './remembering.ts';
import { type DnsServer, startServer } from './server.ts';

export { type LoadedInternet, loadInternet } from './zone-file.ts';

/** Names, with notice of their changes. */
export interface WatchedNames extends Names {
  /** Calls back after each change with the changed name, or undefined for many; returns a function that ends it. */
  watch(changed: (name: string | undefined) => void): () => void;
}

export interface Dns {
  readonly names: WatchedNames;
  /** For the services that hold zones: Cloudflare, Route 53. */
  readonly hosted: HostedDns;
  /**
   * The zones that exist at the DNS hosts before the stack does; replaces those of an earlier call. A zone at a DNS
   * host that the local cloud does not stand in for is logged, and does not exist.
   */
  seedZones(zones: readonly DeclaredZone[]): void;
  /** Replaces the rest of the internet; takes effect with the next query. */
  setInternet(records: readonly ZoneRecord[]): void;
  /** Everything that is served, sorted by name and type. */
  records(): ZoneRecord[];
  /** A resolver that remembers what it has learnt for its TTL. `now`: milliseconds since 1970. */
  remembering(now: () => number): RememberingResolver;
  /** What the DNS hosts' APIs changed in this process, in order. */
  readonly history: readonly RecordChange[];
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createDns(context: CloudContext): Dns {
  const state = new DnsState(context);
  let server: DnsServer | undefined;
  const handle = (message: Buffer, transport: 'udp' | 'tcp') => {
    try {
      return respond(message, transport, state.query);
    } catch (error) {
      context.log('dns', `a query failed: ${(error as Error).message}`);
      return failure(message, 'SERVFAIL');
    }
  };
  return {
    names: watchedNames(state, () => `127.0.0.1:${server?.port ?? context.ports.dns}`),
    hosted: state,
    seedZones(zones) {
      for (const { name, provider } of zones.filter((zone) => !isServed(zone))) {
        context.log('dns', `the zone ${name} does not exist here: the local cloud has no ${provider}`);
      }
      state.rebuild(() => state.zones.seed(zones));
    },
    setInternet: (records) => state.rebuild(() => state.setData(records)),
    records: () => state.records(),
    remembering: (now) => new RememberingResolver(state.query, now),
    history: state.zones.history,
    async start() {
      server = await startServer(context.ports.dns, handle);
    },
    async close() {
      await server?.close();
      server = undefined;
    },
  };
}

function watchedNames(state: DnsState, address: () => string): WatchedNames {
  return {
    publish: (host, aliasZoneId, https) => state.publish({ host: canonical(host), aliasZoneId, https }),
    withdraw: (host) => state.withdraw(canonical(host)),
    resolve: async (name, type) => state.resolve(name, type),
    destination: (host, type) => state.destination(host, type),
    watch(changed) {
      state.watchers.add(changed);
      return () => void state.watchers.delete(changed);
    },
    get address() {
      return address();
    },
  };
}
