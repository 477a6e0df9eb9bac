// One provider server for each package of the program, with the version that the program was written for: the provider
// protocol over gRPC on the loopback.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import grpc from '@grpc/grpc-js';
import aws from '@pulumi/aws/package.json' with { type: 'json' };
import cloudflare from '@pulumi/cloudflare/package.json' with { type: 'json' };
import service from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import type { Registry } from '../resources/registry.ts';
import { providerMethods, type ServedPackage } from './methods.ts';

export interface Providers {
  /** The value of `PULUMI_DEBUG_PROVIDERS`: `aws:PORT,cloudflare:PORT`. */
  readonly addresses: string;
  close(): Promise<void>;
}

const VERSIONS = { aws: aws.version, cloudflare: cloudflare.version };

/**
 * `addresses`: those of an earlier run, which they have again where the ports are free. `onRefused`: a connection was closed, as
 * the system did not say that it is of this user.
 */
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
      const server = await serveProvider(registry, region, { name, version }, wanted, onRefused);
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

/** A message may hold the archive of a function. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

/**
 * Serves every type of the registry, on 127.0.0.1, as the provider of one package, to processes of this user. The engine warns
 * where the version differs from the one that the program was written for. `wanted`: another port where it is taken, any free one
 * where it is 0.
 */
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
  const listener = ownConnections(injectConnection, onRefused);
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

// The provider protocol has no credential: Pulumi's engine attaches to a port, and hands over nothing but what stacks have
// (`GetProviderAttachPort` in pulumi/pulumi, sdk/go/common/resource/plugin/provider_plugin.go). So the system says who connects.

/**
 * Passes on connections of this user's processes. Any other is closed, and nothing is made of what it sends, also where the system
 * does not say whose it is; `onRefused` is called then.
 */
function ownConnections(onConnection: (socket: Socket) => void, onRefused: () => void): Server {
  return createServer(async (socket) => {
    // A reset while the system is asked.
    socket.on('error', () => undefined);
    if (await isOwn(socket).catch(() => false)) return onConnection(socket);
    socket.destroy();
    onRefused();
  });
}

/** Whether the client's end is of this user. */
async function isOwn({ remoteAddress, remotePort = 0, localPort = 0 }: Socket): Promise<boolean> {
  const user = process.geteuid?.();
  if (remoteAddress !== '127.0.0.1' || user === undefined) return false;
  if (process.platform === 'linux') {
    // proc_pid_net(5). What is left of an end that was closed is of user 0; it is not established (01).
    const end = (port: number) => `(?:0100007F|7F000001):${port.toString(16).toUpperCase().padStart(4, '0')}`;
    const row = new RegExp(`: ${end(remotePort)} ${end(localPort)} 01 \\S+ \\S+ \\S+ +${user} `);
    return row.test(await readFile('/proc/net/tcp', 'utf8'));
  }
  // macOS has it. Without other rights, it lists this user's processes only.
  const established = ['-nP', '-a', '-u', `${user}`, `-iTCP@127.0.0.1:${remotePort}`, '-sTCP:ESTABLISHED'];
  const { stdout } = await promisify(execFile)('lsof', [...established, '-Fn']);
  return stdout.split('\n').includes(`n127.0.0.1:${remotePort}->127.0.0.1:${localPort}`);
}
