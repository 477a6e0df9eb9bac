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
  const recorded = createRecorded(context);
  const dns = createDns(context);
  const acm = createAcm(context, dns.names);
  const ingress = createIngress(context, dns.names);
  const identity = createIam(context, recorded);
  const dynamodb = createDynamoDb(context, identity);
  const alarms = createReleaseAlarms(recorded, context.clock);
  const functions = createLambda(context, { identity, dynamodb: () => dynamodb.endpoint, counts: alarms });
  const { aliases } = functions;
  const codeDeploy = createCodeDeploy({ context, recorded, aliases, alarms, minuteMs });
  const lambda = lambdaApi(context.accountId, aliases);
  const endpoint = createEndpoint(context, identity, { codedeploy: codeDeploy.api, lambda });
  const edge = { ingress, certificates: acm.certificates, names: dns.names };
  const gateway = createApiGateway(context, { ...edge, functions });
  const s3 = createS3(context);
  const cloudFront = createCloudFront(context, { ...edge, buckets: s3.buckets });
  const registry = new Registry([
    ...[recorded, createCloudflare(dns.hosted), createRoute53(dns.hosted), acm.handlers, identity],
    ...[dynamodb, functions, gateway, s3, cloudFront],
  ]);
  return {
    ...{ registry, dns, acm, identity, dynamodb, functions, codeDeploy },
    ...{ endpoint, gateway, cloudFront, ingress },
  };
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
