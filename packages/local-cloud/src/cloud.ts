// The whole local cloud: its services, each created once and connected to those that it calls, as programs see them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ACCOUNT_ID } from './account.ts';
import { createAcm } from './acm/index.ts';
import { createApiGateway } from './apigatewayv2/index.ts';
import { createCloudflare } from './cloudflare/index.ts';
import { createCloudFront } from './cloudfront/index.ts';
import { createReleaseAlarms } from './codedeploy/alarms.ts';
import { createCodeDeploy } from './codedeploy/index.ts';
import type { CloudContext } from './context.ts';
import type { DeclaredZone } from './dns/hosted-zones.ts';
import { Dns } from './dns/index.ts';
import { readInternet } from './dns/zone-file.ts';
import { createDynamoDb } from './dynamodb/index.ts';
import { createEndpoint } from './endpoint/index.ts';
import { createIam } from './iam/index.ts';
import { createIngress } from './ingress/ingress.ts';
import type { Certificates, Endpoint } from './interfaces.ts';
import { lambdaApi } from './lambda/alias.ts';
import { createLambda } from './lambda/index.ts';
import { Quotas } from './quotas.ts';
import { createRecorded } from './recorded/index.ts';
import { Registry } from './resources/registry.ts';
import { createRoute53 } from './route53/index.ts';
import { createS3 } from './s3/index.ts';
import { Store } from './store.ts';

interface CloudOptions {
  /** Holds everything that outlives the process. */
  readonly folder: string;
  readonly region: string;
  readonly ports: CloudContext['ports'];
  readonly internetFile: string;
  /** A name in the internet file, of a platform that is not this cloud: it serves every host that leads there. */
  readonly otherPlatform?: string;
  readonly log: CloudContext['log'];
  /** How long a minute of a CodeDeploy deployment takes, in milliseconds; shorter in tests. */
  readonly minuteMs?: number;
}

export type Cloud = Awaited<ReturnType<typeof startCloud>>;

/** Throws for a port that is in use (with its number, and the option that chooses another) and for an invalid internet file; then nothing keeps running. */
export async function startCloud(options: CloudOptions) {
  const { folder, internetFile, minuteMs, otherPlatform } = options;
  const store = new Store(join(folder, 'cloud.json'));
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  const quotas = new Quotas();
  const context: CloudContext = { ...options, accountId: ACCOUNT_ID, store, quotas, clock };
  const recorded = createRecorded(context);
  const dns = new Dns(context);

  const acm = createAcm(context, dns);
  const { certificates } = acm;
  const ingress = createIngress(context, dns);
  if (otherPlatform !== undefined) ingress.attach(otherPlatform, otherPlace(otherPlatform, certificates));
  const identity = createIam(context, recorded);
  const dynamodb = createDynamoDb(context);
  const route53 = createRoute53(dns, store);
  const alarms = createReleaseAlarms(recorded, clock);
  const apis = () => ({
    ...{ dynamodb: dynamodb.api, codedeploy: codeDeploy.api, lambda: lambdaApi(ACCOUNT_ID, aliases) },
    route53: route53.api,
  });
  const endpoint = createEndpoint(context, identity, apis, dynamodb.open);
  const functions = createLambda(context, { identity, dynamodb: () => endpoint.url, counts: alarms });
  const { aliases } = functions;
  const codeDeploy = createCodeDeploy(recorded, { context, aliases, alarms, minuteMs });
  const gateway = createApiGateway(context, { ingress, certificates, names: dns, functions });
  const s3 = createS3(context);
  const cloudFront = createCloudFront(context, { ingress, certificates, names: dns, buckets: s3.buckets });
  const registry = new Registry([
    ...[recorded, createCloudflare(dns, quotas), route53, acm.handlers, identity],
    ...[dynamodb, functions, gateway, s3, cloudFront],
  ]);
  const reloadInternet = () => dns.setInternet(readInternet(internetFile));
  let stop: () => Promise<void>;
  try {
    reloadInternet();
    // The ingress starts after what it serves and stops before it: requests under way still reach every other service.
    stop = await startAll([dns, endpoint, functions, codeDeploy, gateway, cloudFront, ingress]);
  } catch (error) {
    store.flush();
    throw error;
  }
  return {
    registry,
    store,
    httpsPort: ingress.httpsPort,
    httpPort: ingress.httpPort,
    /** `address:port`. */
    dnsServer: dns.address,
    /** `http://127.0.0.1:<port>`: DynamoDB, for those that call nothing else. */
    dynamodbEndpoint: endpoint.url,
    /** The same: also the APIs of CodeDeploy, Lambda and STS that a release calls, and Route 53's. */
    apiEndpoint: endpoint.url,
    /** Of the account's administrator, new in each run: for requests to the endpoints. Never log them. */
    administrator: identity.administrator,
    authorityPem: certificates.authorityPem,
    authorityFile: acm.authorityFile,
    internetFile,
    /** So that a drill does not wait. */
    turnClock(ms: number): void {
      aheadMs += ms;
    },
    grantQuotas: (...granted: Parameters<Quotas['grant']>) => quotas.grant(...granted),
    /** Sets the zones that exist before the stack is deployed. */
    seedZones(zones: readonly DeclaredZone[]): void {
      dns.seedZones(zones);
      identity.seedRoles(zones.flatMap(({ role }) => role ?? []));
    },
    /** Reads the internet file again. Throws ZoneFileError for an invalid file, and then changes nothing. */
    reloadInternet,
    /** What a resolver of the local DNS (`recursive`) or its authority responds. */
    query: dns.query,
    /** One more HTTPS port, at any free number, for clients that resolve by `names`. Open until `close`. */
    openFor: ingress.openFor,
    /** Finishes the requests under way, then ends every process and connection. */
    async close(): Promise<void> {
      await stop();
      store.flush();
    },
  };
}

function otherPlace(name: string, certificates: Certificates): Endpoint {
  const page = (_request: IncomingMessage, response: ServerResponse) =>
    void response.setHeader('content-type', 'text/plain').end(`This is another platform, ${name}.\n`);
  return { certificate: (host) => certificates.platform(host), https: page, http: page };
}

interface Runnable {
  start(): Promise<void> | void;
  /** Also of what has started in part. */
  close?(): Promise<void> | void;
}

/** Resolves to what stops them, in reverse. Where one cannot start, it and those in front of it are stopped. */
async function startAll(services: readonly Runnable[]): Promise<() => Promise<void>> {
  const started: Runnable[] = [];
  const stop = async () => {
    for (const service of started.reverse()) await service.close?.();
  };
  try {
    for (const service of services) {
      started.push(service);
      await service.start();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
