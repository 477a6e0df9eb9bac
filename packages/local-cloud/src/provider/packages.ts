// One provider server for each package of the program, with the version that the program was written for: the provider
// protocol over gRPC on the loopback.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import grpc from '@grpc/grpc-js';
import aws from '@pulumi/aws/package.json' with { type: 'json' };
import cloudflare from '@pulumi/cloudflare/package.json' with { type: 'json' };
import service from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import type { Registry } from '../resources/registry.ts';
import { providerMethods, type ServedPackage } from './methods.ts';
import { isOwn } from './own-connections.ts';

export interface Providers {
  /** The value of `PULUMI_DEBUG_PROVIDERS`: `aws:PORT,cloudflare:PORT`. */
  readonly addresses: string;
  close(): Promise<void>;
}

const VERSIONS = { aws: aws.version, cloudflare: cloudflare.version };

/** `addresses`: of an earlier run, taken again where the ports are free. `onRefused`: a connection that is not known to be of this user. */
export async function serveProviders(
  registry: Registry,
  region: string,
  addresses = '',
  onRefused?: () => void,
): Promise<Providers> {
  const earlier = new Map(addresses.split(',').map((one) => one.split(':') as [string, string]));
  const servers = await Promise.all(
    Object.entries(VERSIONS).map(async ([name, version]) => {
      const wanted = Number(earlier.get(name));
      return { name, ...(await serveProvider(registry, region, { name, version }, wanted, onRefused)) };
    }),
  );
  return {
    addresses: servers.map(({ name, port }) => `${name}:${port}`).join(','),
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

/** A message may hold the archive of a function. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

/** To processes of this user, on 127.0.0.1. The engine warns of another version than the program's. `wanted`: else any free port. */
export async function serveProvider(
  registry: Registry,
  region: string,
  served: ServedPackage,
  wanted = 0,
  onRefused = () => {},
): Promise<{ readonly port: number; close(): Promise<void> }> {
  let running = new AbortController();
  const end = (reason: string) => running.abort(new Error(reason));
  const run = {
    region,
    get signal() {
      return running.signal;
    },
  };
  // The engine is interrupted: its operations end, and those of its next run begin.
  const onCancel = () => {
    end('the operation was cancelled');
    running = new AbortController();
  };
  const server = new grpc.Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  });
  server.addService(service.ResourceProviderService, providerMethods(registry, run, served, onCancel));
  const { injectConnection } = server.createConnectionInjector(grpc.ServerCredentials.createInsecure());
  const listener = createServer((socket) => {
    if (isOwn(socket)) return injectConnection(socket);
    socket.destroy();
    onRefused();
  });
  await listen(listener, wanted || 0).catch(() => listen(listener, 0));
  return {
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      end('the local cloud is stopping');
      listener.close();
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    },
  };
}

async function listen(listener: Server, port: number): Promise<void> {
  listener.listen({ host: '127.0.0.1', port });
  await once(listener, 'listening');
}
