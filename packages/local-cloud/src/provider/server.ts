// The provider protocol over gRPC on the loopback: `PULUMI_DEBUG_PROVIDERS=aws:PORT,cloudflare:PORT`.
import grpc from '@grpc/grpc-js';
import service from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import type { Registry } from '../resources/registry.ts';
import { providerMethods, type ServedPackage } from './methods.ts';
import type { Properties } from './values.ts';

/** Where the engine sends no time limit; the AWS provider's own longest default. */
const DEFAULT_TIMEOUT_SECONDS = 30 * 60;

/** A message may hold the archive of a function. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

export interface ProviderServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface ServeOptions extends ServedPackage {
  readonly region: string;
  /** A free one where it is absent, and where it is taken. */
  readonly port?: number;
}

/**
 * Serves every type of the registry, on 127.0.0.1, as the provider of one package. The engine warns where
 * the version differs from the one that the program was written for.
 */
export async function serveProvider(
  registry: Registry,
  { region, port: wanted, ...served }: ServeOptions,
): Promise<ProviderServer> {
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
  const port = await bind(server, wanted);
  return {
    port,
    close: async () => {
      stopped.abort(new Error('the local cloud is stopping'));
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    },
  };
}

function bind(server: grpc.Server, port = 0): Promise<number> {
  return port === 0 ? bindTo(server, 0) : bindTo(server, port).catch(() => bindTo(server, 0));
}

function bindTo(server: grpc.Server, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${wanted}`, grpc.ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
}
