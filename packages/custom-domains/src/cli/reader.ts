// The DNS reader of a command, from its options.
import { createReader, DNS_PORT, parseServer, type Reader, ResolverError } from '../preflight/index.ts';
import { CommandLineError } from './command-line-error.ts';
import type { NetworkOptions } from './options.ts';

export function openReader(network: NetworkOptions, signal: AbortSignal): Reader {
  const { resolver, resolverOnly, timeoutMs, authorityPort = loopbackPort(resolver) } = network;
  try {
    return createReader({ resolver, resolverOnly, timeoutMs, authorityPort, signal });
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    throw new CommandLineError(`${error.message}.`, 'for example --resolver 1.1.1.1');
  }
}

/** A resolver on the loopback at another port than 53 is a test or a local zone: its servers use the same port. */
function loopbackPort(resolver: string | undefined): number | undefined {
  const server = resolver === undefined ? undefined : parseServer(resolver);
  if (server === undefined || server.port === DNS_PORT) return undefined;
  return server.address.startsWith('127.') || server.address === '::1' ? server.port : undefined;
}
