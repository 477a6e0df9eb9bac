// The whole local cloud: creates its services, connects them, starts them in order and stops them in reverse.
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ACCOUNT_ID } from './account.ts';
import { createAcm } from './acm/index.ts';
import { createApiGateway } from './apigatewayv2/index.ts';
import { createCloudflare } from './cloudflare/index.ts';
import { createCloudFront } from './cloudfront/index.ts';
import { type CloudWatch, createCloudWatch } from './cloudwatch/index.ts';
import { createCodeDeploy } from './codedeploy/index.ts';
import type { CloudContext } from './context.ts';
import type { DeclaredZone } from './dns/hosted-zones.ts';
import { createDns, loadInternet } from './dns/index.ts';
import { ZoneFileError } from './dns/zone-file-error.ts';
import { createDynamoDb } from './dynamodb/index.ts';
import { createEndpoint } from './endpoint/index.ts';
import { createEvents, type Events } from './events/index.ts';
import { type Credentials, createIam } from './iam/index.ts';
import { createIngress } from './ingress/ingress.ts';
import { lambdaApi } from './lambda/api.ts';
import { createLambda } from './lambda/index.ts';
import { Registry } from './resources/registry.ts';
import { createRoute53 } from './route53/index.ts';
import { createS3 } from './s3/index.ts';
import { createSns, type Sns } from './sns/index.ts';
import { Store } from './store.ts';

export type { Glance } from './cloudwatch/glance.ts';

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
  readonly recordHistory: ReturnType<typeof createDns>['history'];
  readonly watch: Pick<CloudWatch, 'turnClock' | 'glance' | 'metrics'>;
  readonly schedules: Pick<Events, 'runAll'>;
  readonly mail: Pick<Sns, 'mails' | 'confirm'>;
  /** Sets the zones that exist before the stack is deployed. */
  seedZones(zones: readonly DeclaredZone[]): void;
  /** Reads the internet file again. Throws ZoneFileError for an invalid file, and then changes nothing. */
  reloadInternet(): void;
  /**
   * One more HTTPS port, for clients that resolve through a cache which honours TTLs: a connection goes to where the cache
   * leads, though the records have changed. `now`: milliseconds since 1970.
   */
  openForCache(now: () => number): Promise<CachePort>;
  /** Finishes the requests under way, then ends every process and connection. */
  close(): Promise<void>;
}

/** The port of clients that share a cache. */
export interface CachePort {
  readonly httpsPort: number;
  /** Empties the cache, as for a client that comes anew. */
  forget(): void;
}

interface Service {
  start?(): Promise<void>;
  close(): Promise<void> | void;
}

/** Throws for a port that is in use (with its number) and for an invalid internet file; then nothing keeps running. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { folder, internetFile } = options;
  const store = new Store(join(folder, 'cloud.json'));
  const unmeasured: CloudContext = { ...options, accountId: ACCOUNT_ID, store };
  const sns = createSns(unmeasured);
  const cloudWatch = createCloudWatch(unmeasured, sns);
  const context: CloudContext = { ...unmeasured, metrics: cloudWatch };
  const dns = createDns(context);
  const { certificates, authorityFile, handlers: acm, expiries } = createAcm(context, dns.names);
  cloudWatch.collectHourly((now) => cloudWatch.publish(...expiries(now)));
  const ingress = createIngress(context, dns.names);
  const identity = createIam(context);
  const dynamodb = createDynamoDb(context, identity);
  const { logEvents, alarms } = cloudWatch;
  const functions = createLambda(context, {
    ...{ identity, logEvents, metrics: cloudWatch },
    dynamodb: () => dynamodb.endpoint,
  });
  const codeDeploy = createCodeDeploy(context, {
    ...{ identity, alarms, aliases: functions.aliases, minuteMs: options.minuteMs },
  });
  const endpoint = createEndpoint(context, identity, {
    codedeploy: codeDeploy.api,
    lambda: lambdaApi(context.accountId, functions.aliases),
  });
  const events = createEvents(context, functions);
  const edge = { ingress, certificates, names: dns.names };
  const gateway = createApiGateway(context, { ...edge, functions, logEvents });
  const s3 = createS3(context);
  const cloudFront = createCloudFront(context, { ...edge, buckets: s3.buckets });

  const reloadInternet = () => dns.setInternet(readInternet(internetFile));
  const started: Service[] = [];
  const close = async () => {
    for (const service of started.reverse()) await service.close();
    store.flush();
  };
  try {
    reloadInternet();
    // The ingress starts after what it serves and stops before it: requests under way still reach every other service.
    const services: Service[] = [
      ...[dns, cloudWatch, dynamodb, functions, codeDeploy, endpoint],
      ...[gateway, cloudFront, ingress, events],
    ];
    for (const service of services) {
      await service.start?.();
      started.push(service);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    registry: new Registry([
      ...[createCloudflare(dns.hosted), createRoute53(dns.hosted), acm, identity, dynamodb, functions],
      ...[gateway, s3, cloudFront, cloudWatch, codeDeploy, sns, events],
    ]),
    httpsPort: ingress.httpsPort,
    httpPort: ingress.httpPort,
    dnsServer: dns.names.address,
    dynamodbEndpoint: dynamodb.endpoint,
    apiEndpoint: endpoint.url,
    administrator: identity.administrator,
    authorityPem: certificates.authorityPem,
    authorityFile,
    internetFile,
    recordHistory: dns.history,
    watch: cloudWatch,
    schedules: events,
    mail: sns,
    seedZones: (zones) => {
      dns.seedZones(zones);
      identity.seedRoles(zones.flatMap(({ role }) => role ?? []));
    },
    reloadInternet,
    async openForCache(now) {
      const resolver = dns.remembering(now);
      const { httpsPort } = await ingress.openFor(resolver);
      return { httpsPort, forget: () => resolver.forget() };
    },
    close,
  };
}

function readText(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'there is no such file' : `cannot be read: ${message}`;
    const fix =
      'name a zone file with --internet, or leave it out: the default one has records of the local internet';
    throw new ZoneFileError(file, [{ code: 'bad-zone-file', path: basename(file), what, fix }]);
  }
}

function readInternet(file: string) {
  const loaded = loadInternet(readText(file), basename(file));
  if ('problems' in loaded) throw new ZoneFileError(file, loaded.problems);
  return loaded.records;
}
