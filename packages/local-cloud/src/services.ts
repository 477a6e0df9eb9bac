// The services of the local cloud, each created once and connected to those that it calls.
import { createAcm } from './acm/index.ts';
import { createApiGateway } from './apigatewayv2/index.ts';
import { createBackup } from './backup/index.ts';
import { createCloudflare } from './cloudflare/index.ts';
import { createCloudFront } from './cloudfront/index.ts';
import { createCloudWatch } from './cloudwatch/index.ts';
import { createCodeDeploy } from './codedeploy/index.ts';
import type { CloudContext } from './context.ts';
import { createDns } from './dns/index.ts';
import { createDynamoDb } from './dynamodb/index.ts';
import { createEndpoint } from './endpoint/index.ts';
import { createEvents } from './events/index.ts';
import { createIam } from './iam/index.ts';
import { createIngress } from './ingress/ingress.ts';
import { lambdaApi } from './lambda/api.ts';
import { createLambda } from './lambda/index.ts';
import { Registry } from './resources/registry.ts';
import { createRoute53 } from './route53/index.ts';
import { createS3 } from './s3/index.ts';
import { createSns } from './sns/index.ts';

interface Runnable {
  start?(): Promise<void>;
  close(): Promise<void> | void;
}

export type Services = ReturnType<typeof createServices>;

/** `minuteMs`: how long a minute of a CodeDeploy deployment takes, in milliseconds. Nothing is started. */
export function createServices(context: CloudContext, minuteMs?: number) {
  const shared = createShared(context);
  const programs = createPrograms(shared, minuteMs);
  return { ...shared, ...programs, ...createEdge(shared, programs) };
}

/** What the other services call. */
function createShared(unmeasured: CloudContext) {
  const sns = createSns(unmeasured);
  const cloudWatch = createCloudWatch(unmeasured, sns);
  const context: CloudContext = { ...unmeasured, metrics: cloudWatch };
  const dns = createDns(context);
  const acm = createAcm(context, dns.names);
  cloudWatch.collectHourly((now) => cloudWatch.publish(...acm.expiries(now)));
  const ingress = createIngress(context, dns.names);
  const identity = createIam(context);
  const dynamodb = createDynamoDb(context, identity);
  const backup = createBackup(context, { identity, tables: dynamodb.backups });
  return { context, sns, cloudWatch, dns, acm, ingress, identity, dynamodb, backup };
}

type Shared = ReturnType<typeof createShared>;

/** What runs functions, and what starts or changes them. */
function createPrograms({ context, cloudWatch, identity, dynamodb }: Shared, minuteMs: number | undefined) {
  const { logEvents, alarms } = cloudWatch;
  const functions = createLambda(context, {
    ...{ identity, logEvents, metrics: cloudWatch },
    dynamodb: () => dynamodb.endpoint,
  });
  const { aliases } = functions;
  const codeDeploy = createCodeDeploy(context, { identity, alarms, aliases, minuteMs });
  const endpoint = createEndpoint(context, identity, {
    codedeploy: codeDeploy.api,
    lambda: lambdaApi(context.accountId, aliases),
  });
  return { functions, codeDeploy, endpoint, events: createEvents(context, functions) };
}

type Programs = ReturnType<typeof createPrograms>;

/** What serves host names. */
function createEdge({ context, cloudWatch, dns, acm, ingress }: Shared, { functions }: Programs) {
  const { logEvents } = cloudWatch;
  const edge = { ingress, certificates: acm.certificates, names: dns.names };
  const gateway = createApiGateway(context, { ...edge, functions, logEvents });
  const s3 = createS3(context);
  const cloudFront = createCloudFront(context, { ...edge, buckets: s3.buckets });
  return { gateway, s3, cloudFront };
}

/** The resources of every service. */
export function registryOf(services: Services): Registry {
  const { dns, acm, identity, dynamodb, functions, gateway, s3 } = services;
  const { cloudFront, cloudWatch, codeDeploy, sns, events, backup } = services;
  return new Registry([
    ...[createCloudflare(dns.hosted), createRoute53(dns.hosted), acm.handlers, identity, dynamodb, functions],
    ...[gateway, s3, cloudFront, cloudWatch, codeDeploy, sns, events, backup],
  ]);
}

/**
 * Returns what stops them, in reverse. Where one cannot start, those before it are stopped. The ingress starts after what it
 * serves and stops before it: requests under way still reach every other service.
 */
export async function startServices(services: Services): Promise<() => Promise<void>> {
  const { dns, cloudWatch, dynamodb, functions, codeDeploy, endpoint, gateway } = services;
  const { cloudFront, ingress, events, backup } = services;
  const started: Runnable[] = [];
  const stop = async () => {
    for (const service of started.reverse()) await service.close();
  };
  const inOrder: Runnable[] = [
    ...[dns, cloudWatch, dynamodb, functions, codeDeploy, endpoint],
    ...[gateway, cloudFront, ingress, events, backup],
  ];
  try {
    for (const service of inOrder) {
      await service.start?.();
      started.push(service);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
