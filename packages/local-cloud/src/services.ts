// The services of the local cloud, each created once and connected to those that it calls.
import { createAcm } from './acm/index.ts';
import { createApiGateway } from './apigatewayv2/index.ts';
import { createCloudflare } from './cloudflare/index.ts';
import { createCloudFront } from './cloudfront/index.ts';
import { createReleaseAlarms } from './codedeploy/alarms.ts';
import { createCodeDeploy } from './codedeploy/index.ts';
import type { CloudContext } from './context.ts';
import { createDns } from './dns/index.ts';
import { createDynamoDb } from './dynamodb/index.ts';
import { createEndpoint } from './endpoint/index.ts';
import { createIam } from './iam/index.ts';
import { createIngress } from './ingress/ingress.ts';
import type { Functions } from './interfaces.ts';
import { lambdaApi } from './lambda/alias.ts';
import { createLambda } from './lambda/index.ts';
import { createRecorded } from './recorded/index.ts';
import { Registry } from './resources/registry.ts';
import { createRoute53 } from './route53/index.ts';
import { createS3 } from './s3/index.ts';

interface Runnable {
  start?(): Promise<void> | void;
  close(): Promise<void> | void;
}

export type Services = ReturnType<typeof createServices>;

/** `minuteMs`: how long a minute of a CodeDeploy deployment takes, in milliseconds. Nothing is started. */
export function createServices(context: CloudContext, minuteMs?: number) {
  const shared = createShared(context);
  const programs = createPrograms(context, shared, minuteMs);
  return { ...shared, ...programs, ...createEdge(context, shared, programs.functions) };
}

/** What the other services call. */
function createShared(context: CloudContext) {
  const recorded = createRecorded(context);
  const dns = createDns(context);
  const acm = createAcm(context, dns.names);
  const ingress = createIngress(context, dns.names);
  const identity = createIam(context, recorded);
  const dynamodb = createDynamoDb(context, identity);
  return { recorded, dns, acm, ingress, identity, dynamodb };
}

type Shared = ReturnType<typeof createShared>;

/** What runs functions, and what starts or changes them. */
function createPrograms(
  context: CloudContext,
  { recorded, identity, dynamodb }: Shared,
  minuteMs: number | undefined,
) {
  const alarms = createReleaseAlarms(recorded, context.clock);
  const functions = createLambda(context, { identity, dynamodb: () => dynamodb.endpoint, counts: alarms });
  const { aliases } = functions;
  const codeDeploy = createCodeDeploy({ context, recorded, aliases, alarms, minuteMs });
  const endpoint = createEndpoint(context, identity, {
    codedeploy: codeDeploy.api,
    lambda: lambdaApi(context.accountId, aliases),
  });
  return { functions, codeDeploy, endpoint };
}

/** What serves host names. */
function createEdge(context: CloudContext, { dns, acm, ingress }: Shared, functions: Functions) {
  const edge = { ingress, certificates: acm.certificates, names: dns.names };
  const gateway = createApiGateway(context, { ...edge, functions });
  const s3 = createS3(context);
  const cloudFront = createCloudFront(context, { ...edge, buckets: s3.buckets });
  return { gateway, s3, cloudFront };
}

/** The resources of every service. */
export function registryOf(services: Services): Registry {
  const { recorded, dns, acm, identity, dynamodb, functions, gateway, s3, cloudFront } = services;
  return new Registry([
    ...[recorded, createCloudflare(dns.hosted), createRoute53(dns.hosted), acm.handlers, identity],
    ...[dynamodb, functions, gateway, s3, cloudFront],
  ]);
}

/**
 * Returns what stops them, in reverse. Where one cannot start, those before it are stopped. The ingress starts after what it
 * serves and stops before it: requests under way still reach every other service.
 */
export async function startServices(services: Services): Promise<() => Promise<void>> {
  const { dns, dynamodb, functions, codeDeploy, endpoint, gateway, cloudFront, ingress } = services;
  const started: Runnable[] = [];
  const stop = async () => {
    for (const service of started.reverse()) await service.close();
  };
  const inOrder: Runnable[] = [
    ...[dns, dynamodb, functions, codeDeploy, endpoint, gateway, cloudFront, ingress],
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
