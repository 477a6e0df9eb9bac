// One provider server for each package of the program, with the version that the program was written for: the provider
// protocol over gRPC on the loopback.
import grpc from '@grpc/grpc-js';
import aws from '@pulumi/aws/package.json' with { type: 'json' };
import cloudflare from '@pulumi/cloudflare/package.json' with { type: 'json' };
import service from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import type { Registry } from '../resources/registry.ts';
import { providerMethods, type ServedPackage } from './methods.ts';
import type { Properties } from './values.ts';

export interface Providers {
  /** The value of `PULUMI_DEBUG_PROVIDERS`: `aws:PORT,cloudflare:PORT`. */
  readonly addresses: string;
  close(): Promise<void>;
}

const VERSIONS = { aws: aws.version, cloudflare: cloudflare.version };

/** `addresses`: those of an earlier run, which they have again where the ports are free. */
export async function serveProviders(registry: Registry, region: string, addresses = ''): Promise<Providers> {
  const earlier = new Map(addresses.split(',').map((one) => one.split(':') as [string, string]));
  const servers = await Promise.all(
    Object.entries(VERSIONS).map(async ([name, version]) => {
      const server = await serveProvider(registry, region, { name, version }, Number(earlier.get(name)));
      return { name, server };
    }),
  );
  return {
    addresses: servers.map(({ name, server }) => `${name}:${server.port}`).join(','),
    close: async () => {
      await Promise.all(servers.map(({ server }) => server.close()));
    },
  };
}

/** Where the engine sends no time limit; the AWS provider's own longest default. */
const DEFAULT_TIMEOUT_SECONDS = 30 * 60;

/** A message may hold the archive of a function. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

/**
 * Serves every type of the registry, on 127.0.0.1, as the provider of one package. The engine warns where the version differs
 * from the one that the program was written for. `wanted`: another port where it is taken, any free one where it is 0.
 */
export async function serveProvider(
  registry: Registry,
  region: string,
  served: ServedPackage,
  wanted = 0,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const stopped = new AbortController();
  const contextOf = (properties: Properties, timeoutSeconds: number) => ({
    region: typeof properties.region === 'string' ? properties.region : region,
    signal: AbortSignal.any([
      stopped.signal,
      AbortSignal.timeout((timeoutSeconds || DEFAULT_TIMEOUT_SECONDS) * 1000),
    ]),
  });
  const server = new grpc.Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  });
  server.addService(service.ResourceProviderService, providerMethods(registry, contextOf, served));
  const port = await bind(server, wanted || 0).catch(() => bind(server, 0));
  return {
    port,
    close: async () => {
      stopped.abort(new Error('the local cloud is stopping'));
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    },
  };
}

function bind(server: grpc.Server, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${wanted}`, grpc.ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
}
