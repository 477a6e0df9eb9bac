// The whole local cloud, as programs see it: services.ts creates, connects and starts its services.
import { join } from 'node:path';
import { ACCOUNT_ID } from './account.ts';
import type { CloudContext } from './context.ts';
import type { DeclaredZone } from './dns/hosted-zones.ts';
import type { Dns } from './dns/index.ts';
import { readInternet } from './dns/zone-file.ts';
import type { Credentials } from './iam/index.ts';
import type { IngressServer } from './ingress/ingress.ts';
import type { Registry } from './resources/registry.ts';
import { createServices, startServices } from './services.ts';
import { Store } from './store.ts';

export interface CloudOptions {
  /** Holds everything that outlives the process. */
  readonly folder: string;
  readonly region: string;
  /** HTTPS, HTTP and DNS; 0 means any free port. */
  readonly ports: CloudContext['ports'];
  /** Zone-file lines: the records of the rest of the internet. */
  readonly internetFile: string;
  readonly log: CloudContext['log'];
  /** How long a minute of a CodeDeploy deployment takes, in milliseconds; shorter in tests. */
  readonly minuteMs?: number;
}

export interface Cloud {
  readonly registry: Registry;
  readonly httpsPort: number;
  readonly httpPort: number;
  /** `address:port`. */
  readonly dnsServer: string;
  /** `http://127.0.0.1:<port>`. */
  readonly dynamodbEndpoint: string;
  /** `http://127.0.0.1:<port>`: the APIs of CodeDeploy and Lambda that a release calls. */
  readonly apiEndpoint: string;
  /** Of the account's administrator, new in each run: for requests to the endpoints. Never log them. */
  readonly administrator: Credentials;
  readonly authorityPem: string;
  readonly authorityFile: string;
  readonly internetFile: string;
  /** What the DNS hosts' APIs changed in this process, in order. */
  readonly recordHistory: Dns['history'];
  /** Turns the clock of recovery and of the alarms forward, so that a drill does not wait. */
  turnClock(ms: number): void;
  /** Sets the zones that exist before the stack is deployed. */
  seedZones(zones: readonly DeclaredZone[]): void;
  /** Reads the internet file again. Throws ZoneFileError for an invalid file, and then changes nothing. */
  reloadInternet(): void;
  /** What a resolver of the local DNS (`recursive`) or its authority responds. */
  readonly query: Dns['query'];
  /** One more HTTPS port, at any free number, for clients that resolve by `names`. Open until `close`. */
  readonly openFor: IngressServer['openFor'];
  /** Finishes the requests under way, then ends every process and connection. */
  close(): Promise<void>;
}

/** Throws for a port that is in use (with its number) and for an invalid internet file; then nothing keeps running. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { folder, internetFile, minuteMs } = options;
  const store = new Store(join(folder, 'cloud.json'));
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  const services = createServices({ ...options, accountId: ACCOUNT_ID, store, clock }, minuteMs);
  const { registry, acm, dns, dynamodb, endpoint, identity, ingress } = services;
  const reloadInternet = () => dns.setInternet(readInternet(internetFile));
  let stop: () => Promise<void>;
  try {
    reloadInternet();
    stop = await startServices(services);
  } catch (error) {
    store.flush();
    throw error;
  }
  return {
    registry,
    httpsPort: ingress.httpsPort,
    httpPort: ingress.httpPort,
    dnsServer: dns.names.address,
    dynamodbEndpoint: dynamodb.endpoint,
    apiEndpoint: endpoint.url,
    administrator: identity.administrator,
    authorityPem: acm.certificates.authorityPem,
    authorityFile: acm.authorityFile,
    recordHistory: dns.history,
    internetFile,
    turnClock: (ms) => {
      aheadMs += ms;
    },
    seedZones(zones) {
      dns.seedZones(zones);
      identity.seedRoles(zones.flatMap(({ role }) => role ?? []));
    },
    reloadInternet,
    query: dns.query,
    openFor: (names) => ingress.openFor(names),
    async close() {
      await stop();
      store.flush();
    },
  };
}
